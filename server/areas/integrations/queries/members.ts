/** Members as a sync of employees writes them. */
import { sql } from 'kysely';
import { unassign } from '../../../domain/members/assignments.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { assigningFault, reactivatingFault } from '../../../platform/identity/assigning.ts';
import { rolesFrom } from '../../../platform/identity/organization-roles.ts';
import { type Adding, joinByAddress } from '../../../domain/members/join.ts';
import type { Known, Person } from '../rules/people-plan.ts';

export async function knownMembers(db: OrganizationDatabase): Promise<Known[]> {
  return db
    .selectFrom('member')
    .select(columnsOf('member', 'id', 'email', 'isActive', 'roles'))
    .orderBy('email')
    .execute();
}

export interface Importing extends Adding {
  /** Who started the sync: it gives no role that they could not give themselves. */
  readonly actor: Actor;
  /** Slug of the provider. */
  readonly source: string;
}

/** @returns the id of the member; undefined when somebody else was faster */
export async function importMember(
  importing: Importing,
  { email, name, roles: named, department, startDate, externalId }: Person,
): Promise<string | undefined> {
  const { db, actor, roles, source } = importing;
  // The title of a job is no role; and who owns the organization is never for a list to say.
  const known = rolesFrom(roles, named, true).roles.filter((role) => !assigningFault(actor, roles, [], [role]));
  const joined = await joinByAddress(importing, { name, email, roles: known.length ? known : ['employee'], department });
  if (typeof joined !== 'object') return undefined;
  await db
    .updateTable('member')
    .set((eb) => ({ onboard_date: eb.fn.coalesce('onboard_date', eb.val(startDate ?? null)) }))
    .where('id', '=', joined.id)
    .execute();
  if (externalId !== undefined) await identify(db, joined.id, source, externalId);
  return joined.id;
}

export async function reactivateMember({ db, actor, roles }: Importing, id: string): Promise<boolean> {
  const member = await db.selectFrom('member').select('roles').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!member || reactivatingFault(actor, roles, member.roles)) return false;
  const { numUpdatedRows } = await db
    .updateTable('member')
    .set({ is_active: true, offboard_date: null })
    .where('id', '=', id)
    .where('is_active', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @param id of a member who is held, with what they were given */
export async function deactivateMember(db: OrganizationDatabase, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('member')
    .set((eb) => ({ is_active: false, offboard_date: eb.fn.coalesce('offboard_date', sql<string>`now()`) }))
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await unassign(db, id);
  return true;
}

/** Who somebody is in the source. With another address somebody is another member, who takes the identity over. */
async function identify(db: OrganizationDatabase, id: string, source: string, externalId: string): Promise<void> {
  await db
    .updateTable('member')
    .set({ external_user_source: null, external_user_id: null })
    .where('external_user_source', '=', source)
    .where('external_user_id', '=', externalId)
    .execute();
  await db.updateTable('member').set({ external_user_source: source, external_user_id: externalId }).where('id', '=', id).execute();
}
