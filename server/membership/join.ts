/** How people become members: one way for everything that adds some (areas/people, rules 1 and 9). The roster of employees follows by itself, in the database. */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '../database/handle.ts';
import { newId } from '../database/ids.ts';
import type { OrganizationRoles } from '../identity/organization-roles.ts';
import { leadingFirst } from '../identity/roles.ts';
import { assignTraining } from './training.ts';

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

/** The member, and whether the membership is new; undefined for a user who is an active member already. */
export type Joined = { readonly id: string; readonly isNew: boolean } | undefined;

/**
 * Makes the users of these accounts members. A membership that was deactivated is taken up again: there is never a second one.
 * @param roles of the organization, held
 * @returns what became of each, in the same order
 */
export async function join(db: OrganizationDatabase, roles: OrganizationRoles, people: readonly Joining[]): Promise<Joined[]> {
  const joined = new Map<Joining, Joined>();
  // In one order, so that two who add the same people do not wait for each other in a circle.
  for (const person of people.toSorted((one, other) => (one.userId < other.userId ? -1 : Number(one.userId > other.userId)))) joined.set(person, await joinOne(db, person));
  await assignTraining(db, people.flatMap((person) => (roles.oblige(person.roles) ? joined.get(person)?.id ?? [] : [])));
  return people.map((person) => joined.get(person));
}

async function joinOne(db: OrganizationDatabase, { userId, roles, isActive = true, department, jobTitle, deviceMgmtLabelId }: Joining): Promise<Joined> {
  const id = newId('mem');
  const fields = { roles: [...roles], is_active: isActive, department, job_title: jobTitle, device_mgmt_label_id: deviceMgmtLabelId };
  const member = await db.insertInto('member').values({ id, user_id: userId, ...fields })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id'])
      .doUpdateSet({ ...fields, ...(isActive && { offboard_date: null }), updated_at: sql<string>`now()` }).where('member.is_active', '=', false))
    .returning('id').executeTakeFirst();
  return member && { id: member.id, isNew: member.id === id };
}

/**
 * Makes whoever has this address, lower-case, a member with these roles, and an account for them if there is none; from then on the
 * address counts as theirs. Who was a member is one again, with these roles alone; who is one has them in addition.
 */
export async function take(db: OrganizationDatabase, roles: OrganizationRoles, email: string, given: readonly string[]): Promise<'added' | 'reactivated' | 'updated'> {
  const userId = await accountFor(db, email);
  const [joined] = await join(db, roles, [{ userId, roles: given }]);
  if (joined) return joined.isNew ? 'added' : 'reactivated';
  const member = await db.selectFrom('member').select(['id', 'roles']).where('user_id', '=', userId).forUpdate().executeTakeFirstOrThrow();
  const united = leadingFirst(new Set([...member.roles, ...given]));
  await db.updateTable('member').set({ roles: united, updated_at: sql<string>`now()` }).where('id', '=', member.id).execute();
  if (roles.oblige(given)) await assignTraining(db, [member.id]);
  return 'updated';
}

/** The account with this address, lower-case; a new one when there is none. For somebody who is to become a member in this transaction. @param name of a new one */
export async function accountFor(db: OrganizationDatabase, email: string, name = email.slice(0, email.indexOf('@'))): Promise<string> {
  const { id } = await db.selectNoFrom((eb) => eb.fn<string>('account_for', [eb.val(newId('usr')), eb.val(name), eb.val(email)]).as('id')).executeTakeFirstOrThrow();
  return id;
}

/** Whether there is such an account. */
export async function accountExists(db: OrganizationDatabase, id: string): Promise<boolean> {
  return (await db.selectNoFrom((eb) => eb.fn<boolean>('user_exists', [eb.val(id)]).as('known')).executeTakeFirstOrThrow()).known;
}
