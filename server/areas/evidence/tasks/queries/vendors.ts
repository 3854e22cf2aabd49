/** Links new tasks to vendors (tasks, rule 15). */
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type FieldError, fieldErrors } from '#platform/refusals/field-errors';
import { newId } from '#platform/database/ids';

/** The maximum number of tasks that can be linked to a vendor. */
const maxTasks = 200;
const unknownVendor = fieldErrors.unknownReference('vendor');

/** Locks the vendor of a new task until the transaction ends. @returns an error if a task cannot be linked to the vendor */
export async function lockVendorForTask(db: OrganizationDatabase, reader: Reader, id: string): Promise<FieldError | undefined> {
  if (!mayRead(reader, 'vendor')) return unknownVendor;
  const vendor = await db.selectFrom('vendor').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!vendor) return unknownVendor;
  const { count } = await db
    .selectFrom('vendor_task')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('vendor_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count) < maxTasks ? undefined : fieldErrors.notAllowed(`must be a vendor with fewer than ${maxTasks} linked tasks`);
}

/** Links a new task to a vendor. The caller must have locked the vendor. */
export async function linkVendor(db: OrganizationDatabase, vendorId: string, taskId: string): Promise<void> {
  await db
    .insertInto('vendor_task')
    .values({ id: newId('vtk'), vendor_id: vendorId, task_id: taskId })
    .execute();
}
