/** Reads the names of vendors for justifications. */
import type { OrganizationDatabase } from '#platform/database/handle';

/** @returns the names of the vendors, sub-processors first */
export async function listVendorNames(db: OrganizationDatabase): Promise<string[]> {
  const rows = await db.selectFrom('vendor').select('name').orderBy('is_sub_processor', 'desc').orderBy('name').orderBy('id').execute();
  return rows.map(({ name }) => name);
}
