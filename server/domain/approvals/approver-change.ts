import type { Actor } from '#platform/identity/actor';
import { type Refusal, refusal } from '#platform/refusals/refusal';

/**
 * Lets an API key name an approver only where there is none: a key that could replace or remove one could choose who approves its work.
 * @param isInReview whether the record already waits for approval, so that no approver means that they left
 * @param after undefined where the request does not name one @returns why the approver cannot be changed; undefined when it can
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
