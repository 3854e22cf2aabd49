import type { Actor } from '#platform/identity/actor';
import { type Refusal, refusal } from '#platform/refusals/refusal';

/**
 * An API key may name the first approver but not replace or remove an approver, because it could then choose who approves its own work.
 * @param isInReview whether the record already waits for approval, so that a missing approver means that the approver left
 * @param after undefined if the request does not name an approver @returns a refusal if the approver must not change, otherwise undefined
 */
export function approverChangeRefusal(
  { credential }: Pick<Actor, 'credential'>,
  before: string | null,
  after: string | null | undefined,
  isInReview = false,
): Refusal<'session_required'> | undefined {
  const isChanged = after !== undefined && (before !== null || isInReview) && after !== before;
  return isChanged && credential === 'key' ? refusal('session_required') : undefined;
}
