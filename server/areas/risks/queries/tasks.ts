/** Queries about the compliance tasks linked to a risk. */
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';

/** Makes `taskIds` the whole set of linked tasks. Gives those linked before, and how many links came and went. */
export async function replaceRiskTasks(
  db: OrganizationDatabase,
  riskId: string,
  taskIds: readonly string[],
): Promise<{ before: string[]; linked: number; unlinked: number }> {
  const linked = await db.selectFrom('risk_task').select('task_id').where('risk_id', '=', riskId).orderBy('task_id').execute();
  const before = linked.map((link) => link.task_id);
  const gone = before.filter((id) => !taskIds.includes(id));
  const come = taskIds.filter((id) => !before.includes(id));
  if (gone.length) await db.deleteFrom('risk_task').where('risk_id', '=', riskId).where('task_id', 'in', gone).execute();
  if (come.length)
    await db
      .insertInto('risk_task')
      .values(come.map((taskId) => ({ id: newId('rtk'), risk_id: riskId, task_id: taskId })))
      .execute();
  return { before, linked: come.length, unlinked: gone.length };
}
