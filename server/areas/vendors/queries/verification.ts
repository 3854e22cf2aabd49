/** The task item that asks a member to verify an assessment (spec/areas/vendors, rule 16). */
import { sql } from 'kysely';
import { isParticipant } from '../../../domain/members/participants.ts';
import { personOf } from '../../../domain/members/person.ts';
import { insertTaskItem } from '../../../domain/task-items/insert.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { ActingMember } from '../../../platform/identity/acting-member.ts';

/** The trigger of 0055_vendors.sql knows it, too. */
const title = 'Verify risk assessment';

/** An item that was made, as the audit log is told of it. */
export interface NewItem {
  readonly id: string;
  readonly title: string;
  readonly entityType: 'vendor';
  readonly entityId: string;
  readonly assignee: ReturnType<typeof personOf>;
}

/**
 * Sets the item to this status, unless it is done or cancelled, and makes it when there is none.
 * @param requestedBy the member who started the run, if it was one @param staffDomains e-mail domains of the operator
 * @returns the item if it was made; undefined when there was one, or when nobody could do it
 */
export async function keepItem(
  db: OrganizationDatabase,
  vendorId: string,
  status: 'in_progress' | 'todo',
  requestedBy: ActingMember | undefined,
  staffDomains: readonly string[],
): Promise<NewItem | undefined> {
  const known = await db
    .selectFrom('task_item')
    .select(['id', 'status'])
    .where('vendor_id', '=', vendorId)
    .where('title', '=', title)
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (known) {
    if (!['done', 'cancelled', status].includes(known.status))
      await db.updateTable('task_item').set({ status }).where('id', '=', known.id).execute();
    return undefined;
  }
  const assignee = requestedBy && (await isParticipant(db, staffDomains, requestedBy.id)) ? requestedBy : await leader(db, staffDomains);
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
  return { id, title, entityType: 'vendor', entityId: vendorId, assignee: personOf(assignee) };
}

/** @returns the oldest active owner or admin who takes part */
async function leader(db: OrganizationDatabase, staffDomains: readonly string[]): Promise<ActingMember | undefined> {
  const members = await db
    .selectFrom('member')
    .select(columnsOf('member', 'id', 'userId', 'name', 'email', 'image'))
    .where('is_active', '=', true)
    .where(sql<boolean>`roles && array['owner', 'admin']`, '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  for (const member of members) if (await isParticipant(db, staffDomains, member.id)) return member;
  return undefined;
}
