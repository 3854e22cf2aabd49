/** The work on risks, and the log of how it went. */
import type { Insertable } from 'kysely';
import type { components } from '../../generated/api.d.ts';
import type { SystemTables } from '../../generated/database.d.ts';
import { assigned, changed, created } from '../domain/task-items/deeds.ts';
import { newId } from '../platform/database/ids.ts';
import { later } from './calendar.ts';
import type { Member, Members } from './member.ts';
import type { Draft } from './risk-history.ts';
import type { DemoContext } from './demo-context.ts';
import { personOf } from '../domain/members/person.ts';

type TaskItem = components['schemas']['TaskItem'];

/** @returns the items of a risk, which its author made, and those who do them moved */
export function taskItemsOf(
  { organizationId: organization_id, calendar, log }: DemoContext,
  { id: risk_id, data, history: [first] }: Draft,
  members: Members,
): Insertable<SystemTables['task_item']>[] {
  const maker = members.of(first.by);
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
      assignee: assignee && shown(assignee),
      createdBy: shown(maker),
      updatedBy: null,
      createdAt: at,
      updatedAt: at,
    };
    log.write(at, maker, 'createTaskItem', {}, created(before));
    if (assignee) log.write(later(at, 1), maker, 'createTaskItem', {}, assigned(before));
    for (const note of changed(before, { ...before, status }))
      log.write(updatedAt, assignee ?? maker, 'updateTaskItem', { path: { id } }, note);
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
      created_by_id: maker.id,
      created_by_snapshot: JSON.stringify(shown(maker)),
      updated_by_id: moved === undefined ? null : (assignee ?? maker).id,
      created_at: at,
      updated_at: updatedAt,
    };
  });
}

function shown({ id, user }: Member) {
  return personOf({ ...user, id, userId: user.id });
}
