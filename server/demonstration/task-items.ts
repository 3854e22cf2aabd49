/** Creates the mitigation tasks of risks, and logs their progress. */
import type { Insertable } from 'kysely';
import type { components } from '#generated/api';
import type { SystemTables } from '#generated/database';
import { assignedEntry, changedEntries, createdEntry } from '#domain/tasks/items/audit-entries';
import { newId } from '#platform/database/ids';
import { addSeconds } from './calendar.ts';
import type { Member, Members } from './member.ts';
import type { RiskDraft } from './risk-history.ts';
import type { DemoContext } from './demo-context.ts';
import { toPerson } from '#domain/people/members/person';

type TaskItem = components['schemas']['TaskItem'];

/** @returns the mitigation tasks of a risk, which the author of the risk creates, and whose status the assignees change */
export function createTaskItems(
  { organizationId: organization_id, calendar, log }: DemoContext,
  { id: risk_id, data, history: [first] }: RiskDraft,
  members: Members,
): Insertable<SystemTables['task_item']>[] {
  const author = members.of(first.by);
  return (data.work ?? []).map(({ title, text, status, priority = 'medium', added, due, moved, who: assigneeName }) => {
    const id = newId('tski');
    const assignee = assigneeName === undefined ? null : members.of(assigneeName);
    const createdAt = calendar.ago(added, title);
    const updatedAt = moved === undefined ? createdAt : calendar.ago(moved, `${title} moved`);
    const createdItem: TaskItem = {
      id,
      title,
      description: text ?? null,
      status: moved === undefined ? status : 'todo',
      priority,
      entityType: 'risk',
      entityId: risk_id,
      dueDate: due === undefined ? null : calendar.midnightInDays(due),
      completedAt: null,
      assignee: assignee && snapshotOf(assignee),
      createdBy: snapshotOf(author),
      createdVia: null,
      updatedBy: null,
      updatedVia: null,
      createdAt,
      updatedAt: createdAt,
      version: 1,
    };
    log.write(createdAt, author, 'createTaskItem', {}, createdEntry(createdItem));
    if (assignee) log.write(addSeconds(createdAt, 1), author, 'createTaskItem', {}, assignedEntry(createdItem));
    for (const auditNote of changedEntries(createdItem, { ...createdItem, status }))
      log.write(updatedAt, assignee ?? author, 'updateTaskItem', { path: { id } }, auditNote);
    return {
      id,
      organization_id,
      risk_id,
      title,
      description: createdItem.description,
      status,
      priority,
      assignee_id: assignee?.id ?? null,
      due_date: createdItem.dueDate,
      completed_at: status === 'done' ? updatedAt : null,
      created_by_id: author.id,
      created_by_snapshot: JSON.stringify(snapshotOf(author)),
      updated_by_id: moved === undefined ? null : (assignee ?? author).id,
      created_at: createdAt,
      updated_at: updatedAt,
    };
  });
}

function snapshotOf({ id, user }: Member) {
  return toPerson({ ...user, id, userId: user.id });
}
