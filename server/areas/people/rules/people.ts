/** Decisions of spec/areas/people that need no database: who may grant which role, and which members cannot be deactivated. */
import type { Actor } from '../../../platform/identity/actor.ts';
import {
  assigningFault,
  cannotAssign,
  keyOnOwner,
  ownerRole,
  reactivatingFault,
  takesSession,
} from '../../../platform/identity/assigning.ts';
import type { OrganizationRoles } from '../../../platform/identity/organization-roles.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import { holdsAll } from '../../../platform/identity/permissions.ts';
import { isStaff } from '../../../platform/identity/staff.ts';
import type { Member } from '../queries/record.ts';

export const alreadyMember = refusal('user_already_member');
export const ownRoles = refusal('own_roles');
export const noRole = 'must be a role of the organization';
export const noUser = 'must be an existing user';

/** Trimmed; an empty title is none, and without one nothing is said. */
export function titleFrom(jobTitle: string | undefined): string | null | undefined {
  return jobTitle === undefined ? undefined : jobTitle.trim() || null;
}

/** All four rights on members: what tells an administrator from somebody who only adds people (spec/areas/people, rules 6 and 7). */
function managesMembers({ permissions }: Actor): boolean {
  return ['create', 'read', 'update', 'delete'].every((action) => permissions.has(`member:${action}`));
}

function isPrivileged(role: string): boolean {
  return role === 'owner' || role === 'admin' || role === 'auditor';
}

/**
 * @param before roles of who is invited, if they are an active member; else none @param asked roles as they are stored
 * @returns why they are not the caller's to give by an invitation (spec/areas/people, rule 7)
 */
export function inviteFault(actor: Actor, roles: OrganizationRoles, before: readonly string[], asked: readonly string[]) {
  return (
    faultOf(asked, (role) => managesMembers(actor) || !isPrivileged(role)) ??
    assigningFault(actor, roles, before, [...new Set([...before, ...asked])])
  );
}

/**
 * @param before roles of an active member; none of somebody who becomes one @param after as they are to be
 * @returns why that is not the caller's to decide (spec/areas/people, rule 6)
 */
export function assignmentFault(actor: Actor, roles: OrganizationRoles, before: readonly string[], after: readonly string[]) {
  const withKey = keyOnOwner(actor, before);
  if (withKey) return withKey;
  const may = managesMembers(actor);
  const given = after.filter((role) => !before.includes(role));
  // Whoever only adds people has no privileged role to give, not even the own one (spec/areas/roles).
  const isTheirs = (role: string) => actor.credential === 'key' || actor.roles.includes(role);
  return (
    faultOf(given, (role) => actor.roles.includes('owner') || (isTheirs(role) && (may || !isPrivileged(role)))) ??
    assigningFault(actor, roles, before, after)
  );
}

function faultOf(given: readonly string[], isAllowed: (role: string) => boolean) {
  if (given.includes('owner')) return ownerRole;
  const refused = given.find((role) => !isAllowed(role));
  return refused === undefined ? undefined : cannotAssign(refused);
}

/** Whether the caller is this member: themselves, or with a key of theirs, which is never more than they are. */
export function isOneself(actor: Actor, member: Pick<Member, 'id'>): boolean {
  return actor.memberId === member.id;
}

/** Whether the person asks who this member is: with a session, because a key never speaks for the account behind it. */
export function isInPerson(actor: Actor, member: Pick<Member, 'id'>): boolean {
  return actor.credential === 'session' && isOneself(actor, member);
}

/** Why this member cannot be deactivated, on whatever way (spec/areas/people, States). */
export function deactivationFault(actor: Actor, member: Pick<Member, 'id' | 'roles' | 'user'>, staffEmailDomains: readonly string[]) {
  const withKey = keyOnOwner(actor, member.roles);
  if (withKey) return withKey;
  if (isOneself(actor, member)) return refusal('own_membership');
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
}

/**
 * @param wanted as it is to be; name and address undefined when they are not sent, the address in lower case
 * @returns why the caller may not update the member so
 */
export function updateFault(
  actor: Actor,
  organizationRoles: OrganizationRoles,
  member: Member,
  wanted: Wanted,
  staffEmailDomains: readonly string[],
) {
  const isAddressed = wanted.userId !== member.userId || (wanted.email !== undefined && wanted.email !== member.user.email);
  return (
    roleFault(actor, organizationRoles, member, wanted) ??
    (member.isActive && !wanted.isActive ? deactivationFault(actor, member, staffEmailDomains) : undefined) ??
    (!member.isActive && wanted.isActive ? reactivatingFault(actor, organizationRoles, wanted.roles) : undefined) ??
    (wanted.name !== undefined && wanted.name !== member.user.name ? keyOnOwner(actor, member.roles) : undefined) ??
    (isAddressed ? addressFault(actor, organizationRoles, member) : undefined)
  );
}

/** A membership that passes to another account gives that account all its roles (spec/areas/people, rule 6). */
function roleFault(actor: Actor, organizationRoles: OrganizationRoles, member: Member, { userId, roles }: Wanted) {
  const isPassedOn = userId !== member.userId;
  const isSame = roles.length === member.roles.length && roles.every((role) => member.roles.includes(role));
  if (isSame && !isPassedOn) return undefined;
  const withKey = keyOnOwner(actor, member.roles);
  if (withKey) return withKey;
  if (member.roles.includes('owner') && (isPassedOn || !roles.includes('owner'))) return ownerRole;
  if (isOneself(actor, member)) return ownRoles;
  return (
    (isPassedOn ? assignmentFault(actor, organizationRoles, [], roles) : undefined) ??
    assignmentFault(actor, organizationRoles, member.roles, roles)
  );
}

/** With the address goes the way to sign in, and so all that the member may. */
function addressFault(actor: Actor, organizationRoles: OrganizationRoles, { roles, id }: Member) {
  const withKey = keyOnOwner(actor, roles);
  if (withKey) return withKey;
  // A key would take the account over, in every organization that it is a member of.
  if (isOneself(actor, { id })) return isInPerson(actor, { id }) ? undefined : takesSession;
  if (roles.includes('owner') && !actor.roles.includes('owner')) return refusal('owner_email');
  return holdsAll(actor, organizationRoles.permissions(roles)) ? undefined : refusal('email_of_superior');
}
