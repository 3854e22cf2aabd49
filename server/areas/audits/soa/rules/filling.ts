/** Answers that a run does not overwrite when it fills in a document (soa, rules 8 and 9). */
import type { components } from '#generated/api';

type Schemas = components['schemas'];
type Answer = Pick<Schemas['SoaAnswer'], 'isApplicable' | 'status' | 'createdAt'>;
export type Overwrite = NonNullable<Schemas['SoaAutoFill']['overwrite']>;

export function isFillable(answer: Answer | undefined, overwrite: Overwrite): boolean {
  if (overwrite === 'all' || !answer || answer.isApplicable === null) return true;
  return overwrite === 'generated' && answer.status === 'generated';
}

/** Whether this run filled it in, or a member saved it in the meantime. In either case it is kept. */
export function wasAnsweredSince(answer: Answer | undefined, startedAt: string): boolean {
  return answer !== undefined && answer.createdAt >= startedAt;
}
