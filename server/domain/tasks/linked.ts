/** Selects the controls of tasks, for tasks that are linked to risks and vendors. */
import type { ExpressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { TenantTables } from '#generated/database';

/** @param eb the expression builder of a query on `task` @returns the controls linked to the task, sorted by name */
export function selectControlsOfTask(eb: ExpressionBuilder<TenantTables, 'task'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('control_task')
      .innerJoin('control', 'control.id', 'control_task.control_id')
      .select(['control.id', 'control.name'])
      .whereRef('control_task.task_id', '=', 'task.id')
      .orderBy('control.name')
      .orderBy('control.id'),
  ).as('controls');
}
