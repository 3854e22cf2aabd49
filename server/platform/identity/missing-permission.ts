import { type Refusal, refusal } from '../refusals/refusal.ts';
import type { Actor } from './actor.ts';

/** @returns a refusal that names the missing permissions, at least one */
export function missingPermission(...permissions: readonly [string, ...string[]]): Refusal<'missing_permission'> {
  return refusal('missing_permission', { permissions: [...new Set(permissions)].toSorted() });
}

/** @param requiredPermissions all of which are needed @returns a refusal that names the missing permissions; undefined if none is missing */
export function checkPermissions(
  { permissions }: Pick<Actor, 'permissions'>,
  ...requiredPermissions: readonly string[]
): Refusal<'missing_permission'> | undefined {
  const [firstMissing, ...otherMissing] = requiredPermissions.filter((permission) => !permissions.has(permission));
  return firstMissing === undefined ? undefined : missingPermission(firstMissing, ...otherMissing);
}
