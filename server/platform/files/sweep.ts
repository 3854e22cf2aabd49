/**
 * Cleans up the file store: deletes files without a row (left by a process that ended too early, or by an upload to a URL that has expired)
 * and files of deleted organizations, and records missing sizes.
 */
import { sql } from 'kysely';
import type { SystemDatabase } from '../database/handle.ts';
import type { Files, StoredFile } from '../ports/files.ts';
import { lifetimeOf } from './downloads.ts';

/**
 * Minimum age (ms) of an orphan (a file without a row), by its modification time, because no transaction takes that long to commit. After
 * restoring a database older than its files, the first cleanup deletes files that are this old and missing from the database.
 */
const safeAge = 7 * 24 * 3_600_000;
const batchSize = 500;

/** Deletes the orphans of all organizations in this database. Files of other organizations are left alone. @param age minimum age in ms */
export async function removeOrphans(db: SystemDatabase, files: Files, age = safeAge): Promise<void> {
  for (const { id } of await db.selectFrom('organization').select('id').orderBy('id').execute()) {
    let batch: StoredFile[] = [];
    for await (const file of files.list(id)) {
      if (file.changedAt > Date.now() - (lifetimeOf(file.key) ?? age)) continue;
      batch.push(file);
      if (batch.length < batchSize) continue;
      await removeUnknown(db, files, id, batch);
      batch = [];
    }
    if (batch.length) await removeUnknown(db, files, id, batch);
  }
}

async function removeUnknown(db: SystemDatabase, files: Files, organizationId: string, storedFiles: readonly StoredFile[]) {
  const keys = storedFiles.map(({ key }) => key);
  const knownRows = await db
    .selectFrom('stored_file')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', keys)
    .union(
      db
        .selectFrom('upload')
        .select('file_key as id')
        .where('organization_id', '=', organizationId)
        .where('file_key', 'in', keys)
        .where('kept', '=', true),
    )
    .execute();
  const knownKeys = new Set(knownRows.map(({ id }) => id));
  for (const key of keys) if (!knownKeys.has(key)) await files.remove(key);
}

/** Deletes files of organizations that were deleted more than a minute ago, in case their deletion failed or was interrupted. */
export async function removeDeleted(db: SystemDatabase, files: Files): Promise<void> {
  const removeNext = () =>
    db.transaction().execute(async (transaction) => {
      // Locked, so that importing the organization again waits until its old files are deleted.
      const row = await transaction
        .selectFrom('deleted_organization')
        .select('id')
        .where('created_at', '<', sql<string>`now() - interval '1 minute'`)
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!row) return false;
      if (!(await files.removeAll(row.id))) return false;
      await transaction.deleteFrom('deleted_organization').where('id', '=', row.id).execute();
      return true;
    });
  while (await removeNext());
}

/** Records the sizes of files that were stored before sizes were recorded. The row of a missing file stays as it is. */
export async function recordMissingSizes(db: SystemDatabase, files: Files): Promise<void> {
  const rows = await db
    .selectFrom('stored_file')
    .select(['organization_id', 'id'])
    .where('sha256', 'is', null)
    .where('size', '=', 0)
    .limit(100)
    .execute();
  for (const { organization_id, id } of rows) {
    const size = await files.size(id);
    if (size !== undefined && size > 0)
      await db.updateTable('stored_file').set({ size }).where('organization_id', '=', organization_id).where('id', '=', id).execute();
  }
}
