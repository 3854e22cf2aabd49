import type { QueryCreator } from 'kysely';
import type { TenantTables } from '#generated/database';
import { personColumns } from '#domain/people/members/person';
import { columnsOf } from '#platform/database/columns';

const columns = [
  ...columnsOf(
    'task_item',
    'id',
    'title',
    'description',
    'status',
    'priority',
    'riskId',
    'vendorId',
    'dueDate',
    'completedAt',
    'createdVia',
    'updatedVia',
    'createdAt',
    'updatedAt',
    'version',
  ),
  'task_item.created_by_snapshot as snapshot',
  ...personColumns('assignee'),
  ...personColumns('maker'),
  ...personColumns('changer'),
] as const;

/** Selects task items with their assignee, creator and last editor. */
export function selectItems(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('task_item')
    .leftJoin('member as assignee', 'assignee.id', 'task_item.assignee_id')
    .leftJoin('member as maker', 'maker.id', 'task_item.created_by_id')
    .leftJoin('member as changer', 'changer.id', 'task_item.updated_by_id')
    .select(columns);
}
export type TaskItemRow = Awaited<ReturnType<ReturnType<typeof selectItems>['executeTakeFirstOrThrow']>>;
