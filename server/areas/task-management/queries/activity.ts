/** What happened to a task item: written to the audit log, and read from it (spec/areas/task-management, rule 8). */
import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { AuditNote } from '../../../platform/audit/entry.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';
import { trusted } from '../../../platform/trusted.ts';

type Schemas = components['schemas'];
type TaskItem = Schemas['TaskItem'];
type Entry = Schemas['TaskItemActivityEntry'];
/** An entry that says what was done. */
export type Deed = AuditNote & { readonly description: string };

export function created(item: TaskItem): Deed {
  return entryOf(item, 'created', `Created task item "${item.title}"`);
}

export function deleted(item: TaskItem): Deed {
  return entryOf(item, 'deleted', `Deleted task item "${item.title}"`);
}

export function assigned(item: TaskItem): Deed {
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
  { id, title, entityType, entityId }: TaskItem,
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

/** Comments and files of an item have entries under its id as well, which are not of this kind. */
const listed = PagedList.of((db, param: Params<{ id: string }>) =>
  db
    .selectFrom('audit_entry')
    .select([
      ...columnsOf('audit_entry', 'id', 'timestamp', 'organizationId', 'userId', 'memberId', 'entityId', 'description', 'data'),
      'user_snapshot as user',
    ])
    .where('entity_id', '=', param('id'))
    .where('entity_type', '=', 'task')
    .where(sql<string>`data->>'taskItemId'`, '=', param('id')),
);

/** Oldest first. */
export async function listActivity(db: OrganizationDatabase, id: string, page: PageRequest): Promise<Page<Entry>> {
  return mapPage(
    await listed.page(db, { id }, { by: 'sequence', id: 'id' }, { ...page, sortOrder: 'asc' }),
    ({ userId, data, user, ...row }) => {
      if (!isActivity(data) || userId === null || !isUser(user)) throw new TypeError(`${row.id} does not say what happened`);
      const { action, taskItemId, taskTitle, changes, assigneeId, assigneeName, parentEntityType, parentEntityId, via } = trusted<
        Schemas['TaskItemActivityData']
      >(data, 'nothing else writes entries with a taskItemId');
      return {
        ...row,
        userId,
        user: trusted<Entry['user']>(user, 'append_audit stores the actor in this form'),
        entityType: 'task' as const,
        entityId: id,
        data: {
          action,
          taskItemId,
          taskTitle,
          parentEntityType,
          parentEntityId,
          ...(changes && { changes }),
          ...(assigneeId !== undefined && { assigneeId }),
          ...(assigneeName !== undefined && { assigneeName }),
          ...(via !== undefined && { via }),
        },
      };
    },
  );
}

/** Whether it has what every entry of this kind has. */
function isActivity(data: unknown): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    'action' in data &&
    'taskItemId' in data &&
    'taskTitle' in data &&
    'parentEntityType' in data &&
    'parentEntityId' in data
  );
}

function isUser(user: unknown): boolean {
  return user === null || (typeof user === 'object' && 'id' in user && 'name' in user && 'email' in user && 'image' in user);
}
