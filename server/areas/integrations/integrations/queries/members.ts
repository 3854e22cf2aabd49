/** Queries for the sync of employees. */
import { sql } from 'kysely';
import { withdrawUnapprovable } from '#domain/approvals/withdraw-unapprovable';
import { unassign } from '#domain/people/members/assignments';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { findRoleAssignmentError, findReactivationError } from '#platform/identity/assigning';
import { resolveRoles } from '#platform/identity/organization-roles';
import type { NotificationContext } from '#platform/mail/notify';
import { type AddContext, joinByAddress } from '#domain/people/members/join';
import type { KnownMember, Person } from '../rules/people-plan.ts';

export async function listKnownMembers(db: OrganizationDatabase): Promise<KnownMember[]> {
  return db
    .selectFrom('member')
    .select(columnsOf('member', 'id', 'email', 'isActive', 'roles'))
    .orderBy('email')
    .execute();
}

export interface ImportContext extends AddContext {
  readonly ports: AddContext['ports'] & NotificationContext['ports'];
  /** The actor who started the sync. The sync can assign only roles that this actor may assign. */
  readonly actor: Actor;
  /** The slug of the provider that is the source. */
  readonly source: string;
}

/** @returns the id of the member, or undefined if a concurrent request was faster */
export async function importMember(
  context: ImportContext,
  { email, name, roles: sourceRoles, department, startDate, externalId }: Person,
): Promise<string | undefined> {
  const { db, actor, roles, source } = context;
  // Unknown roles are ignored, because sources also send job titles. A source must never assign the role of owner.
  const assignableRoles = resolveRoles(roles, sourceRoles, true).roles.filter((role) => !findRoleAssignmentError(actor, roles, [], [role]));
  // Roles that the actor may assign one by one may be too powerful together (people, rule 24).
  const rolesToAssign =
    assignableRoles.length && !findRoleAssignmentError(actor, roles, [], assignableRoles) ? assignableRoles : ['employee'];
  const addedMember = await joinByAddress(context, { name, email, roles: rolesToAssign, department });
  if (typeof addedMember !== 'object') return undefined;
  await db
    .updateTable('member')
    .set((eb) => ({ onboard_date: eb.fn.coalesce('onboard_date', eb.val(startDate ?? null)) }))
    .where('id', '=', addedMember.id)
    .execute();
  if (externalId !== undefined) await storeExternalId(db, addedMember.id, source, externalId);
  return addedMember.id;
}

export async function reactivateMember({ db, actor, roles }: ImportContext, id: string): Promise<boolean> {
  const member = await db.selectFrom('member').select('roles').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!member || findReactivationError(actor, roles, member.roles)) return false;
  const { numUpdatedRows } = await db
    .updateTable('member')
    .set({ is_active: true, offboard_date: null })
    .where('id', '=', id)
    .where('is_active', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @param id id of a member who is locked, together with their assignments @returns false if the member was already inactive */
export async function deactivateMember(context: NotificationContext & Pick<ImportContext, 'actor'>, id: string): Promise<boolean> {
  const { db } = context;
  const { numUpdatedRows } = await db
    .updateTable('member')
    .set((eb) => ({ is_active: false, offboard_date: eb.fn.coalesce('offboard_date', sql<string>`now()`) }))
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await unassign(db, id);
  await withdrawUnapprovable(context);
  return true;
}

/** Stores the id that a member has in the source. If another member has this id, because an address has changed, the id moves. */
async function storeExternalId(db: OrganizationDatabase, id: string, source: string, externalId: string): Promise<void> {
  await db
    .updateTable('member')
    .set({ external_user_source: null, external_user_id: null })
    .where('external_user_source', '=', source)
    .where('external_user_id', '=', externalId)
    .execute();
  await db.updateTable('member').set({ external_user_source: source, external_user_id: externalId }).where('id', '=', id).execute();
}
