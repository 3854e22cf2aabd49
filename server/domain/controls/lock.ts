import type { OrganizationDatabase } from '../../platform/database/handle.ts';

/**
 * Locks controls that something is to be linked to, in the order of their ids, until the transaction ends.
 * @returns the names of those that are not archived, by id
 */
export async function lockControls(db: OrganizationDatabase, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (!ids.length) return new Map();
  const rows = await db
    .selectFrom('control')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
