/**
 * Deletes files from the store after the rows that referenced them are gone. A trigger notes the keys in `obsolete_file` (0011_files.sql),
 * and the files are deleted after the commit.
 */
import { sql } from 'kysely';
import type { OrganizationContext } from '../context.ts';
import type { OrganizationDatabase, SystemDatabase } from '../database/handle.ts';
import type { Files } from '../ports/files.ts';

const maxRows = 1000;

/** Deletes unreferenced files on commit. Call it after rows were deleted or changed to reference other files; DELETE operations call it automatically. */
export async function removeObsolete({
  db,
  ports: { files },
  afterCommit,
}: Pick<OrganizationContext, 'db' | 'ports' | 'afterCommit'>): Promise<void> {
  const keys = await listObsoleteKeys(db);
  afterCommit(async (isCommitted) => {
    if (isCommitted) for (const key of keys) await files.remove(key);
  });
}

/** Returns keys of files that no row references, including this transaction's deletions: the newest first, at most 1000. */
export async function listObsoleteKeys(db: OrganizationDatabase): Promise<string[]> {
  return (await db.selectFrom('obsolete_file').select('id').orderBy('created_at', 'desc').limit(maxRows).execute()).map(({ id }) => id);
}

/**
 * Deletes the files that have been in `obsolete_file` for more than a minute, and their rows. `removeObsolete` leaves the rows, so this
 * also repeats what failed or was interrupted.
 */
export async function sweepObsoleteFiles(db: SystemDatabase, files: Files): Promise<void> {
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
