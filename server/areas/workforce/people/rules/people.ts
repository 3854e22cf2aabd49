/** Rules of spec/areas/workforce/people that need no database: who may grant which roles, and which members cannot be deactivated. */
import type { Actor } from '#platform/identity/actor';
import {
  findAssigningFault,
  roleNotAssignable,
  refuseKeyOnOwner,
  ownerRoleNotAssignable,
  findReactivatingFault,
  sessionRequired,
} from '#platform/identity/assigning';
import { mayApprove } from '#platform/identity/approving';
import { type LostRole, recentPermissions, recentRoles } from '#platform/identity/lost-roles';
import type { OrganizationRoles } from '#platform/identity/organization-roles';
import { refusal } from '#platform/refusals/refusal';
import { hasAllPermissions, isRestricted } from '#platform/identity/permissions';
import { isStaff } from '#platform/identity/staff';
import type { Member } from './member.ts';

export const alreadyMember = refusal('user_already_member');
export const ownRoles = refusal('own_roles');
export const noRole = 'must be a role of the organization';
export const noUser = 'must be an existing user';

/** The title: null if empty, undefined if not sent. */
export function titleFrom(jobTitle: string | undefined): string | null | undefined {
  return jobTitle === '' ? null : jobTitle;
}

/** All four permissions on members, which distinguish an administrator from someone who can only add people (people, rules 6 and 7). */
function managesMembers({ permissions }: Actor): boolean {
  return ['create', 'read', 'update', 'delete'].every((action) => permissions.has(`member:${action}`));
}

function isPrivileged(role: string): boolean {
  return role === 'owner' || role === 'admin' || role === 'auditor';
}

/**
 * @param membership of the invited person, if there is one
 * @param asked roles as they are stored
 * @returns why the caller may not grant them with an invitation (people, rule 7)
 */
export function whyCannotInvite(
  actor: Actor,
  roles: OrganizationRoles,
  membership: Pick<Member, 'roles' | 'isActive'> | undefined,
  asked: readonly string[],
) {
  const before = membership?.isActive ? membership.roles : [];
  return (
    refusalOf(asked, (role) => managesMembers(actor) || !isPrivileged(role)) ??
    findAssigningFault(actor, roles, before, [...new Set([...before, ...asked])]) ??
    whyCannotReplace(actor, roles, membership?.isActive ? undefined : membership?.roles, asked)
  );
}

/**
 * Adding a former member again takes the roles that they had before, like an update.
 * @param former roles of the deactivated membership; undefined when there is none
 */
function whyCannotReplace(actor: Actor, roles: OrganizationRoles, former: readonly string[] | undefined, after: readonly string[]) {
  return former && findAssigningFault(actor, roles, former, after);
}

/** @returns why the caller may not add someone with these roles (people, rule 6) @param former as above */
export function whyCannotAdd(actor: Actor, roles: OrganizationRoles, former: readonly string[] | undefined, given: readonly string[]) {
  return whyCannotAssign(actor, roles, [], given) ?? whyCannotReplace(actor, roles, former, given);
}

/**
 * @param before roles of an active member; empty for someone who becomes one
 * @param after the new roles
 * @returns why the caller may not change them so (people, rule 6)
 */
export function whyCannotAssign(actor: Actor, roles: OrganizationRoles, before: readonly string[], after: readonly string[]) {
  const withKey = refuseKeyOnOwner(actor, before);
  if (withKey) return withKey;
  const canManage = managesMembers(actor);
  const addedRoles = after.filter((role) => !before.includes(role));
  // Someone who can only add people may not grant privileged roles, not even their own (spec/areas/organization-and-access/roles).
  const isOwnRole = (role: string) => actor.credential === 'key' || actor.roles.includes(role);
  return (
    refusalOf(addedRoles, (role) => actor.roles.includes('owner') || (isOwnRole(role) && (canManage || !isPrivileged(role)))) ??
    findAssigningFault(actor, roles, before, after)
  );
}

function refusalOf(addedRoles: readonly string[], isAllowed: (role: string) => boolean) {
  if (addedRoles.includes('owner')) return ownerRoleNotAssignable;
  const refused = addedRoles.find((role) => !isAllowed(role));
  return refused === undefined ? undefined : roleNotAssignable(refused);
}

/** Whether the caller is this member, in person or with one of their API keys, which never has more permissions than they have. */
export function isSameMember(actor: Actor, member: Pick<Member, 'id'>): boolean {
  return actor.memberId === member.id;
}

/** Whether the caller is this member and has a session, because an API key never acts for the account. */
export function isInPerson(actor: Actor, member: Pick<Member, 'id'>): boolean {
  return actor.credential === 'session' && isSameMember(actor, member);
}

/** Why this member cannot be deactivated by any operation (spec/areas/workforce/people, States). */
export function whyCannotDeactivate(
  actor: Actor,
  roles: OrganizationRoles,
  member: Pick<Member, 'id' | 'roles' | 'user'>,
  staffEmailDomains: readonly string[],
) {
  // A key that could remove approvers could choose who approves.
  if (actor.credential === 'key' && (member.roles.includes('owner') || mayApprove(roles, member.roles))) return sessionRequired;
  if (isSameMember(actor, member)) return refusal('own_membership');
  if (member.roles.includes('owner')) return refusal('owner_not_deactivatable');
  const address = { email: member.user.email, isVerified: member.user.emailVerified };
  return isStaff(address, staffEmailDomains) ? refusal('staff_not_deactivatable') : undefined;
}

interface Wanted {
  readonly name: string | undefined;
  readonly userId: string;
  readonly roles: readonly string[];
  readonly isActive: boolean;
  readonly email: string | undefined;
  /** What the member lost in the last 30 days. */
  readonly lost: readonly LostRole[];
}

/**
 * @param wanted the new values; name and address are undefined if they are not sent, the address is in lower case
 * @returns why the caller may not update the member so
 */
export function whyCannotUpdate(
  actor: Actor,
  organizationRoles: OrganizationRoles,
  member: Member,
  wanted: Wanted,
  staffEmailDomains: readonly string[],
) {
  const isAddressed = wanted.userId !== member.userId || (wanted.email !== undefined && wanted.email !== member.user.email);
  return (
    roleFault(actor, organizationRoles, member, wanted) ??
    (member.isActive && !wanted.isActive ? whyCannotDeactivate(actor, organizationRoles, member, staffEmailDomains) : undefined) ??
    (!member.isActive && wanted.isActive ? findReactivatingFault(actor, organizationRoles, wanted.roles) : undefined) ??
    (wanted.name !== undefined && wanted.name !== member.user.name ? refuseKeyOnOwner(actor, member.roles) : undefined) ??
    (isAddressed ? addressFault(actor, organizationRoles, member, wanted) : undefined)
  );
}

/** A membership that moves to another account gives that account all its roles (people, rule 6). */
function roleFault(actor: Actor, organizationRoles: OrganizationRoles, member: Member, { userId, roles }: Wanted) {
  const isTransferred = userId !== member.userId;
  const isSame = roles.length === member.roles.length && roles.every((role) => member.roles.includes(role));
  if (isSame && !isTransferred) return undefined;
  const withKey = refuseKeyOnOwner(actor, member.roles);
  if (withKey) return withKey;
  if (member.roles.includes('owner') && (isTransferred || !roles.includes('owner'))) return ownerRoleNotAssignable;
  if (isSameMember(actor, member)) return ownRoles;
  return (
    (isTransferred ? whyCannotAssign(actor, organizationRoles, [], roles) : undefined) ??
    whyCannotAssign(actor, organizationRoles, member.roles, roles)
  );
}

/** Whoever controls the address can sign in, and so gets all permissions of the member. */
function addressFault(actor: Actor, organizationRoles: OrganizationRoles, { roles: current, id }: Member, wanted: Wanted) {
  // What was lost counts, because the caller could have removed it first.
  const recent = { roles: current, lost: wanted.lost };
  const roles = recentRoles(recent);
  // Whoever confirms the new address can sign in as the member.
  if (actor.credential === 'key' && !(isRestricted(roles) && isRestricted(wanted.roles))) return sessionRequired;
  // With an API key this would take over the account, in all organizations that it belongs to.
  if (isSameMember(actor, { id })) return isInPerson(actor, { id }) ? undefined : sessionRequired;
  if (roles.includes('owner') && !actor.roles.includes('owner')) return refusal('owner_email');
  return hasAllPermissions(actor, recentPermissions(organizationRoles, recent)) ? undefined : refusal('email_of_superior');
}
