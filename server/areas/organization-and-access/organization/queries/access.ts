/** Queries about the organization's access to the service. */
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

/** Locks the row with the fields that decide about access until the transaction ends. */
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
