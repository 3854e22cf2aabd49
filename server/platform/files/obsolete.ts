/** Files go with the row that names them: the database notes their keys (0032_files.sql), and what is noted is removed once that is certain. */
import { sql } from 'kysely';
import type { OrganizationContext } from '../context.ts';
import type { OrganizationDatabase, SystemDatabase } from '../database/handle.ts';
import type { Files } from '../ports/files.ts';

const maxRows = 1000;

/** After rows were deleted, or name other files: removes those when the change is kept. Every DELETE does so by itself. */
export async function removeObsolete({
  db,
  ports: { files },
  afterCommit,
}: Pick<OrganizationContext, 'db' | 'ports' | 'afterCommit'>): Promise<void> {
  const keys = await obsoleteKeys(db);
  afterCommit(async (kept) => {
    if (kept) for (const key of keys) await files.remove(key);
  });
}

/** Keys of files that no row names any more, this transaction's deletions included; the last ones first, 1000 at most. */
export async function obsoleteKeys(db: OrganizationDatabase): Promise<string[]> {
  return (await db.selectFrom('obsolete_file').select('id').orderBy('created_at', 'desc').limit(maxRows).execute()).map(({ id }) => id);
}

/** What was noted a while ago, whether it was removed at the time or not. */
export async function removeLeftOver(db: SystemDatabase, files: Files): Promise<void> {
  const rows = await db
    .selectFrom('obsolete_file')
    .select(['organization_id', 'id'])
    .where('created_at', '<', sql<string>`now() - interval '1 minute'`)
    .orderBy('created_at')
    .limit(maxRows)
    .execute();
  for (const { organization_id, id } of rows) {
    if (!(await files.remove(id))) return;
    await db.deleteFrom('obsolete_file').where('organization_id', '=', organization_id).where('id', '=', id).execute();
  }
}
