import { createReadStream } from 'node:fs';
import { sql } from 'kysely';
import type { Config } from '../platform/config.ts';
import { secureAccess } from '../platform/database/access.ts';
import { isEmpty, migrate } from '../platform/database/migrate.ts';
import type { SystemDatabase } from '../platform/database/handle.ts';
import { verifyMark } from '../platform/database/secret-mark.ts';
import { portsFrom } from '../platform/ports/index.ts';
import { openUnmigrated } from '../start/open.ts';
import { type Header, openBackup, type Summary } from './backup/format.ts';
import { rowsIn } from './backup/manifest.ts';
import type { Part } from './backup/parts.ts';
import { RestoredFiles } from './backup/restored-files.ts';
import { RestoredTables } from './backup/restored-tables.ts';
import { prepare } from './backup/rows.ts';
import { command, Failure } from './command.ts';
import { type Installation, withInstallation } from './installation.ts';

export const restoreInstallation = command({
  name: 'restore',
  meaning:
    'Restores a backup, from a file or standard input, into an empty database and file store, completely or not at all, and verifies each row against the manifest. The backup may be of either database and of an older version. Set SECRET to the value of the installation that was backed up, or restore DATA_DIR/secret first.',
  allowed: { in: 'FILE' },
  plan: ({ in: file }) =>
    withInstallation(async (installation) => {
      const from = file === undefined ? process.stdin : createReadStream(file, { highWaterMark: 2 ** 20 });
      try {
        const { header, summary } = await restore(installation, from).catch((error: unknown) => fail('nothing was restored', error));
        await bringUpToDate(installation).catch((error: unknown) => fail('all was restored; a start, or migrate, has to go on', error));
        const { version, takenAt } = header;
        const { manifest, size, sha256 } = summary;
        const { count, missing } = manifest.files;
        return { restored: true, version, takenAt, rows: rowsIn(manifest), files: count, missing, size, sha256 };
      } finally {
        from.destroy();
      }
    }, openUnmigrated),
});

/** What the database or the system has against it is for the operator to know. @throws Failure */
function fail(what: string, error: unknown): never {
  if (error instanceof Error && 'code' in error) throw new Failure(`${what}: ${error.message}`, { cause: error });
  throw error;
}

async function restore({ config, database: { system } }: Installation, from: AsyncIterable<Buffer>) {
  const { header, parts } = await openBackup(from);
  await refuseOccupied(system);
  warnOfSecret(header, config);
  if (await isEmpty(system))
    await migrate(
      system,
      header.migrations.map(({ name }) => name),
    );
  await refuseUnfit(system, header);
  const { files } = await portsFrom(config);
  return { header, summary: await restoreInto(system, parts, new RestoredFiles(files)) };
}

/** What was restored from an older version. */
async function bringUpToDate({ database: { system } }: Installation): Promise<void> {
  await migrate(system);
  for (const notice of await secureAccess(system)) console.error(`warning: ${notice}`);
}

/** All of it, or nothing. */
async function restoreInto(system: SystemDatabase, parts: AsyncGenerator<Part, Summary>, store: RestoredFiles): Promise<Summary> {
  try {
    return await system.transaction().execute(async (db) => {
      await prepare(db);
      // That of migrations, so that a server which starts meanwhile waits.
      await sql`select pg_advisory_xact_lock(7316001)`.execute(db);
      await refuseOccupied(db);
      const tables = await RestoredTables.begin(db);
      const summary = await takeIn(parts, tables, store);
      await tables.finish(summary.manifest);
      return summary;
    });
  } catch (error) {
    await store.undo();
    throw error;
  }
}

async function takeIn(parts: AsyncGenerator<Part, Summary>, tables: RestoredTables, store: RestoredFiles): Promise<Summary> {
  for (;;) {
    const { value, done } = await parts.next();
    if (done) return value;
    if ('table' in value) await tables.add(value);
    else if ('file' in value) await store.add(value, parts);
  }
}

/** @throws Failure */
async function refuseOccupied(db: SystemDatabase): Promise<void> {
  if (await isEmpty(db)) return;
  const {
    rows: [found],
  } = await sql<{ used: boolean }>`select exists (select from organization) or exists (select from user_account) as used`.execute(db);
  if (found?.used) throw new Failure('the database is in use: a backup is restored into an empty database only');
}

/** @throws Failure */
async function refuseUnfit(db: SystemDatabase, { migrations, version }: Header): Promise<void> {
  const here = await db.selectFrom('migration').select(['name', 'hash']).execute();
  const hashes = new Map(here.map(({ name, hash }) => [name, hash]));
  const other = migrations.filter(({ name, hash }) => hashes.get(name) !== hash).map(({ name }) => name);
  if (other.length)
    throw new Failure(`the backup is of version ${version} with another schema, so restore it with that version: ${other.join(', ')}`);
  if (here.length > migrations.length) throw new Failure('the backup is older than the schema of this database: restore it into a new one');
}

/** It is not refused: if the secret is lost, what it encrypted is lost, and the rest is not. */
function warnOfSecret({ secret }: Header, config: Config) {
  try {
    verifyMark(secret, config);
  } catch (error) {
    console.error(`warning: the service will not start on what is restored: ${error instanceof Error ? error.message : String(error)}`);
  }
}
