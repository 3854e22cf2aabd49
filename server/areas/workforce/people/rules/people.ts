/** Decides who may add, change and deactivate members and grant roles. These rules need no database (spec/areas/workforce/people). */
import type { Actor } from '#platform/identity/actor';
import {
  findRoleAssignmentError,
  roleNotAssignable,
  checkKeyOnOwner,
  ownerRoleNotAssignable,
  findReactivationError,
  sessionRequired,
} from '#platform/identity/assigning';
import { mayApprove } from '#platform/identity/approving';
import { type LostRole, recentPermissions, recentRoles } from '#platform/identity/lost-roles';
import type { OrganizationRoles } from '#platform/identity/organization-roles';
import { fieldErrors } from '#platform/refusals/field-errors';
import { refusal } from '#platform/refusals/refusal';
import { hasAllPermissions, isRestricted } from '#platform/identity/permissions';
import { isStaff } from '#platform/identity/staff';
import type { Member } from './member.ts';

export const alreadyMember = refusal('user_already_member');
export const ownRoles = refusal('own_roles');
export const unknownRoleError = fieldErrors.unknownReference('role');
export const unknownUserError = fieldErrors.unknownReference('user', 'an existing user');

/** @returns the title to store: null for an empty text, undefined if the request contains no title */
export function toStoredTitle(jobTitle: string | undefined): string | null | undefined {
  return jobTitle === '' ? null : jobTitle;
}

/** Having all four permissions on members distinguishes administrators from users who can only add people (people, rules 6 and 7). */
function managesMembers({ permissions }: Actor): boolean {
  return ['create', 'read', 'update', 'delete'].every((action) => permissions.has(`member:${action}`));
}

function isPrivileged(role: string): boolean {
  return role === 'owner' || role === 'admin' || role === 'auditor';
}

/**
 * @param membership the membership of the invited person; undefined for a new person
 * @param newRoles the stored keys of the roles in the invitation
 * @returns a refusal if the caller may not grant these roles with an invitation; otherwise undefined (people, rule 7)
 */
export function checkInvitation(
  actor: Actor,
  roles: OrganizationRoles,
  membership: Pick<Member, 'roles' | 'isActive'> | undefined,
  newRoles: readonly string[],
) {
  const before = membership?.isActive ? membership.roles : [];
  return (
    checkAddedRoles(newRoles, (role) => managesMembers(actor) || !isPrivileged(role)) ??
    findRoleAssignmentError(actor, roles, before, [...new Set([...before, ...newRoles])]) ??
    checkReplacement(actor, roles, membership?.isActive ? undefined : membership?.roles, newRoles)
  );
}

/**
 * Adding a former member again removes the member's former roles. So the same rules as for an update apply.
 * @param oldRoles the roles of the deactivated membership; undefined for a person who was never a member
 */
function checkReplacement(actor: Actor, roles: OrganizationRoles, oldRoles: readonly string[] | undefined, newRoles: readonly string[]) {
  return oldRoles && findRoleAssignmentError(actor, roles, oldRoles, newRoles);
}

/**
 * @param oldRoles the roles of the deactivated membership; undefined for a person who was never a member
 * @returns a refusal if the caller may not add a person with these roles; otherwise undefined (people, rule 6)
 */
export function checkAddition(
  actor: Actor,
  roles: OrganizationRoles,
  oldRoles: readonly string[] | undefined,
  newRoles: readonly string[],
) {
  return checkRoleChange(actor, roles, [], newRoles) ?? checkReplacement(actor, roles, oldRoles, newRoles);
}

/**
 * @param before the roles of an active member; empty for a person who becomes a member
 * @param after the new roles
 * @returns a refusal if the caller may not change the roles in this way; otherwise undefined (people, rule 6)
 */
export function checkRoleChange(actor: Actor, roles: OrganizationRoles, before: readonly string[], after: readonly string[]) {
  const keyRefusal = checkKeyOnOwner(actor, before);
  if (keyRefusal) return keyRefusal;
  const canManage = managesMembers(actor);
  const addedRoles = after.filter((role) => !before.includes(role));
  // Users who can only add people may not grant privileged roles, even if they have the roles (spec/areas/organization-and-access/roles).
  const isOwnRole = (role: string) => actor.credential === 'key' || actor.roles.includes(role);
  return (
    checkAddedRoles(addedRoles, (role) => actor.roles.includes('owner') || (isOwnRole(role) && (canManage || !isPrivileged(role)))) ??
    findRoleAssignmentError(actor, roles, before, after)
  );
}

function checkAddedRoles(addedRoles: readonly string[], isAllowed: (role: string) => boolean) {
  if (addedRoles.includes('owner')) return ownerRoleNotAssignable;
  const refusedRole = addedRoles.find((role) => !isAllowed(role));
  return refusedRole === undefined ? undefined : roleNotAssignable(refusedRole);
}

/** @returns whether the caller is this member, in person or with one of the member's API keys */
export function isSameMember(actor: Actor, member: Pick<Member, 'id'>): boolean {
  return actor.memberId === member.id;
}

/** @returns whether the caller is this member and uses a session. An API key never acts for the account. */
export function isInPerson(actor: Actor, member: Pick<Member, 'id'>): boolean {
  return actor.credential === 'session' && isSameMember(actor, member);
}

/** @returns a refusal if the caller cannot deactivate this member; otherwise undefined (spec/areas/workforce/people, States) */
export function checkDeactivation(
  actor: Actor,
  roles: OrganizationRoles,
  member: Pick<Member, 'id' | 'roles' | 'user'>,
  staffEmailDomains: readonly string[],
) {
  // An API key that could deactivate approvers could in effect choose who approves.
  if (actor.credential === 'key' && (member.roles.includes('owner') || mayApprove(roles, member.roles))) return sessionRequired;
  if (isSameMember(actor, member)) return refusal('own_membership');
  if (member.roles.includes('owner')) return refusal('owner_not_deactivatable');
  const address = { email: member.user.email, isVerified: member.user.emailVerified };
  return isStaff(address, staffEmailDomains) ? refusal('staff_not_deactivatable') : undefined;
}

interface MemberChange {
  readonly name: string | undefined;
  readonly userId: string;
  readonly roles: readonly string[];
  readonly isActive: boolean;
  readonly email: string | undefined;
  /** The roles that the member lost in the last 30 days. */
  readonly lost: readonly LostRole[];
}

/**
 * @param requested the values after the update; the name and the address (in lower case) are undefined if they stay the same
 * @returns a refusal if the caller may not update the member in this way; otherwise undefined
 */
export function checkUpdate(
  actor: Actor,
  organizationRoles: OrganizationRoles,
  member: Member,
  requested: MemberChange,
  staffEmailDomains: readonly string[],
) {
  const changesAddress = requested.userId !== member.userId || (requested.email !== undefined && requested.email !== member.user.email);
  return (
    checkRoleUpdate(actor, organizationRoles, member, requested) ??
    (member.isActive && !requested.isActive ? checkDeactivation(actor, organizationRoles, member, staffEmailDomains) : undefined) ??
    (!member.isActive && requested.isActive ? findReactivationError(actor, organizationRoles, requested.roles) : undefined) ??
    (requested.name !== undefined && requested.name !== member.user.name ? checkKeyOnOwner(actor, member.roles) : undefined) ??
    (changesAddress ? checkAddressUpdate(actor, organizationRoles, member, requested) : undefined)
  );
}

/** Moving a membership to another account gives all roles of the membership to that account (people, rule 6). */
function checkRoleUpdate(actor: Actor, organizationRoles: OrganizationRoles, member: Member, { userId, roles }: MemberChange) {
  const isTransferred = userId !== member.userId;
  const hasSameRoles = roles.length === member.roles.length && roles.every((role) => member.roles.includes(role));
  if (hasSameRoles && !isTransferred) return undefined;
  const keyRefusal = checkKeyOnOwner(actor, member.roles);
  if (keyRefusal) return keyRefusal;
  if (member.roles.includes('owner') && (isTransferred || !roles.includes('owner'))) return ownerRoleNotAssignable;
  if (isSameMember(actor, member)) return ownRoles;
  return (
    (isTransferred ? checkRoleChange(actor, organizationRoles, [], roles) : undefined) ??
    checkRoleChange(actor, organizationRoles, member.roles, roles)
  );
}

/** A person who controls the address can sign in as the member, and so gets all permissions of the member. */
function checkAddressUpdate(actor: Actor, organizationRoles: OrganizationRoles, { roles: oldRoles, id }: Member, requested: MemberChange) {
  // Roles that the member lost recently count, because the caller could have removed them first.
  const recentMember = { roles: oldRoles, lost: requested.lost };
  const roles = recentRoles(recentMember);
  // The person who confirms the new address can sign in as the member.
  if (actor.credential === 'key' && !(isRestricted(roles) && isRestricted(requested.roles))) return sessionRequired;
  // With an API key, this change would take over the account in all organizations that the account belongs to.
  if (isSameMember(actor, { id })) return isInPerson(actor, { id }) ? undefined : sessionRequired;
  if (roles.includes('owner') && !actor.roles.includes('owner')) return refusal('owner_email');
  return hasAllPermissions(actor, recentPermissions(organizationRoles, recentMember)) ? undefined : refusal('email_of_superior');
}
