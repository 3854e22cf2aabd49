/** The mitigation tasks of risks, and the log of their progress. */
import type { Insertable } from 'kysely';
import type { components } from '#generated/api';
import type { SystemTables } from '#generated/database';
import { assignedEntry, changedEntries, createdEntry } from '#domain/tasks/items/audit-entries';
import { newId } from '#platform/database/ids';
import { later } from './calendar.ts';
import type { Member, Members } from './member.ts';
import type { Draft } from './risk-history.ts';
import type { DemoContext } from './demo-context.ts';
import { toPerson } from '#domain/people/members/person';

type TaskItem = components['schemas']['TaskItem'];

/** @returns the items of a risk, created by its author and moved by their assignees */
export function taskItemsOf(
  { organizationId: organization_id, calendar, log }: DemoContext,
  { id: risk_id, data, history: [first] }: Draft,
  members: Members,
): Insertable<SystemTables['task_item']>[] {
  const author = members.of(first.by);
  return (data.work ?? []).map(({ title, text, status, priority = 'medium', added, due, moved, who }) => {
    const id = newId('tski');
    const assignee = who === undefined ? null : members.of(who);
    const at = calendar.ago(added, title);
    const updatedAt = moved === undefined ? at : calendar.ago(moved, `${title} moved`);
    const before: TaskItem = {
      id,
      title,
      description: text ?? null,
      status: moved === undefined ? status : 'todo',
      priority,
      entityType: 'risk',
      entityId: risk_id,
      dueDate: due === undefined ? null : calendar.due(due),
      completedAt: null,
      assignee: assignee && snapshotOf(assignee),
      createdBy: snapshotOf(author),
      createdVia: null,
      updatedBy: null,
      updatedVia: null,
      createdAt: at,
      updatedAt: at,
    };
    log.write(at, author, 'createTaskItem', {}, createdEntry(before));
    if (assignee) log.write(later(at, 1), author, 'createTaskItem', {}, assignedEntry(before));
    for (const note of changedEntries(before, { ...before, status }))
      log.write(updatedAt, assignee ?? author, 'updateTaskItem', { path: { id } }, note);
    return {
      id,
      organization_id,
      risk_id,
      title,
      description: before.description,
      status,
      priority,
      assignee_id: assignee?.id ?? null,
      due_date: before.dueDate,
      completed_at: status === 'done' ? updatedAt : null,
      created_by_id: author.id,
      created_by_snapshot: JSON.stringify(snapshotOf(author)),
      updated_by_id: moved === undefined ? null : (assignee ?? author).id,
      created_at: at,
      updated_at: updatedAt,
    };
  });
}

function snapshotOf({ id, user }: Member) {
  return toPerson({ ...user, id, userId: user.id });
}
