/** Determines which member's training a request is about (training, rule 4). */
import type { Actor } from '#platform/identity/actor';
import { missingPermission } from '#platform/identity/missing-permission';
import { invalid } from '#platform/refusals/refusal';

/** Any one of these allows reading about others. */
export const readPermissions = ['training:read', 'member:read'] as const;
/** The permission to change the training of others. */
export const writePermissions = ['training:update'] as const;

/** @param rights one of these is required for a request about another member, and for any request with an API key */
function canAccessOthers({ permissions }: Pick<Actor, 'permissions'>, rights: readonly string[]): boolean {
  return rights.some((right) => permissions.has(right));
}

/**
 * @param named in the request
 * @param rights one of these is required for other members
 * @returns the id of the member, who may not exist; or 400 if a request with an API key names no member, and 403 without the permission
 */
export function memberOf(
  actor: Pick<Actor, 'credential' | 'memberId' | 'permissions'>,
  named: string | undefined,
  rights: readonly [string, ...string[]],
) {
  if (actor.credential === 'key') {
    if (named === undefined) return invalid({ memberId: 'is required with an API key' });
    return canAccessOthers(actor, rights) ? named : missingPermission(...rights);
  }
  const ownId = actor.memberId;
  if (ownId !== undefined && (named === undefined || named === ownId)) return ownId;
  return named !== undefined && canAccessOthers(actor, rights) ? named : missingPermission(...rights);
}
