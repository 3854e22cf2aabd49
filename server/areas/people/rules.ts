/** Who may give which role, and whom nobody deactivates: the decisions of areas/people that need no database. */
import type { Actor } from '../../identity/actor.ts';
import { holdsAll } from '../../identity/permissions.ts';
import { isStaff } from '../../identity/staff.ts';
import type { Member } from './record.ts';

export const ownerRole = 'The owner role is handed over with the ownership only';
export const alreadyMember = 'User already is a member';
export const ownRoles = 'You cannot change your own roles';
export const noRole = 'must be a role of the organization';
export const noUser = 'must be an existing user';

/** Trimmed; an empty title is none, and without one nothing is said. */
export function titleFrom(jobTitle: string | undefined): string | null | undefined {
  return jobTitle === undefined ? undefined : jobTitle.trim() || null;
}

/** All four rights on members: what tells an administrator from somebody who only adds people (rules 6 and 7). */
function managesMembers({ permissions }: Actor): boolean {
  return ['create', 'read', 'update', 'delete'].every((action) => permissions.has(`member:${action}`));
}

function isPrivileged(role: string): boolean {
  return role === 'owner' || role === 'admin' || role === 'auditor';
}

/** @param roles as they are stored @returns why one of them is not the caller's to give by an invitation (rule 7) */
export function inviteFault(actor: Actor, roles: readonly string[]): string | undefined {
  return faultOf(roles, (role) => managesMembers(actor) || !isPrivileged(role));
}

/**
 * @param roles that somebody is to have in addition, as they are stored
 * @returns why one of them is not the caller's to give to a member (rule 6)
 */
export function assignmentFault(actor: Actor, roles: readonly string[]): string | undefined {
  const may = managesMembers(actor);
  if (actor.credential === 'key') return faultOf(roles, (role) => may || !isPrivileged(role));
  // Whoever only adds people has no privileged role to give, not even the own one (areas/roles).
  return faultOf(roles, (role) => actor.roles.includes('owner') || (actor.roles.includes(role) && (may || !isPrivileged(role))));
}

function faultOf(roles: readonly string[], isAllowed: (role: string) => boolean): string | undefined {
  if (roles.includes('owner')) return ownerRole;
  const refused = roles.find((role) => !isAllowed(role));
  return refused === undefined ? undefined : `You cannot assign the role ${refused}`;
}

/** Whether the caller is this member, and not a program that acts for them. */
export function isOneself(actor: Actor, member: Pick<Member, 'id'>): boolean {
  return actor.credential === 'session' && actor.memberId === member.id;
}

/** Why this member cannot be deactivated, on whatever way (areas/people, States). */
export function deactivationFault(actor: Actor, member: Pick<Member, 'id' | 'roles' | 'user'>, staffEmailDomains: readonly string[]): string | undefined {
  if (isOneself(actor, member)) return 'You cannot deactivate yourself';
  if (member.roles.includes('owner')) return 'An owner cannot be deactivated';
  return isStaff({ email: member.user.email, isVerified: member.user.emailVerified }, staffEmailDomains) ? 'An account of the platform staff cannot be deactivated' : undefined;
}

interface Wanted { readonly userId: string; readonly roles: readonly string[]; readonly isActive: boolean; readonly email: string | undefined }

/**
 * @param wanted as it is to be; the address in lower case, undefined when it is not sent
 * @param held what the roles permit that the member has now
 * @returns why the caller may not update the member so
 */
export function updateFault(actor: Actor, member: Member, wanted: Wanted, held: ReadonlySet<string>, staffEmailDomains: readonly string[]): string | undefined {
  return roleFault(actor, member, wanted)
    ?? (member.isActive && !wanted.isActive ? deactivationFault(actor, member, staffEmailDomains) : undefined)
    ?? (wanted.userId !== member.userId || (wanted.email !== undefined && wanted.email !== member.user.email) ? addressFault(actor, member, held) : undefined);
}

/** A membership that passes to another account gives that account all its roles (rule 6). */
function roleFault(actor: Actor, member: Member, { userId, roles }: Wanted): string | undefined {
  const isPassedOn = userId !== member.userId;
  const given = isPassedOn ? roles : roles.filter((role) => !member.roles.includes(role));
  const taken = member.roles.filter((role) => isPassedOn || !roles.includes(role));
  if (!given.length && !taken.length) return undefined;
  if ([...given, ...taken].includes('owner')) return ownerRole;
  return isOneself(actor, member) ? ownRoles : assignmentFault(actor, given);
}

/** With the address goes the way to sign in, and so all that the member may. */
function addressFault(actor: Actor, { roles, id }: Member, held: ReadonlySet<string>): string | undefined {
  if (isOneself(actor, { id })) return undefined;
  if (roles.includes('owner') && actor.credential === 'key') return 'The e-mail address of an owner is changed in a session, not with an API key';
  if (roles.includes('owner') && !actor.roles.includes('owner')) return 'Only an owner can change the e-mail address of an owner';
  return holdsAll(actor, held) ? undefined : 'You cannot change the e-mail address of somebody who may do more than you';
}
