/** Decides who may grant and remove roles (spec/areas/people, rules 6 and 7; spec/conventions, 11). All code that changes roles asks here. */
import { refusal, type Refusal } from '../refusals/refusal.ts';
import type { Actor } from './actor.ts';
import type { OrganizationRoles } from './organization-roles.ts';
import { isRestricted } from './permissions.ts';
import { grantableScopes } from './roles.ts';

/** The reasons why the caller may not change the roles. */
export type AssigningFault = Refusal<
  'session_required' | 'owner_role_not_assignable' | 'owner_protected' | 'superior_protected' | 'role_not_assignable'
>;

export const ownerRole = refusal('owner_role_not_assignable');
const notOwner = refusal('owner_protected');
const beyondCaller = refusal('superior_protected');
export const cannotAssign = (role: string) => refusal('role_not_assignable', { role });

/** The refusal of a key where a session is required. */
export const takesSession = refusal('session_required');

/** Only a person changes an owner, so a key cannot. @param roles of the member who is to be changed */
export function keyOnOwner(actor: Actor, roles: readonly string[]) {
  return actor.credential === 'key' && roles.includes('owner') ? takesSession : undefined;
}

/**
 * Nobody gives what they do not have, nor takes anything from who has more. Only an owner changes an owner; owners give any role but
 * their own. Roles that leave a member restricted need no more than
 * the right to add people: what they grant reaches no further than what is assigned to the member.
 * @param before roles as they are stored; none of somebody who is no active member @param after as they would be
 */
export function assigningFault(
  actor: Actor,
  roles: OrganizationRoles,
  before: readonly string[],
  after: readonly string[],
): AssigningFault | undefined {
  const given = after.filter((role) => !before.includes(role));
  const taken = before.filter((role) => !after.includes(role));
  if (!given.length && !taken.length) return undefined;
  const withKey = keyOnOwner(actor, before);
  if (withKey) return withKey;
  if ([...given, ...taken].includes('owner')) return ownerRole;
  if (before.includes('owner') && !actor.roles.includes('owner')) return notOwner;
  const beyond = isRestricted(after) ? undefined : given.find((role) => !covers(actor, roles, [role]));
  if (beyond !== undefined) return cannotAssign(beyond);
  return taken.length && !isRestricted(before) && !covers(actor, roles, before) ? beyondCaller : undefined;
}

/** Reactivating a member grants all of their former roles. @param held roles of the membership */
export function reactivatingFault(actor: Actor, roles: OrganizationRoles, held: readonly string[]): AssigningFault | undefined {
  if (!held.includes('owner')) return assigningFault(actor, roles, [], held);
  return keyOnOwner(actor, held) ?? (actor.roles.includes('owner') ? undefined : notOwner);
}

/**
 * Whether the caller has all that these roles grant: of what a key can have at all, if it is one. An auditor is covered by whoever has all
 * of the next stronger role, an admin: only auditors may raise findings, and somebody has to appoint them.
 */
function covers(actor: Actor, roles: OrganizationRoles, held: readonly string[]): boolean {
  if (actor.roles.includes('owner')) return true;
  const hasAllOf = (role: string) =>
    [...roles.permissions([role])].every(
      (pair) => actor.permissions.has(pair) || (actor.credential === 'key' && !grantableScopes.includes(pair)),
    );
  return held.every((role) => hasAllOf(role) || (role === 'auditor' && hasAllOf('admin')));
}
