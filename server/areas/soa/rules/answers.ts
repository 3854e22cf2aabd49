/** Answers that are saved by hand (spec/areas/soa). */
import type { components } from '../../../../generated/api.d.ts';

type Schemas = components['schemas'];

export interface Answered {
  readonly isApplicable: boolean | null;
  readonly justification: string | null;
}

/**
 * An answer as it is after an edit: what was left out keeps its value, so that neither part wipes the other (spec/areas/soa, rule 2). A blank
 * justification is none.
 */
export function edited(previous: Answered | undefined, { isApplicable, justification }: Schemas['SoaAnswerUpdate']): Answered {
  return {
    isApplicable: isApplicable === undefined ? (previous?.isApplicable ?? null) : isApplicable,
    justification: justification === undefined ? (previous?.justification ?? null) : justification?.trim() || null,
  };
}

/** What is left out has to say why (spec/areas/soa, rule 3). */
export function lacksReason({ isApplicable, justification }: Answered): boolean {
  return isApplicable === false && justification === null;
}

/** Of an answer that was saved by hand (spec/areas/soa, rule 4). */
export function statusOf({ isApplicable, justification }: Answered): 'manual' | 'untouched' {
  return isApplicable !== null || justification !== null ? 'manual' : 'untouched';
}
