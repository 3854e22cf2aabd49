/** Decides which answers a run may overwrite when it fills in a document (soa, rules 8 and 9). */
import type { components } from '#generated/api';

type Schemas = components['schemas'];
type Answer = Pick<Schemas['SoaAnswer'], 'isApplicable' | 'status' | 'createdAt'>;
export type Overwrite = NonNullable<Schemas['SoaAutoFill']['overwrite']>;

export function isFillable(answer: Answer | undefined, overwriteMode: Overwrite): boolean {
  if (overwriteMode === 'all' || !answer || answer.isApplicable === null) return true;
  return overwriteMode === 'generated' && answer.status === 'generated';
}

/** Returns whether this run filled in the answer, or a member saved it since the run started. Either answer is kept. */
export function wasAnsweredSince(answer: Answer | undefined, startedAt: string): boolean {
  return answer !== undefined && answer.createdAt >= startedAt;
}
