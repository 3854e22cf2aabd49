/** Tasks that are linked to a risk or a vendor. */
import type { ExpressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { TenantTables } from '../../../generated/database.d.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';

/** @returns those of the ids that are tasks of the organization, which stay until the transaction ends */
export async function knownTasks(db: OrganizationDatabase, ids: readonly string[]): Promise<Set<string>> {
  const rows = ids.length ? await db.selectFrom('task').select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute() : [];
  return new Set(rows.map(({ id }) => id));
}

/** @param eb of a query that has the task @returns the controls that it is linked to, by name */
export function controlsOfTask(eb: ExpressionBuilder<TenantTables, 'task'>) {
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
