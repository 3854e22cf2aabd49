/** Decides who may grant and remove roles (people, rules 6 and 7; spec/conventions, 11). All code that changes roles uses it. */
import { refusal, type Refusal } from '../refusals/refusal.ts';
import type { Actor } from './actor.ts';
import { changesApprovalPermissions, isPerson } from './approving.ts';
import type { OrganizationRoles } from './organization-roles.ts';
import { isRestricted } from './permissions.ts';

/** Reasons why the caller may not change the roles. */
export type RoleAssignmentError = Refusal<
  'session_required' | 'owner_role_not_assignable' | 'owner_protected' | 'superior_protected' | 'role_not_assignable'
>;

export const ownerRoleNotAssignable = refusal('owner_role_not_assignable');
const ownerProtected = refusal('owner_protected');
const superiorProtected = refusal('superior_protected');
export const roleNotAssignable = (role: string) => refusal('role_not_assignable', { role });

/** The refusal for a key where a session is required. */
export const sessionRequired = refusal('session_required');

/** The parts of the caller that the rules need. */
export type Assigner = Pick<Actor, 'credential' | 'via' | 'roles' | 'permissions'>;

/** Only a person may change an owner, so a key may not. @param roles of the member to change */
export function checkKeyOnOwner(actor: Assigner, roles: readonly string[]) {
  return actor.credential === 'key' && roles.includes('owner') ? sessionRequired : undefined;
}

/**
 * No one may grant permissions they lack, or take roles from someone with more permissions. Only an owner may change an owner; owners grant any role
 * except their own. Restricted roles need only the permission to add people, because they cover only records assigned to the member, until
 * another role lifts that restriction.
 * @param before stored roles; empty for someone who is not an active member @param after the roles after the change
 */
export function findRoleAssignmentError(
  actor: Assigner,
  roles: OrganizationRoles,
  before: readonly string[],
  after: readonly string[],
): RoleAssignmentError | undefined {
  const addedRoles = after.filter((role) => !before.includes(role));
  const removedRoles = before.filter((role) => !after.includes(role));
  if (!addedRoles.length && !removedRoles.length) return undefined;
  const keyRefusal = checkKeyOnOwner(actor, before);
  if (keyRefusal) return keyRefusal;
  if ([...addedRoles, ...removedRoles].includes('owner')) return ownerRoleNotAssignable;
  if (before.includes('owner') && !actor.roles.includes('owner')) return ownerProtected;
  if (!isPerson(actor) && changesApprovalPermissions(roles, before, after)) return sessionRequired;
  const uncoveredRole = isRestricted(after) ? undefined : addedRoles.find((role) => !covers(actor, roles, [role]));
  if (uncoveredRole !== undefined) return roleNotAssignable(uncoveredRole);
  const liftedRole = findLiftedRole(actor, roles, before, after);
  if (liftedRole !== undefined) return roleNotAssignable(liftedRole);
  return removedRoles.length && !isRestricted(before) && !covers(actor, roles, before) ? superiorProtected : undefined;
}

/**
 * Adding a role to `employee` or `contractor` lets the member use the permissions of both roles on all records.
 * @returns a kept role that would thereby grant permissions that the caller lacks
 */
function findLiftedRole(actor: Assigner, roles: OrganizationRoles, before: readonly string[], after: readonly string[]) {
  if (!isRestricted(before) || isRestricted(after)) return undefined;
  return after.find((role) => before.includes(role) && !covers(actor, roles, [role]));
}

/** Reactivating a member grants all of their former roles. @param memberRoles the membership's roles */
export function findReactivationError(
  actor: Actor,
  roles: OrganizationRoles,
  memberRoles: readonly string[],
): RoleAssignmentError | undefined {
  if (!memberRoles.includes('owner')) return findRoleAssignmentError(actor, roles, [], memberRoles);
  return checkKeyOnOwner(actor, memberRoles) ?? (actor.roles.includes('owner') ? undefined : ownerProtected);
}

/**
 * Whether the caller has all permissions of these roles. An auditor is covered by a caller with all permissions of an admin: only auditors
 * may raise findings, and somebody has to appoint them.
 */
function covers(actor: Assigner, roles: OrganizationRoles, memberRoles: readonly string[]): boolean {
  if (actor.roles.includes('owner')) return true;
  const hasAllOf = (role: string) => [...roles.permissions([role])].every((pair) => actor.permissions.has(pair));
  return memberRoles.every((role) => hasAllOf(role) || (role === 'auditor' && hasAllOf('admin')));
}
