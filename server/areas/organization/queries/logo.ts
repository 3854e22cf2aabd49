/** The key of the logo's file, in the organization's row. */
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

/** As it stays until the transaction ends. */
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
