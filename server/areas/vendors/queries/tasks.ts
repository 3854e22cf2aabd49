/** Queries about the compliance tasks that are linked to a vendor. */
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';

/** Makes `taskIds` the whole set of linked tasks. @param vendorId of a vendor that is held @returns the former set, and how many links came and went */
export async function replaceVendorTasks(
  db: OrganizationDatabase,
  vendorId: string,
  taskIds: readonly string[],
): Promise<{ before: string[]; linked: number; unlinked: number }> {
  const links = await db.selectFrom('vendor_task').select('task_id').where('vendor_id', '=', vendorId).orderBy('task_id').execute();
  const before = links.map((link) => link.task_id);
  const gone = before.filter((id) => !taskIds.includes(id));
  const come = taskIds.filter((id) => !before.includes(id));
  if (gone.length) await db.deleteFrom('vendor_task').where('vendor_id', '=', vendorId).where('task_id', 'in', gone).execute();
  if (come.length)
    await db
      .insertInto('vendor_task')
      .values(come.map((taskId) => ({ id: newId('vtk'), vendor_id: vendorId, task_id: taskId })))
      .execute();
  return { before, linked: come.length, unlinked: gone.length };
}
