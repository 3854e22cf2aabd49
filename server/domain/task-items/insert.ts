import { sql } from 'kysely';
import type { components } from '../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { newId } from '../../platform/database/ids.ts';
import type { ActingMember } from '../../platform/identity/acting-member.ts';
import { personOf } from '../members/person.ts';

/** Makes a task item. @param maker who is shown as its author @returns its id */
export async function insertTaskItem(
  db: OrganizationDatabase,
  maker: ActingMember,
  { entityType, entityId, title, description, status, priority, assigneeId, dueDate }: components['schemas']['TaskItemCreate'],
): Promise<string> {
  const id = newId('tski');
  await db
    .insertInto('task_item')
    .values({
      id,
      title,
      description: description || null,
      status,
      priority,
      assignee_id: assigneeId ?? null,
      due_date: dueDate ?? null,
      completed_at: status === 'done' ? sql<string>`now()` : null,
      ...(entityType === 'risk' ? { risk_id: entityId } : { vendor_id: entityId }),
      created_by_id: maker.id,
      created_by_snapshot: JSON.stringify(personOf(maker)),
    })
    .execute();
  return id;
}
