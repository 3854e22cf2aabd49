import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { ActingMember } from '#platform/identity/acting-member';
import { toPerson } from '#domain/people/members/person';

/** Creates a task item. @returns the id of the task item */
export async function insertTaskItem(
  db: OrganizationDatabase,
  author: ActingMember,
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
      created_by_id: author.id,
      created_via: author.via,
      created_by_snapshot: JSON.stringify(toPerson(author)),
    })
    .execute();
  return id;
}
