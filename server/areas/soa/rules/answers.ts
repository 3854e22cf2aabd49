/** Answers that are saved by hand (spec/areas/soa). */
import type { components } from '../../../../generated/api.d.ts';
import type { StoredAnswer } from './references.ts';

type Schemas = components['schemas'];

export type Answered = Pick<StoredAnswer, 'isApplicable' | 'justification' | 'reasons' | 'needsReview' | 'manualStatus'>;

/**
 * An answer as it is after an edit: what was left out keeps its value, so that neither part wipes the other (spec/areas/soa, rule 2). A blank
 * justification is none, and any other ends the need for a review (rule 8).
 */
export function edited(previous: Answered | undefined, edit: Schemas['SoaAnswerUpdate']): Answered {
  const { isApplicable = previous?.isApplicable ?? null, reasons = previous?.reasons ?? [] } = edit;
  const justification = edit.justification === undefined ? (previous?.justification ?? null) : edit.justification?.trim() || null;
  return {
    isApplicable,
    justification,
    reasons,
    needsReview: edit.justification?.trim() ? false : (previous?.needsReview ?? false),
    manualStatus: edit.implementationStatus === undefined ? (previous?.manualStatus ?? null) : edit.implementationStatus,
  };
}

/** A decision is justified in the request that makes it (spec/areas/soa, rule 3). */
export function lacksReason(
  previous: Pick<Answered, 'isApplicable'> | undefined,
  { isApplicable, justification }: Schemas['SoaAnswerUpdate'],
): boolean {
  const isDecision = typeof isApplicable === 'boolean' && isApplicable !== (previous?.isApplicable ?? null);
  return isDecision && !justification?.trim();
}

/** What is left out never loses its justification (spec/areas/soa, rule 3). */
export function lostReason({ isApplicable, justification }: Pick<Answered, 'isApplicable' | 'justification'>): boolean {
  return isApplicable === false && justification === null;
}

/** Of an answer that was saved by hand (spec/areas/soa, rule 4). */
export function statusOf({ isApplicable, justification }: Pick<Answered, 'isApplicable' | 'justification'>): 'manual' | 'untouched' {
  return isApplicable !== null || justification !== null ? 'manual' : 'untouched';
}
