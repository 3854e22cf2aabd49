/** Files that no row knows: left by a process that ended between a file and its row, or sent to an address of an upload that is gone. */
import { sql } from 'kysely';
import type { SystemDatabase } from '../database/handle.ts';
import type { Files, Found } from '../ports/files.ts';
import { lifetimeOf } from './downloads.ts';

/**
 * How old (ms) a file is before it can be an orphan, by the time it was last changed: nothing takes that long to be committed. Whoever restored
 * a database that is older than its files has no such time: files that are this old, and newer than the database, go with the first sweep.
 */
const safeAge = 7 * 24 * 3_600_000;
const batchSize = 500;

/** Removes the orphans of all organizations. Files of organizations that this database does not know are none of its business. @param age in ms, from which on a file can be one */
export async function removeOrphans(db: SystemDatabase, files: Files, age = safeAge): Promise<void> {
  for (const { id } of await db.selectFrom('organization').select('id').orderBy('id').execute()) {
    let batch: Found[] = [];
    for await (const found of files.list(id)) {
      if (found.changedAt > Date.now() - (lifetimeOf(found.key) ?? age)) continue;
      batch.push(found);
      if (batch.length < batchSize) continue;
      await removeUnknown(db, files, id, batch);
      batch = [];
    }
    if (batch.length) await removeUnknown(db, files, id, batch);
  }
}

async function removeUnknown(db: SystemDatabase, files: Files, organizationId: string, found: readonly Found[]) {
  const keys = found.map(({ key }) => key);
  const known = await db
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
  const isKnown = new Set(known.map(({ id }) => id));
  for (const key of keys) if (!isKnown.has(key)) await files.remove(key);
}

/** Files of organizations that were deleted a while ago, whether they were removed at the time or not. */
export async function removeDeleted(db: SystemDatabase, files: Files): Promise<void> {
  const isLeft = () =>
    db.transaction().execute(async (transaction) => {
      // Held, so that one that is imported again waits with its files until these are gone.
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
  while (await isLeft());
}

/** Sizes of files that were stored before anybody counted. One that is not there stays at what is known. */
export async function measureStored(db: SystemDatabase, files: Files): Promise<void> {
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
