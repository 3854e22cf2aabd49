/** What a run that fills in a document leaves alone (spec/areas/soa, rules 8 and 9). */
import type { components } from '../../../../generated/api.d.ts';

type Schemas = components['schemas'];
type Answer = Pick<Schemas['SoaAnswer'], 'isApplicable' | 'status' | 'createdAt'>;
export type Overwrite = NonNullable<Schemas['SoaAutoFill']['overwrite']>;

export function isFillable(answer: Answer | undefined, overwrite: Overwrite): boolean {
  if (overwrite === 'all' || !answer || answer.isApplicable === null) return true;
  return overwrite === 'generated' && answer.status === 'generated';
}

/** Filled in by this run, or saved by hand meanwhile: either way it is left as it is. */
export function wasAnsweredSince(answer: Answer | undefined, startedAt: string): boolean {
  return answer !== undefined && answer.createdAt >= startedAt;
}
