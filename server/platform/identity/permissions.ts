import type { Permission } from '#generated/operations';
import type { Actor } from './actor.ts';
import { isBuiltIn, pairsOf, type PermissionSet, roles as builtIn } from './roles.ts';

/** Returns whether these permissions suffice. With `byRecord` the handler decides, once it knows the record. */
export function permits(permission: Permission, heldPermissions: Actor['permissions']): boolean {
  if (typeof permission === 'string') return permission === 'authenticated' || permission === 'public' || heldPermissions.has(permission);
  if ('byRecord' in permission) return true;
  return 'anyOf' in permission
    ? permission.anyOf.some((pair) => heldPermissions.has(pair))
    : permission.every((pair) => heldPermissions.has(pair));
}

/** Returns the permissions that are missing for an operation, sorted. If one of several permissions suffices, returns all of them. */
export function findMissingPermissions(permission: Permission, heldPermissions: Actor['permissions']): string[] {
  if (permits(permission, heldPermissions)) return [];
  const required =
    typeof permission === 'string' ? [permission] : 'byRecord' in permission ? [] : 'anyOf' in permission ? permission.anyOf : permission;
  return required.filter((pair) => !heldPermissions.has(pair)).toSorted();
}

/** Returns the union of the roles' permissions. @param custom permissions of the custom roles; unknown roles are ignored */
export function permissionsOf(roles: readonly string[], custom: readonly PermissionSet[]): Set<string> {
  return new Set([...roles.flatMap((role) => (isBuiltIn(role) ? [builtIn[role].permissions] : [])), ...custom].flatMap(pairsOf));
}

/**
 * Returns whether someone has all these permissions, and so may grant or revoke access to them. An owner in person always can.
 */
export function hasAllPermissions(
  { credential, permissions, roles }: Pick<Actor, 'credential' | 'permissions' | 'roles'>,
  requiredPermissions: ReadonlySet<string>,
): boolean {
  if (credential === 'session' && roles.includes('owner')) return true;
  return [...requiredPermissions].every((pair) => permissions.has(pair));
}

/** Members with only restricted roles, or none, see only what is assigned to them (spec/conventions, 3). */
export function isRestricted(roles: readonly string[]): boolean {
  return roles.every((role) => role === 'employee' || role === 'contractor');
}

/** Parses stored permissions. Malformed permissions are ignored without an error (roles, rule 10). */
export function parsePermissions(stored: unknown): PermissionSet {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).map(([resource, actions]) => [
      resource,
      Array.isArray(actions) ? actions.filter((action) => typeof action === 'string') : [],
    ]),
  );
}
