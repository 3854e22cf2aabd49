/** Queries about the key of the logo's file. */
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

/** Locks the row until the transaction ends. */
export function lockLogo(db: OrganizationDatabase) {
  return db
    .selectFrom('organization')
    .select(columnsOf('organization', 'logoKey'))
    .where('id', '=', db.organizationId)
    .forUpdate()
    .executeTakeFirst();
}

/** @param key null for no logo */
export async function setLogo(db: OrganizationDatabase, key: string | null): Promise<void> {
  await db.updateTable('organization').set({ logo_key: key }).where('id', '=', db.organizationId).execute();
}
