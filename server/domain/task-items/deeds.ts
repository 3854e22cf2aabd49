/** What happened to a task item, as the audit log is told of it (spec/areas/task-management, rule 8). */
import type { components } from '../../../generated/api.d.ts';
import type { AuditNote } from '../../platform/audit/entry.ts';

type Schemas = components['schemas'];
type TaskItem = Schemas['TaskItem'];
/** What an entry says of the item. */
type Named = Pick<TaskItem, 'id' | 'title' | 'entityType' | 'entityId'>;
/** An entry that says what was done. */
export type Deed = AuditNote & { readonly description: string };

/** @returns the entry of a new item */
export function created(item: Named): Deed {
  return entryOf(item, 'created', `Created task item "${item.title}"`);
}

/** @returns the entry of an item that is gone */
export function deleted(item: Named): Deed {
  return entryOf(item, 'deleted', `Deleted task item "${item.title}"`);
}

/** @returns the entry of an item with another assignee, or without one */
export function assigned(item: Named & Pick<TaskItem, 'assignee'>): Deed {
  const { assignee, title } = item;
  const name = assignee ? assignee.user.name || assignee.user.email : null;
  return entryOf(item, 'assigned', name === null ? `Unassigned task item "${title}"` : `Assigned task item "${title}" to ${name}`, {
    assigneeId: assignee?.id ?? null,
    assigneeName: name,
  });
}

/** @returns one entry for a new assignee, and one for all else that is different; none when nothing is */
export function changed(before: TaskItem, after: TaskItem): Deed[] {
  const changes = [
    ...change('title', before.title, after.title),
    ...(before.description === after.description ? [] : ['description']),
    ...change('status', before.status, after.status),
    ...change('priority', before.priority, after.priority),
    ...change('due date', dayOf(before.dueDate), dayOf(after.dueDate)),
  ];
  return [
    ...(changes.length ? [entryOf(after, 'updated', `Updated task item "${after.title}": ${changes.join(', ')}`, { changes })] : []),
    ...(before.assignee?.id === after.assignee?.id ? [] : [assigned(after)]),
  ];
}

function change(field: string, previous: string, current: string): string[] {
  return previous === current ? [] : [`${field} from ${previous} to ${current}`];
}

function dayOf(date: string | null): string {
  if (date === null) return 'none';
  return date.endsWith('T00:00:00.000Z') ? date.slice(0, 10) : date;
}

function entryOf(
  { id, title, entityType, entityId }: Named,
  action: Schemas['TaskItemActivityData']['action'],
  description: string,
  more: object = {},
): Deed {
  return {
    entityType: 'task',
    entityId: id,
    description,
    changes: {},
    data: { action, taskItemId: id, taskTitle: title, parentEntityType: entityType, parentEntityId: entityId, ...more },
  };
}
