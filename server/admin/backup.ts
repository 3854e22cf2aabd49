import { createRequire } from 'node:module';
import path from 'node:path';
import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '#generated/database';
import { newId } from '#platform/database/ids';
import { hasNoSchema } from '#platform/database/migrate';
import type { SystemDatabase } from '#platform/database/handle';
import type { Files } from '#platform/ports/files';
import { openPorts } from '#start/open';
import { readFiles } from './backup/files.ts';
import { type Header, type Summary, writeBackup } from './backup/format.ts';
import { countRows } from './backup/manifest.ts';
import type { Part } from './backup/parts.ts';
import { readRows, findBackupTables } from './backup/rows.ts';
import { readSnapshot } from './backup/snapshot.ts';
import { command, Failure } from './command.ts';
import { openAlongsideServer } from './installation.ts';
import { failToWrite, writeFile } from './write-file.ts';

const { version }: { version: string } = createRequire(import.meta.url)('compliance-automation-api/package.json');
/** Number of backups kept on record. */
const maxRecorded = 100;
/** Number of faults that are printed individually. */
const maxFaults = 20;

export const backupInstallation = command({
  name: 'backup',
  meaning:
    'Writes the whole installation as of one moment, the database and the stored files, to a file or to standard output, also while servers run. The SHA-256 of the file is written beside it. The backup contains personal data; it does not contain SECRET, which is needed to restore it.',
  allowed: { out: 'FILE' },
  plan:
    ({ out }) =>
    async (config) => {
      const openedDatabase = await openAlongsideServer(config);
      const { system } = openedDatabase.database;
      try {
        if (await hasNoSchema(system)) throw new Failure('there is no installation in this database');
        const { files } = await openPorts(openedDatabase.database, config);
        const faults: string[] = [];
        // Deletions stop before the snapshot starts, so that files named by its rows still exist when they are copied.
        const release = await files.holdDeletions();
        try {
          const { takenAt, ...summary } = await readSnapshot(openedDatabase, config, async (db, moment) => {
            const header = await headerOf(db, config.databaseUrl === undefined ? 'embedded' : 'postgresql', moment);
            const parts = partsOf(db, files, (fault) => faults.push(fault));
            const written = await (out === undefined
              ? writeBackup(header, parts, process.stdout).catch((error: unknown) => failToWrite('backup', error))
              : writeFile('backup', out, (output) => writeBackup(header, parts, output)));
            return { ...written, takenAt: moment };
          });
          await recordBackup(system, takenAt, summary, faults.length);
          printFaults(faults);
          if (out === undefined) return undefined;
          const { size, sha256, manifest } = summary;
          await writeFile('backup', `${out}.sha256`, async (output) => {
            await new Promise<void>((resolve, reject) => {
              output.once('error', reject).end(`${sha256}  ${path.basename(out)}\n`, resolve);
            });
          });
          return {
            file: out,
            takenAt,
            version,
            rows: countRows(manifest),
            files: manifest.files.count,
            faults: faults.length,
            size,
            sha256,
          };
        } finally {
          await release();
        }
      } finally {
        await openedDatabase.database.close();
      }
    },
});

async function headerOf(db: Transaction<SystemTables>, engine: Header['engine'], takenAt: string): Promise<Header> {
  const migrations = await db.selectFrom('migration').select(['name', 'hash']).orderBy('name').execute();
  const { mark } = await db.selectFrom('secret_mark').select('mark').executeTakeFirstOrThrow();
  return { backup: 1, version, takenAt, engine, migrations, secret: mark };
}

async function* partsOf(db: Transaction<SystemTables>, files: Files, warn: (fault: string) => void): AsyncGenerator<Part> {
  for (const table of await findBackupTables(db)) yield* readRows(db, table);
  yield* readFiles(db, files, warn);
}

/** Records the backup for `status` and for monitoring its age. Older schemas have no table for it. */
async function recordBackup(db: SystemDatabase, takenAt: string, { size, sha256, manifest }: Summary, faults: number): Promise<void> {
  const {
    rows: [lookup],
  } = await sql<{ there: boolean }>`select to_regclass('public.installation_backup') is not null as there`.execute(db);
  if (!lookup?.there) return;
  await db
    .insertInto('installation_backup')
    .values({
      id: newId('bkp'),
      version,
      taken_at: takenAt,
      size,
      sha256,
      row_count: countRows(manifest),
      file_count: manifest.files.count,
      file_bytes: manifest.files.bytes,
      fault_count: faults,
    })
    .execute();
  await db
    .deleteFrom('installation_backup')
    .where('id', 'not in', (eb) => eb.selectFrom('installation_backup').select('id').orderBy('taken_at', 'desc').limit(maxRecorded))
    .execute();
}

function printFaults(faults: readonly string[]) {
  for (const fault of faults.slice(0, maxFaults)) console.error(`warning: ${fault}`);
  if (faults.length > maxFaults) console.error(`warning: and ${faults.length - maxFaults} more such files`);
}
