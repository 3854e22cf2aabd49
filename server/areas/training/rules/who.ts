/** Whose training a call is about (spec/areas/training, rule 4). */
import type { Actor } from '../../../platform/identity/actor.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';

/** Of these, one is enough to read about others. */
export const toRead = ['training:read', 'member:read'] as const;
/** What changes the training of others. */
export const toWrite = ['training:update'] as const;

/** @param rights one of which a call about another member needs, and every call with a key */
export function mayConcernOthers({ permissions }: Pick<Actor, 'permissions'>, rights: readonly string[]): boolean {
  return rights.some((right) => permissions.has(right));
}

/**
 * @param named by the call @param rights as for `mayConcernOthers`
 * @returns the id of the member that the call is about, who may be unknown; or 400 for a key that names nobody, and 403 without the right
 */
export function memberOf(
  actor: Pick<Actor, 'credential' | 'memberId' | 'permissions'>,
  named: string | undefined,
  rights: readonly string[],
) {
  if (actor.credential === 'key') {
    if (named === undefined) return invalid({ memberId: 'is required with an API key' });
    return mayConcernOthers(actor, rights) ? named : refusal('missing_permission');
  }
  const own = actor.memberId;
  if (own !== undefined && (named === undefined || named === own)) return own;
  return named !== undefined && mayConcernOthers(actor, rights) ? named : refusal('missing_permission');
}
