import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import { anyOf, dependingOn, is } from '../../../platform/database/filters.ts';
import type { FilterOf } from '../../../contract/types.ts';
import { isSeenBy } from '../../../domain/tasks/items-visible.ts';
import { recordOf } from './records.ts';
import { selectItems } from './rows.ts';

type Schemas = components['schemas'];
export type TaskItemOrder = 'createdAt' | 'updatedAt' | 'title' | 'status' | 'priority' | 'dueDate';
export interface Parent {
  readonly entityType: Schemas['TaskItemEntityType'];
  readonly entityId: string;
}
type Filter = FilterOf<'listTaskItems'>;

type Item = ExpressionBuilder<TenantTables, 'task_item'>;
const statuses = ['todo', 'in_progress', 'in_review', 'done', 'cancelled'] as const;
const priorities = ['urgent', 'high', 'medium', 'low'] as const;

/** By the kind of the parent, of which there is one, and for a restricted member. */
interface Scope {
  readonly riskId?: string;
  readonly vendorId?: string;
  readonly restrictedTo?: string;
}

const listedBy = (placeOf: (eb: Item, sortOrder: 'asc' | 'desc') => RawBuilder<string | number>) =>
  PagedList.of((db, _param, sortOrder) => db.selectFrom('task_item').select((eb) => ['id', placeOf(eb, sortOrder).as('place')]))
    .filteredBy<Scope>({ riskId: is('task_item.risk_id'), vendorId: is('task_item.vendor_id'), restrictedTo: isSeenBy })
    .within((placed, db) => selectItems(db).innerJoin(placed.as('placed'), 'placed.id', 'task_item.id'))
    .filteredBy<Omit<Filter, keyof Parent>>({
      status: anyOf('task_item.status'),
      priority: anyOf('task_item.priority'),
      assigneeId: dependingOn(
        (id) => id === 'none',
        (eb, isNobody, id) => (isNobody ? eb('task_item.assignee_id', 'is', null) : eb('task_item.assignee_id', '=', id)),
      ),
    });

/** By what they are sorted, where that is no column: values in the order of their enumeration, and no date after all dates. */
const lists = {
  createdAt: listedBy((eb) => sql`${eb.ref('created_at')}`),
  updatedAt: listedBy((eb) => sql`${eb.ref('updated_at')}`),
  title: listedBy((eb) => sql`${eb.ref('title')}`),
  status: listedBy((eb) => sql`array_position(${sql.val([...statuses])}::text[], ${eb.ref('status')})`),
  priority: listedBy((eb) => sql`array_position(${sql.val([...priorities])}::text[], ${eb.ref('priority')})`),
  dueDate: listedBy(
    (eb, sortOrder) =>
      sql`coalesce(${eb.ref('due_date')}, ${sortOrder === 'asc' ? '9999-12-31T23:59:59.999Z' : '0001-01-01T00:00:00.000Z'}::timestamptz)`,
  ),
};

/** @param restrictedTo the member who sees only some of the items, if restricted */
export async function listTaskItems(
  db: OrganizationDatabase,
  { entityType, entityId, ...filter }: Filter,
  page: PageRequest<TaskItemOrder>,
  restrictedTo: string | undefined,
): Promise<Page<Schemas['TaskItem']>> {
  const scope = {
    ...(entityType === 'risk' ? { riskId: entityId } : { vendorId: entityId }),
    ...(restrictedTo !== undefined && { restrictedTo }),
  };
  return mapPage(await lists[page.sortBy].page(db, { ...filter, ...scope }, { by: 'placed.place', id: 'task_item.id' }, page), recordOf);
}

export async function findTaskItem(db: OrganizationDatabase, id: string): Promise<Schemas['TaskItem'] | undefined> {
  const row = await selectItems(db).where('task_item.id', '=', id).executeTakeFirst();
  return row && recordOf(row);
}

/** The same, held until the transaction ends. */
export async function lockTaskItem(db: OrganizationDatabase, id: string): Promise<Schemas['TaskItem'] | undefined> {
  await db.selectFrom('task_item').select('id').where('id', '=', id).forUpdate().execute();
  return findTaskItem(db, id);
}

/** @param restrictedTo the member who sees only some of the items, if restricted */
export async function taskItemStats(
  db: OrganizationDatabase,
  parent: Parent,
  restrictedTo: string | undefined,
): Promise<Schemas['TaskItemStats']> {
  const all = db.selectFrom('task_item');
  const counts = await (restrictedTo === undefined ? all : all.where((eb) => isSeenBy(eb, restrictedTo)))
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
  const byStatus = { todo: 0, in_progress: 0, in_review: 0, done: 0, cancelled: 0 };
  for (const { status, count } of counts) byStatus[status] = count;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  return {
    total: sum(counts.map(({ count }) => count)),
    byStatus,
    overdue: sum(counts.flatMap(({ status, late }) => (status === 'done' || status === 'cancelled' ? [] : [late]))),
  };
}

/** @param by member id */
export async function updateTaskItem(
  db: OrganizationDatabase,
  id: string,
  by: string,
  { title, description, status, priority, assigneeId, dueDate }: Schemas['TaskItemUpdate'],
): Promise<void> {
  await db
    .updateTable('task_item')
    .set((eb) => ({
      title,
      status,
      priority,
      updated_by_id: by,
      ...(description !== undefined && { description: description || null }),
      ...(assigneeId !== undefined && { assignee_id: assigneeId }),
      ...(dueDate !== undefined && { due_date: dueDate }),
      // Entering `done` sets it unless it is set, leaving clears it.
      ...(status !== undefined && { completed_at: status === 'done' ? eb.fn.coalesce('completed_at', sql<string>`now()`) : null }),
    }))
    .where('id', '=', id)
    .execute();
}

export async function deleteTaskItem(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('task_item').where('id', '=', id).execute();
}

const columnOf = ({ entityType }: Parent) => (entityType === 'risk' ? 'task_item.risk_id' : 'task_item.vendor_id');
