/**
 * How people become members: one way for everything that adds some (spec/areas/people, rules 1 and 9). The roster of employees follows by
 * itself, in the database.
 */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { newId } from '../../platform/database/ids.ts';
import type { OrganizationRoles } from '../../platform/identity/organization-roles.ts';
import { leadingFirst } from '../../platform/identity/roles.ts';
import { isStaffAddress } from '../../platform/identity/staff.ts';
import type { Ports } from '../../platform/ports/index.ts';
import { assignTraining } from '../training/assign.ts';
import { askToConfirm } from './confirmation.ts';

export interface Joining {
  readonly userId: string;
  /** As they are stored, the leading one first. */
  readonly roles: readonly string[];
  /** What is left out is empty with a new membership, and as it was with one that is taken up again. */
  readonly department?: string | undefined;
  readonly jobTitle?: string | null | undefined;
  readonly deviceMgmtLabelId?: number | undefined;
  readonly isActive?: boolean | undefined;
}

/**
 * The member, and whether the membership is new; or why there is none: the user, or another one with the address, is an active member
 * already, or the organization knows of no such user.
 */
export type Joined = { readonly id: string; readonly isNew: boolean } | 'member' | 'unknown';

/**
 * Makes the users of these accounts members. A membership that was deactivated is taken up again: there is never a second one. An account
 * that belongs to other organizations is an unknown one: its person joins by accepting an invitation, or by confirming an address.
 * @param roles of the organization, held
 * @returns what became of each, in the same order
 */
export async function addMembers(db: OrganizationDatabase, roles: OrganizationRoles, people: readonly Joining[]): Promise<Joined[]> {
  const joined = new Map<Joining, Joined>();
  // In one order, so that two who add the same people do not wait for each other in a circle.
  const inOrder = people.toSorted((one, other) => (one.userId < other.userId ? -1 : Number(one.userId > other.userId)));
  for (const person of inOrder) joined.set(person, await joinOne(db, person));
  const results = people.map((person) => joined.get(person) ?? 'unknown');
  const obliged = results.filter((_, index) => roles.oblige(people[index]?.roles ?? []));
  await assignTraining(
    db,
    obliged.flatMap((result) => (typeof result === 'object' ? result.id : [])),
  );
  return results;
}

async function joinOne(db: OrganizationDatabase, person: Joining): Promise<Joined> {
  const back = await takeUpAgain(db, person);
  if (back) return back;
  return (await mayName(db, person.userId)) ? insertMember(db, person) : 'unknown';
}

function fieldsOf({ roles, isActive = true, department, jobTitle, deviceMgmtLabelId }: Joining) {
  return { roles: [...roles], is_active: isActive, department, job_title: jobTitle, device_mgmt_label_id: deviceMgmtLabelId };
}

async function takeUpAgain(db: OrganizationDatabase, person: Joining): Promise<Joined | undefined> {
  const fields = fieldsOf(person);
  const member = await db
    .updateTable('member')
    .set({ ...fields, ...(fields.is_active && { offboard_date: null }) })
    .where('user_id', '=', person.userId)
    .where('is_active', '=', false)
    .returning('id')
    .executeTakeFirst();
  return member && { id: member.id, isNew: false };
}

interface Shown {
  readonly name: string;
  readonly email: string;
  readonly email_verified: boolean;
}

/**
 * Makes somebody a member who is none here. The database refuses an account that belongs to other organizations, unless its person
 * consents.
 * @param shown what the organization shows of the person; a copy of the account where it is left out
 */
export async function admit(db: OrganizationDatabase, roles: OrganizationRoles, person: Joining, shown?: Shown): Promise<Joined> {
  const joined = await insertMember(db, person, shown);
  if (typeof joined === 'object' && roles.oblige(person.roles)) await assignTraining(db, [joined.id]);
  return joined;
}

async function insertMember(db: OrganizationDatabase, person: Joining, shown?: Shown): Promise<Joined> {
  const member = await db
    .insertInto('member')
    .values({ id: newId('mem'), user_id: person.userId, ...shown, ...fieldsOf(person) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return member ? { id: member.id, isNew: true } : 'member';
}

/** Whether the organization may name this account, until the transaction ends: that of a member, or one that belongs to nobody else. */
export async function mayName(db: OrganizationDatabase, userId: string): Promise<boolean> {
  const { may } = await db.selectNoFrom((eb) => eb.fn<boolean>('may_name_account', [eb.val(userId)]).as('may')).executeTakeFirstOrThrow();
  return may;
}

interface Named extends Omit<Joining, 'userId'> {
  readonly name: string;
  readonly email: string;
}

/** Where somebody is added, with the roles of the organization, held. */
export interface Adding {
  readonly db: OrganizationDatabase;
  readonly roles: OrganizationRoles;
  readonly ports: Pick<Ports, 'appUrl' | 'secrets' | 'access'>;
}

/**
 * Makes whoever has this address a member, on the word of the organization. Where an account with the address belongs to other
 * organizations, and at a domain of the operator, it takes the person to confirm: only then they sign in with it here. The answer is the
 * same either way.
 * @param person the address lower-case
 */
export async function joinByAddress({ db, roles, ports }: Adding, { name, email, ...person }: Named): Promise<Joined> {
  const isVouchedFor = !isStaffAddress(email, ports.access.staffEmailDomains);
  const own = await accountFor(db, name, email, isVouchedFor);
  // Who has the account and is a member here is known by another address, and not to be taken up under this one.
  const userId = own ?? (await accountAside(db, name));
  const joined = await admit(db, roles, { ...person, userId }, { name, email, email_verified: isVouchedFor });
  const isToConfirm = own === null || !isVouchedFor;
  if (typeof joined === 'object' && isToConfirm) await askToConfirm(db, ports, { id: joined.id, email, roles: person.roles });
  return joined;
}

/** The account with this address; null when it belongs to other organizations. */
async function accountFor(db: OrganizationDatabase, name: string, email: string, verified: boolean): Promise<string | null> {
  const { id } = await db
    .selectNoFrom((eb) => eb.fn<string | null>('account_for', [...[newId('usr'), name, email].map(eb.val), eb.val(verified)]).as('id'))
    .executeTakeFirstOrThrow();
  return id;
}

/** An account that nobody can sign in with yet. */
async function accountAside(db: OrganizationDatabase, name: string): Promise<string> {
  const made = [newId('usr'), name];
  const { id } = await db.selectNoFrom((eb) => eb.fn<string>('account_aside', made.map(eb.val)).as('id')).executeTakeFirstOrThrow();
  return id;
}

export type Taken = 'added' | 'reactivated' | 'updated';

/**
 * Makes whoever has this address, lower-case, a member with these roles. Who was a member is one again, with these roles alone; who is one
 * has them in addition. Whose address is not confirmed is asked to, again.
 * @returns undefined when a member here has the account with this address, and is known by another one
 */
export async function addOrMergeMember(adding: Adding, email: string, given: readonly string[]): Promise<Taken | undefined> {
  const { db, ports } = adding;
  const known = await db
    .selectFrom('member')
    .select(['id', 'roles', 'is_active', 'email_verified'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  if (!known) {
    const joined = await joinByAddress(adding, { name: email.slice(0, email.indexOf('@')), email, roles: given });
    return typeof joined === 'object' ? 'added' : undefined;
  }
  const roles = await giveRoles(adding, known, given);
  if (!known.email_verified) await askToConfirm(db, ports, { id: known.id, email, roles });
  return known.is_active ? 'updated' : 'reactivated';
}

interface Held {
  readonly id: string;
  readonly roles: readonly string[];
  readonly is_active: boolean;
}

/** Roles for a member, held: in addition to those of an active one, instead of those before for one who comes back. @returns all of them */
export async function giveRoles({ db, roles }: Pick<Adding, 'db' | 'roles'>, member: Held, given: readonly string[]): Promise<string[]> {
  const { id, is_active: isActive, roles: held } = member;
  const all = leadingFirst(new Set([...(isActive ? held : []), ...given]));
  await db
    .updateTable('member')
    .set({ roles: all, is_active: true, ...(!isActive && { offboard_date: null }) })
    .where('id', '=', id)
    .execute();
  if (roles.oblige(given)) await assignTraining(db, [id]);
  return all;
}
