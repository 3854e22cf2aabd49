import type { QueryCreator } from 'kysely';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { personColumns } from '../../../domain/members/person.ts';
import { columnsOf } from '../../../platform/database/columns.ts';

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
    'createdAt',
    'updatedAt',
  ),
  'task_item.created_by_snapshot as snapshot',
  ...personColumns('assignee'),
  ...personColumns('maker'),
  ...personColumns('changer'),
] as const;

/** Items with those who have to do with them. */
export function selectItems(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('task_item')
    .leftJoin('member as assignee', 'assignee.id', 'task_item.assignee_id')
    .leftJoin('member as maker', 'maker.id', 'task_item.created_by_id')
    .leftJoin('member as changer', 'changer.id', 'task_item.updated_by_id')
    .select(columns);
}
export type TaskItemRow = Awaited<ReturnType<ReturnType<typeof selectItems>['executeTakeFirstOrThrow']>>;
