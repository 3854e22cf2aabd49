/** Whether the organization has access to the service. */
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

/** With what may say that it should, as it stays until the transaction ends. */
export function lockAccess(db: OrganizationDatabase) {
  return db
    .selectFrom('organization')
    .select(columnsOf('organization', 'hasAccess', 'website'))
    .where('id', '=', db.organizationId)
    .forUpdate()
    .executeTakeFirst();
}

export async function grantAccess(db: OrganizationDatabase): Promise<void> {
  await db.updateTable('organization').set({ has_access: true }).where('id', '=', db.organizationId).execute();
}
