/** Lists, reads, counts, changes and deletes task items. */
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { ActingMember } from '#platform/identity/acting-member';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { anyOf, dependingOn, equals } from '#platform/database/filters';
import type { FilterOf } from '#contract/types';
import { isItemVisibleTo } from '#domain/tasks/items-visible';
import { mayRead } from '#domain/access/records/kinds';
import { isItemReadable, type Reader } from '#domain/access/records/rows';
import { recordOf } from './records.ts';
import { selectItems } from './rows.ts';

type Schemas = components['schemas'];
export type TaskItemOrder = 'createdAt' | 'updatedAt' | 'title' | 'status' | 'priority' | 'dueDate';
export interface Parent {
  readonly entityType: Schemas['TaskItemEntityType'];
  readonly entityId: string;
}
type Filter = FilterOf<'listTaskItems'>;

type ItemExpressions = ExpressionBuilder<TenantTables, 'task_item'>;
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

const createListSortedBy = (sortKeyOf: (eb: ItemExpressions, sortOrder: 'asc' | 'desc') => RawBuilder<string | number>) =>
  PagedList.of((db, _param, sortOrder) => db.selectFrom('task_item').select((eb) => ['id', sortKeyOf(eb, sortOrder).as('place')]))
    .filteredBy<Scope>({
      riskId: equals('task_item.risk_id'),
      vendorId: equals('task_item.vendor_id'),
      restrictedTo: isItemVisibleTo,
      assignedTo: equals('task_item.assignee_id'),
    })
    // Joins the items with their computed sort keys, by which pages are sorted.
    .within((sortedItems, db) => selectItems(db).innerJoin(sortedItems.as('placed'), 'placed.id', 'task_item.id'))
    .filteredBy<Omit<Filter, keyof Parent>>({
      status: anyOf('task_item.status'),
      priority: anyOf('task_item.priority'),
      assigneeId: dependingOn(
        (id) => id === 'none',
        (eb, isUnassigned, id) => (isUnassigned ? eb('task_item.assignee_id', 'is', null) : eb('task_item.assignee_id', '=', id)),
      ),
    });

/** A list for each sort key. Statuses and priorities sort in the order of their enumerations; items without a date come last. */
const lists = {
  createdAt: createListSortedBy((eb) => sql`${eb.ref('created_at')}`),
  updatedAt: createListSortedBy((eb) => sql`${eb.ref('updated_at')}`),
  title: createListSortedBy((eb) => sql`${eb.ref('title')}`),
  status: createListSortedBy((eb) => sql`array_position(${sql.val([...statuses])}::text[], ${eb.ref('status')})`),
  priority: createListSortedBy((eb) => sql`array_position(${sql.val([...priorities])}::text[], ${eb.ref('priority')})`),
  dueDate: createListSortedBy(
    (eb, sortOrder) =>
      sql`coalesce(${eb.ref('due_date')}, ${sortOrder === 'asc' ? '9999-12-31T23:59:59.999Z' : '0001-01-01T00:00:00.000Z'}::timestamptz)`,
  ),
};

/** @returns a page of the items of a risk or vendor that the reader may see */
export async function listTaskItems(
  db: OrganizationDatabase,
  { entityType, entityId, ...filter }: Filter,
  page: PageRequest<TaskItemOrder>,
  reader: Reader,
): Promise<Page<Schemas['TaskItem']>> {
  const { memberId = '', restrictedTo } = reader;
  const scope = {
    ...(entityType === 'risk' ? { riskId: entityId } : { vendorId: entityId }),
    ...(restrictedTo !== undefined && { restrictedTo }),
    ...(restrictedTo === undefined && !mayRead(reader, entityType) && { assignedTo: memberId }),
  };
  return mapPage(await lists[page.sortBy].page(db, { ...filter, ...scope }, { by: 'placed.place', id: 'task_item.id' }, page), recordOf);
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
