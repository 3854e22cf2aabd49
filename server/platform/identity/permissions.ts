import type { Permission } from '../../../generated/operations.ts';
import type { Actor } from './actor.ts';
import { grantableScopes, isBuiltIn, pairsOf, type PermissionSet, roles as builtIn } from './roles.ts';

/** Whether these permissions will do. Of `byRecord` the handler decides, once it knows the record. */
export function permits(permission: Permission, held: Actor['permissions']): boolean {
  if (typeof permission === 'string') return permission === 'authenticated' || permission === 'public' || held.has(permission);
  if ('byRecord' in permission) return true;
  return 'anyOf' in permission ? permission.anyOf.some((one) => held.has(one)) : permission.every((one) => held.has(one));
}

/** The union of what roles may do. @param custom permissions of the custom roles among them; unknown roles count for nothing */
export function permissionsOf(roles: readonly string[], custom: readonly PermissionSet[]): Set<string> {
  return new Set([...roles.flatMap((role) => (isBuiltIn(role) ? [builtIn[role].permissions] : [])), ...custom].flatMap(pairsOf));
}

/**
 * Whether somebody may do all of this, and so may give or take the way into it. An owner may, who gives every role. Of a key what no key can
 * be given is not asked.
 */
export function holdsAll(
  { credential, permissions, roles }: Pick<Actor, 'credential' | 'permissions' | 'roles'>,
  wanted: ReadonlySet<string>,
): boolean {
  if (credential === 'session' && roles.includes('owner')) return true;
  return [...wanted].every((pair) => permissions.has(pair) || (credential === 'key' && !grantableScopes.includes(pair)));
}

/** A member with none but restricted roles, or without any, sees only what is assigned to it (spec/conventions, 3). */
export function isRestricted(roles: readonly string[]): boolean {
  return roles.every((role) => role === 'employee' || role === 'contractor');
}

/** Stored permissions as a set. What is malformed counts as nothing and is no error (spec/areas/roles, rule 10). */
export function storedPermissions(stored: unknown): PermissionSet {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).map(([resource, actions]) => [
      resource,
      Array.isArray(actions) ? actions.filter((action) => typeof action === 'string') : [],
    ]),
  );
}
