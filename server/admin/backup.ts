import { createRequire } from 'node:module';
import path from 'node:path';
import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import { newId } from '../platform/database/ids.ts';
import { isEmpty } from '../platform/database/migrate.ts';
import type { SystemDatabase } from '../platform/database/handle.ts';
import type { Files } from '../platform/ports/files.ts';
import { outsideOf } from '../start/open.ts';
import { filesOf } from './backup/files.ts';
import { type Header, type Summary, writeBackup } from './backup/format.ts';
import { rowsIn } from './backup/manifest.ts';
import type { Part } from './backup/parts.ts';
import { rowsOf, tablesOf } from './backup/rows.ts';
import { atOneMoment } from './backup/snapshot.ts';
import { command, Failure } from './command.ts';
import { openBeside } from './installation.ts';
import { unwritten, writeFile } from './written-file.ts';

const { version }: { version: string } = createRequire(import.meta.url)('compliance-automation-api/package.json');
/** How many backups are remembered. */
const remembered = 100;
/** How many faults are told one by one. */
const mostFaults = 20;

export const backupInstallation = command({
  name: 'backup',
  meaning:
    'Writes the whole installation as of one moment, the database and the stored files, to a file or to standard output, also while servers run. The SHA-256 of the file is written beside it. The backup contains personal data; it does not contain SECRET, which is needed to restore it.',
  allowed: { out: 'FILE' },
  plan:
    ({ out }) =>
    async (config) => {
      const opened = await openBeside(config);
      const { system } = opened.database;
      try {
        if (await isEmpty(system)) throw new Failure('there is no installation in this database');
        const { files } = await outsideOf(opened.database, config);
        const faults: string[] = [];
        // Before the moment: what rows of that moment name stays until it is copied.
        const release = await files.hold();
        try {
          const { takenAt, ...summary } = await atOneMoment(opened, config, async (db, moment) => {
            const header = await headerOf(db, config.databaseUrl === undefined ? 'embedded' : 'postgresql', moment);
            const parts = partsOf(db, files, (fault) => faults.push(fault));
            const written = await (out === undefined
              ? writeBackup(header, parts, process.stdout).catch((error: unknown) => unwritten('backup', error))
              : writeFile('backup', out, (to) => writeBackup(header, parts, to)));
            return { ...written, takenAt: moment };
          });
          await remember(system, takenAt, summary, faults.length);
          tell(faults);
          if (out === undefined) return undefined;
          const { size, sha256, manifest } = summary;
          await writeFile('backup', `${out}.sha256`, async (to) => {
            await new Promise<void>((resolve, reject) => {
              to.once('error', reject).end(`${sha256}  ${path.basename(out)}\n`, resolve);
            });
          });
          return { file: out, takenAt, version, rows: rowsIn(manifest), files: manifest.files.count, faults: faults.length, size, sha256 };
        } finally {
          await release();
        }
      } finally {
        await opened.database.close();
      }
    },
});

async function headerOf(db: Transaction<SystemTables>, engine: Header['engine'], takenAt: string): Promise<Header> {
  const migrations = await db.selectFrom('migration').select(['name', 'hash']).orderBy('name').execute();
  const { mark } = await db.selectFrom('secret_mark').select('mark').executeTakeFirstOrThrow();
  return { backup: 1, version, takenAt, engine, migrations, secret: mark };
}

async function* partsOf(db: Transaction<SystemTables>, files: Files, warn: (fault: string) => void): AsyncGenerator<Part> {
  for (const table of await tablesOf(db)) yield* rowsOf(db, table);
  yield* filesOf(db, files, warn);
}

/** For `status`, and whoever watches how old the last backup is. A schema from before that has no place for it. */
async function remember(db: SystemDatabase, takenAt: string, { size, sha256, manifest }: Summary, faults: number): Promise<void> {
  const {
    rows: [known],
  } = await sql<{ there: boolean }>`select to_regclass('public.installation_backup') is not null as there`.execute(db);
  if (!known?.there) return;
  await db
    .insertInto('installation_backup')
    .values({
      id: newId('bkp'),
      version,
      taken_at: takenAt,
      size,
      sha256,
      row_count: rowsIn(manifest),
      file_count: manifest.files.count,
      file_bytes: manifest.files.bytes,
      fault_count: faults,
    })
    .execute();
  await db
    .deleteFrom('installation_backup')
    .where('id', 'not in', (eb) => eb.selectFrom('installation_backup').select('id').orderBy('taken_at', 'desc').limit(remembered))
    .execute();
}

function tell(faults: readonly string[]) {
  for (const fault of faults.slice(0, mostFaults)) console.error(`warning: ${fault}`);
  if (faults.length > mostFaults) console.error(`warning: and ${faults.length - mostFaults} more such files`);
}
