/** Determines which member's training a request is about (training, rule 4). */
import type { Actor } from '#platform/identity/actor';
import { missingPermission } from '#platform/identity/missing-permission';
import type { Place } from '#platform/refusals/details';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid } from '#platform/refusals/refusal';

/** Each of these permissions allows reading the training of other members. */
export const readPermissions = ['training:read', 'member:read'] as const;
/** The permission to change the training of other members. */
export const writePermissions = ['training:update'] as const;

/** @param requiredPermissions one of these is required for a request about another member, and for each request with an API key */
function canAccessOthers({ permissions }: Pick<Actor, 'permissions'>, requiredPermissions: readonly string[]): boolean {
  return requiredPermissions.some((permission) => permissions.has(permission));
}

/**
 * @param requestedId the id of the member in the request
 * @param requiredPermissions one of these is required for requests about other members
 * @param place where the request has the id
 * @returns the id of the member, who may not exist. Returns 400 if a request with an API key contains no member id, and 403 without the
 * permission.
 */
export function requireMemberId(
  actor: Pick<Actor, 'credential' | 'memberId' | 'permissions'>,
  requestedId: string | undefined,
  requiredPermissions: readonly [string, ...string[]],
  place: Place,
) {
  if (actor.credential === 'key') {
    if (requestedId === undefined) return invalid({ memberId: fieldErrors.required('with an API key') }, place);
    return canAccessOthers(actor, requiredPermissions) ? requestedId : missingPermission(...requiredPermissions);
  }
  const ownId = actor.memberId;
  if (ownId !== undefined && (requestedId === undefined || requestedId === ownId)) return ownId;
  return requestedId !== undefined && canAccessOthers(actor, requiredPermissions) ? requestedId : missingPermission(...requiredPermissions);
}
