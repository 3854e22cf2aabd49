/** Queries of the organization's access to the service. */
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

/** Locks the organization until the transaction ends, and returns the fields that decide about its access. */
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
