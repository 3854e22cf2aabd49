/** Determines which role changes let a member approve. Only a person in a session may make such changes (people, rule 24). */
import type { Actor } from './actor.ts';
import type { OrganizationRoles } from './organization-roles.ts';
import { isRestricted } from './permissions.ts';

/** The permissions of operations that approve, accept or sign in a session. */
export const approvingPermissions: ReadonlySet<string> = new Set([
  'organization:update',
  'policy:update',
  'task:update',
  'risk:update',
  'vendor:update',
  'audit:read',
  'audit:update',
  'evidence:update',
  'trust:update',
]);

/** Returns whether a person acts in a session, as opposed to a key, or to the service on a schedule. */
export function isPerson({ credential, via }: Pick<Actor, 'credential' | 'via'>): boolean {
  return credential === 'session' && via === undefined;
}

/**
 * The permissions of roles on all records. A restricted member has none, because their permissions cover only records assigned to the
 * member.
 */
export function unrestrictedPermissions(roles: OrganizationRoles, roleNames: readonly string[]): ReadonlySet<string> {
  return isRestricted(roleNames) ? new Set() : roles.permissions(roleNames);
}

/** Returns whether a change of roles grants or removes a permission to approve. */
export function changesApprovalPermissions(roles: OrganizationRoles, before: readonly string[], after: readonly string[]): boolean {
  const [previousPermissions, newPermissions] = [unrestrictedPermissions(roles, before), unrestrictedPermissions(roles, after)];
  return [...approvingPermissions].some((pair) => previousPermissions.has(pair) !== newPermissions.has(pair));
}

/** Returns whether a member with these roles may approve. */
export function mayApprove(roles: OrganizationRoles, roleNames: readonly string[]): boolean {
  return changesApprovalPermissions(roles, [], roleNames);
}
