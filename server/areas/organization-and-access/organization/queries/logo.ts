/** Queries of the file key of the logo. */
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

/** Locks the organization until the transaction ends, and returns the file key of its logo. */
export function lockLogo(db: OrganizationDatabase) {
  return db
    .selectFrom('organization')
    .select(columnsOf('organization', 'logoKey'))
    .where('id', '=', db.organizationId)
    .forUpdate()
    .executeTakeFirst();
}

/** @param key the file key of the new logo, or null to remove the logo */
export async function setLogo(db: OrganizationDatabase, key: string | null): Promise<void> {
  await db.updateTable('organization').set({ logo_key: key }).where('id', '=', db.organizationId).execute();
}
