/** Creates and updates the task item that asks a member to verify an assessment (vendors, rule 16). */
import { sql } from 'kysely';
import { isParticipant } from '#domain/people/members/participants';
import { toPerson } from '#domain/people/members/person';
import { insertTaskItem } from '#domain/tasks/items/insert';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { ActingMember } from '#platform/identity/acting-member';

/** The title of the item. The trigger of 0017_risks-and-vendors.sql finds items by the same title. */
const title = 'Verify risk assessment';

/** The fields of a new item that the audit log needs. */
export interface NewItem {
  readonly id: string;
  readonly title: string;
  readonly entityType: 'vendor';
  readonly entityId: string;
  readonly assignee: ReturnType<typeof toPerson>;
}

/**
 * Creates the item of a vendor. If the item exists, sets its status instead, except for items that are done or cancelled.
 * @param requestedBy the member who started the run; undefined for a scheduled run
 * @param staffDomains the e-mail domains of the operator's staff
 * @returns the new item; undefined if the item existed or nobody can be assigned
 */
export async function upsertVerificationItem(
  db: OrganizationDatabase,
  vendorId: string,
  status: 'in_progress' | 'todo',
  requestedBy: ActingMember | undefined,
  staffDomains: readonly string[],
): Promise<NewItem | undefined> {
  const existingItem = await db
    .selectFrom('task_item')
    .select(['id', 'status'])
    .where('vendor_id', '=', vendorId)
    .where('title', '=', title)
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (existingItem) {
    if (!['done', 'cancelled', status].includes(existingItem.status))
      await db.updateTable('task_item').set({ status }).where('id', '=', existingItem.id).execute();
    return undefined;
  }
  const assignee =
    requestedBy && (await isParticipant(db, staffDomains, requestedBy.id)) ? requestedBy : await findAdministrator(db, staffDomains);
  if (!assignee) return undefined;
  const item = {
    entityType: 'vendor',
    entityId: vendorId,
    title,
    description: 'Compare the assessment with what you know of the vendor, correct the ratings, and plan the treatment.',
    status,
    priority: 'high',
    assigneeId: assignee.id,
  } as const;
  const id = await insertTaskItem(db, assignee, item);
  return { id, title, entityType: 'vendor', entityId: vendorId, assignee: toPerson(assignee) };
}

/** @returns the active owner or admin with the longest membership who is not staff of the operator; undefined if none exists */
async function findAdministrator(db: OrganizationDatabase, staffDomains: readonly string[]): Promise<ActingMember | undefined> {
  const members = await db
    .selectFrom('member')
    .select(columnsOf('member', 'id', 'userId', 'name', 'email', 'image'))
    .where('is_active', '=', true)
    .where(sql<boolean>`roles && array['owner', 'admin']`, '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  for (const member of members)
    if (await isParticipant(db, staffDomains, member.id)) return { ...member, via: 'the assessment of the vendor' };
  return undefined;
}
