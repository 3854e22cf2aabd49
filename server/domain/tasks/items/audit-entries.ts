/** Creates the audit entries about task items (task-management, rule 8). */
import type { components } from '#generated/api';
import type { AuditNote } from '#platform/audit/entry';

type Schemas = components['schemas'];
type TaskItem = Schemas['TaskItem'];
/** The fields of a task item that an audit entry contains. */
type NamedItem = Pick<TaskItem, 'id' | 'title' | 'entityType' | 'entityId'>;
/** An audit entry with a description. */
export type TaskItemEntry = AuditNote & { readonly description: string };

/** @returns the entry for a new item */
export function createdEntry(item: NamedItem): TaskItemEntry {
  return entryOf(item, 'created', `Created task item "${item.title}"`);
}

/** @returns the entry for a deleted item */
export function deletedEntry(item: NamedItem): TaskItemEntry {
  return entryOf(item, 'deleted', `Deleted task item "${item.title}"`);
}

/** @returns the entry for an item that was assigned or unassigned */
export function assignedEntry(item: NamedItem & Pick<TaskItem, 'assignee'>): TaskItemEntry {
  const { assignee, title } = item;
  const name = assignee ? assignee.user.name || assignee.user.email : null;
  return entryOf(item, 'assigned', name === null ? `Unassigned task item "${title}"` : `Assigned task item "${title}" to ${name}`, {
    assigneeId: assignee?.id ?? null,
    assigneeName: name,
  });
}

/** @returns one entry for a new assignee, and one entry for all other changes; empty if nothing has changed */
export function changedEntries(before: TaskItem, after: TaskItem): TaskItemEntry[] {
  const changes = [
    ...describeChange('title', before.title, after.title),
    ...(before.description === after.description ? [] : ['description']),
    ...describeChange('status', before.status, after.status),
    ...describeChange('priority', before.priority, after.priority),
    ...describeChange('due date', dayOf(before.dueDate), dayOf(after.dueDate)),
  ];
  return [
    ...(changes.length ? [entryOf(after, 'updated', `Updated task item "${after.title}": ${changes.join(', ')}`, { changes })] : []),
    ...(before.assignee?.id === after.assignee?.id ? [] : [assignedEntry(after)]),
  ];
}

function describeChange(field: string, previous: string, current: string): string[] {
  return previous === current ? [] : [`${field} from ${previous} to ${current}`];
}

function dayOf(date: string | null): string {
  if (date === null) return 'none';
  return date.endsWith('T00:00:00.000Z') ? date.slice(0, 10) : date;
}

function entryOf(
  { id, title, entityType, entityId }: NamedItem,
  action: Schemas['TaskItemActivityData']['action'],
  description: string,
  extraData: object = {},
): TaskItemEntry {
  return {
    entityType: 'task',
    entityId: id,
    description,
    changes: {},
    data: { action, taskItemId: id, taskTitle: title, parentEntityType: entityType, parentEntityId: entityId, ...extraData },
  };
}
