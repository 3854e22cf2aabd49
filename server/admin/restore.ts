import { createReadStream } from 'node:fs';
import { sql } from 'kysely';
import type { Config } from '#platform/config';
import { secureAccess } from '#platform/database/access';
import { hasNoSchema, migrate } from '#platform/database/migrate';
import type { SystemDatabase } from '#platform/database/handle';
import { verifyMark } from '#platform/database/secret-mark';
import { portsFrom } from '#platform/ports/index';
import { openUnmigrated } from '#start/open';
import { type Header, openBackup, type Summary } from './backup/format.ts';
import { countRows } from './backup/manifest.ts';
import type { Part } from './backup/parts.ts';
import { RestoredFiles } from './backup/restored-files.ts';
import { RestoredTables } from './backup/restored-tables.ts';
import { prepareTransaction } from './backup/rows.ts';
import { command, Failure } from './command.ts';
import { type Installation, withInstallation } from './installation.ts';

export const restoreInstallation = command({
  name: 'restore',
  meaning:
    'Restores a backup, from a file or standard input, into an empty database and file store, completely or not at all, and verifies each row against the manifest. The backup may be of either database and of an older version. Set SECRET to the value of the installation that was backed up, or restore DATA_DIR/secret first.',
  allowed: { in: 'FILE' },
  plan: ({ in: file }) =>
    withInstallation(async (installation) => {
      const input = file === undefined ? process.stdin : createReadStream(file, { highWaterMark: 2 ** 20 });
      try {
        const { header, summary } = await restore(installation, input).catch((error: unknown) => fail('nothing was restored', error));
        await bringUpToDate(installation).catch((error: unknown) => fail('all was restored; a start, or migrate, has to go on', error));
        const { version, takenAt } = header;
        const { manifest, size, sha256 } = summary;
        const { count, missing } = manifest.files;
        return { restored: true, version, takenAt, rows: countRows(manifest), files: count, missing, size, sha256 };
      } finally {
        input.destroy();
      }
    }, openUnmigrated),
});

/** Turns an error of the database or the system into a message for the operator. @throws Failure for such errors; other errors unchanged */
function fail(outcome: string, error: unknown): never {
  if (error instanceof Error && 'code' in error) throw new Failure(`${outcome}: ${error.message}`, { cause: error });
  throw error;
}

async function restore({ config, database: { system } }: Installation, input: AsyncIterable<Buffer>) {
  const { header, parts } = await openBackup(input);
  await assertUnused(system);
  warnIfSecretDiffers(header, config);
  if (await hasNoSchema(system))
    await migrate(
      system,
      header.migrations.map(({ name }) => name),
    );
  await assertSameSchema(system, header);
  const { files } = await portsFrom(config);
  return { header, summary: await restoreInto(system, parts, new RestoredFiles(files)) };
}

/** Migrates the restored database if the backup is from an older version. */
async function bringUpToDate({ database: { system } }: Installation): Promise<void> {
  await migrate(system);
  for (const notice of await secureAccess(system)) console.error(`warning: ${notice}`);
}

/** Restores everything or nothing. */
async function restoreInto(system: SystemDatabase, parts: AsyncGenerator<Part, Summary>, store: RestoredFiles): Promise<Summary> {
  try {
    return await system.transaction().execute(async (db) => {
      await prepareTransaction(db);
      // This is the lock of migrations (`migrationLock`), so a server that starts during the restore waits.
      await sql`select pg_advisory_xact_lock(7316001)`.execute(db);
      await assertUnused(db);
      const tables = await RestoredTables.begin(db);
      const summary = await restoreParts(parts, tables, store);
      await tables.finish(summary.manifest);
      return summary;
    });
  } catch (error) {
    await store.undo();
    throw error;
  }
}

async function restoreParts(parts: AsyncGenerator<Part, Summary>, tables: RestoredTables, store: RestoredFiles): Promise<Summary> {
  for (;;) {
    const { value, done } = await parts.next();
    if (done) return value;
    if ('table' in value) await tables.add(value);
    else if ('file' in value) await store.add(value, parts);
  }
}

/** @throws Failure if the database has organizations or accounts */
async function assertUnused(db: SystemDatabase): Promise<void> {
  if (await hasNoSchema(db)) return;
  const {
    rows: [row],
  } = await sql<{ used: boolean }>`select exists (select from organization) or exists (select from user_account) as used`.execute(db);
  if (row?.used) throw new Failure('the database is in use: a backup is restored into an empty database only');
}

/** @throws Failure if the schema of the database differs from that of the backup */
async function assertSameSchema(db: SystemDatabase, { migrations, version }: Header): Promise<void> {
  const rows = await db.selectFrom('migration').select(['name', 'hash']).execute();
  const hashes = new Map(rows.map(({ name, hash }) => [name, hash]));
  const differing = migrations.filter(({ name, hash }) => hashes.get(name) !== hash).map(({ name }) => name);
  if (differing.length)
    throw new Failure(`the backup is of version ${version} with another schema, so restore it with that version: ${differing.join(', ')}`);
  if (rows.length > migrations.length) throw new Failure('the backup is older than the schema of this database: restore it into a new one');
}

/** Warns if SECRET differs from that of the backup. This is not an error, because without it only the encrypted data is lost. */
function warnIfSecretDiffers({ secret }: Header, config: Config) {
  try {
    verifyMark(secret, config);
  } catch (error) {
    console.error(`warning: the service will not start on what is restored: ${error instanceof Error ? error.message : String(error)}`);
  }
}
