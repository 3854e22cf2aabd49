/** Lists, reads, counts, changes and deletes task items. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { ActingMember } from '#platform/identity/acting-member';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { anyOf, contains, equals, ofMember, onOrAfter, onOrBefore } from '#platform/database/filters';
import { missingLast, type SortKey } from '#platform/database/sort-keys';
import type { FilterOf } from '#contract/types';
import { isItemVisibleTo } from '#domain/tasks/items-visible';
import { mayRead } from '#domain/access/records/kinds';
import { isItemReadable, type Reader } from '#domain/access/records/rows';
import { recordOf } from './records.ts';
import { selectItems } from './rows.ts';

type Schemas = components['schemas'];
export interface Parent {
  readonly entityType: Schemas['TaskItemEntityType'];
  readonly entityId: string;
}
type Filter = FilterOf<'listTaskItems'>;

const statuses = ['todo', 'in_progress', 'in_review', 'done', 'cancelled'] as const;
const priorities = ['urgent', 'high', 'medium', 'low'] as const;

/** The conditions that select the items of one risk or vendor that the reader may see. */
interface Scope {
  readonly riskId?: string;
  readonly vendorId?: string;
  /** The id of a restricted member who reads. */
  readonly restrictedTo?: string;
  /** The id of a reader who may not read the risk or vendor, and so sees only their own items. */
  readonly assignedTo?: string;
}

/** Statuses and priorities sort in the order of their enumerations. */
const placeIn = (column: 'status' | 'priority', values: readonly string[]): SortKey => ({
  name: column,
  expression: () => sql`array_position(${sql.val([...values])}::text[], ${sql.ref(`task_item.${column}`)})`,
});
const sortKeys = {
  createdAt: 'task_item.created_at',
  updatedAt: 'task_item.updated_at',
  title: 'task_item.title',
  status: placeIn('status', statuses),
  priority: placeIn('priority', priorities),
  dueDate: missingLast('task_item.due_date'),
} as const;

const itemList = PagedList.of((db) => selectItems(db)).filteredBy<Scope & Omit<Filter, keyof Parent>>({
  riskId: equals('task_item.risk_id'),
  vendorId: equals('task_item.vendor_id'),
  restrictedTo: isItemVisibleTo,
  assignedTo: equals('task_item.assignee_id'),
  status: anyOf('task_item.status'),
  priority: anyOf('task_item.priority'),
  assigneeId: ofMember('task_item.assignee_id'),
  search: contains('task_item.title', 'task_item.description'),
  dueDateAfter: onOrAfter('task_item.due_date'),
  dueDateBefore: onOrBefore('task_item.due_date'),
  ids: anyOf('task_item.id'),
});

/** @returns a page of the items of a risk or vendor that the reader may see */
export async function listTaskItems(
  db: OrganizationDatabase,
  { entityType, entityId, ...filter }: Filter,
  page: PageRequest<keyof typeof sortKeys>,
  reader: Reader,
): Promise<Page<Schemas['TaskItem']>> {
  const { memberId = '', restrictedTo } = reader;
  const scope = {
    ...(entityType === 'risk' ? { riskId: entityId } : { vendorId: entityId }),
    ...(restrictedTo !== undefined && { restrictedTo }),
    ...(restrictedTo === undefined && !mayRead(reader, entityType) && { assignedTo: memberId }),
  };
  return mapPage(await itemList.page(db, { ...filter, ...scope }, { by: sortKeys[page.sortBy], id: 'task_item.id' }, page), recordOf);
}

export async function findTaskItem(db: OrganizationDatabase, id: string): Promise<Schemas['TaskItem'] | undefined> {
  const row = await selectItems(db).where('task_item.id', '=', id).executeTakeFirst();
  return row && recordOf(row);
}

/** Locks an item until the transaction ends. @returns undefined if the item does not exist */
export async function lockTaskItem(db: OrganizationDatabase, id: string): Promise<Schemas['TaskItem'] | undefined> {
  await db.selectFrom('task_item').select('id').where('id', '=', id).forUpdate().execute();
  return findTaskItem(db, id);
}

/** Counts the items of a risk or vendor that the reader may see. @returns the number for each status, and of overdue items */
export async function findTaskItemStats(db: OrganizationDatabase, parent: Parent, reader: Reader): Promise<Schemas['TaskItemStats']> {
  const countRows = await db
    .selectFrom('task_item')
    .where((eb) => isItemReadable(eb, reader))
    .select(({ fn }) => [
      'status',
      fn.countAll<number>().as('count'),
      fn
        .countAll<number>()
        .filterWhere('due_date', '<', sql<string>`now()`)
        .as('late'),
    ])
    .where(columnOf(parent), '=', parent.entityId)
    .groupBy('status')
    .execute();
  const countsByStatus = { todo: 0, in_progress: 0, in_review: 0, done: 0, cancelled: 0 };
  for (const { status, count } of countRows) countsByStatus[status] = count;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    total: sum(countRows.map(({ count }) => count)),
    byStatus: countsByStatus,
    overdue: sum(countRows.flatMap(({ status, late }) => (status === 'done' || status === 'cancelled' ? [] : [late]))),
  };
}

export async function updateTaskItem(
  db: OrganizationDatabase,
  id: string,
  actingMember: Pick<ActingMember, 'id' | 'via'>,
  { title, description, status, priority, assigneeId, dueDate }: Schemas['TaskItemUpdate'],
): Promise<void> {
  await db
    .updateTable('task_item')
    .set((eb) => ({
      title,
      status,
      priority,
      updated_by_id: actingMember.id,
      updated_via: actingMember.via,
      ...(description !== undefined && { description: description || null }),
      ...(assigneeId !== undefined && { assignee_id: assigneeId }),
      ...(dueDate !== undefined && { due_date: dueDate }),
      // A task item that is set to `done` again keeps its time of completion. Every other status clears the time.
      ...(status !== undefined && { completed_at: status === 'done' ? eb.fn.coalesce('completed_at', sql<string>`now()`) : null }),
    }))
    .where('id', '=', id)
    .execute();
}

export async function deleteTaskItem(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('task_item').where('id', '=', id).execute();
}

const columnOf = ({ entityType }: Parent) => (entityType === 'risk' ? 'task_item.risk_id' : 'task_item.vendor_id');
