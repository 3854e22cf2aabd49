/** Vendors that tasks are made for (spec/areas/tasks, rule 15). */
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';

/** Tasks of one vendor. */
const most = 200;

/** Looks for the vendor that a new task is for, and holds it until the transaction ends. @returns why it cannot be, or undefined */
export async function lockedVendorFault(db: OrganizationDatabase, id: string): Promise<string | undefined> {
  const vendor = await db.selectFrom('vendor').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!vendor) return 'must be a vendor of the organization';
  const { count } = await db
    .selectFrom('vendor_task')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('vendor_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count) < most ? undefined : `must be a vendor with fewer than ${most} linked tasks`;
}

/** Links a new task to the vendor, which is held. */
export async function linkVendor(db: OrganizationDatabase, vendorId: string, taskId: string): Promise<void> {
  await db
    .insertInto('vendor_task')
    .values({ id: newId('vtk'), vendor_id: vendorId, task_id: taskId })
    .execute();
}
