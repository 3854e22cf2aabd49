/** The task item that asks a member to verify an assessment (vendors, rule 16). */
import { sql } from 'kysely';
import { isParticipant } from '#domain/people/members/participants';
import { toPerson } from '#domain/people/members/person';
import { insertTaskItem } from '#domain/tasks/items/insert';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { ActingMember } from '#platform/identity/acting-member';

/** The trigger of 0017_risks-and-vendors.sql uses the same title. */
const title = 'Verify risk assessment';

/** A created item, as it is logged. */
export interface NewItem {
  readonly id: string;
  readonly title: string;
  readonly entityType: 'vendor';
  readonly entityId: string;
  readonly assignee: ReturnType<typeof toPerson>;
}

/**
 * Sets the status of the item, unless it is done or cancelled, and creates it if there is none.
 * @param requestedBy the member who started the run, if a member did
 * @param staffDomains e-mail domains of the operator
 * @returns the item if it was created; undefined if there was one, or if there is no member to assign it to
 */
export async function upsertVerificationItem(
  db: OrganizationDatabase,
  vendorId: string,
  status: 'in_progress' | 'todo',
  requestedBy: ActingMember | undefined,
  staffDomains: readonly string[],
): Promise<NewItem | undefined> {
  const existing = await db
    .selectFrom('task_item')
    .select(['id', 'status'])
    .where('vendor_id', '=', vendorId)
    .where('title', '=', title)
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (existing) {
    if (!['done', 'cancelled', status].includes(existing.status))
      await db.updateTable('task_item').set({ status }).where('id', '=', existing.id).execute();
    return undefined;
  }
  const assignee =
    requestedBy && (await isParticipant(db, staffDomains, requestedBy.id)) ? requestedBy : await findLeader(db, staffDomains);
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

/** @returns the active owner or admin who has been a member longest, excluding the operator's staff */
async function findLeader(db: OrganizationDatabase, staffDomains: readonly string[]): Promise<ActingMember | undefined> {
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
