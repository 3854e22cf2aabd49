/** Rules for manual answers (spec/areas/audits/soa). */
import type { components } from '#generated/api';
import type { StoredAnswer } from './references.ts';

type Schemas = components['schemas'];

export type Answered = Pick<StoredAnswer, 'isApplicable' | 'justification' | 'reasons' | 'needsReview' | 'manualStatus'>;

/**
 * Returns the answer after an edit. Omitted fields keep their values (soa, rule 2). A blank justification removes the justification,
 * and any other justification ends the need for a review (rule 8).
 */
export function applyEdit(previous: Answered | undefined, edit: Schemas['SoaAnswerUpdate']): Answered {
  const { isApplicable = previous?.isApplicable ?? null, reasons = previous?.reasons ?? [] } = edit;
  const justification = edit.justification === undefined ? (previous?.justification ?? null) : edit.justification || null;
  return {
    isApplicable,
    justification,
    reasons,
    needsReview: edit.justification ? false : (previous?.needsReview ?? false),
    manualStatus: edit.implementationStatus === undefined ? (previous?.manualStatus ?? null) : edit.implementationStatus,
  };
}

/** Returns whether an edit makes a decision without justifying it in the same request (soa, rule 3). */
export function lacksJustification(
  previous: Pick<Answered, 'isApplicable'> | undefined,
  { isApplicable, justification }: Schemas['SoaAnswerUpdate'],
): boolean {
  const isDecision = typeof isApplicable === 'boolean' && isApplicable !== (previous?.isApplicable ?? null);
  return isDecision && !justification;
}

/** Returns whether an excluded control has no justification, which is not allowed (soa, rule 3). */
export function hasLostJustification({ isApplicable, justification }: Pick<Answered, 'isApplicable' | 'justification'>): boolean {
  return isApplicable === false && justification === null;
}

/** Returns the status of a manual answer (soa, rule 4). */
export function statusOf({ isApplicable, justification }: Pick<Answered, 'isApplicable' | 'justification'>): 'manual' | 'untouched' {
  return isApplicable !== null || justification !== null ? 'manual' : 'untouched';
}
