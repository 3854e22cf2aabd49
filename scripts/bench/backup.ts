/**
 * Backs up and restores a whole installation of one GiB and one of a quarter, and measures how fast this is and whether memory grows with
 * the size.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { migrate } from '#platform/database/migrate';
import { openDatabase, type DatabaseOptions } from '#platform/database/open';
import { newOrganization } from '../../test/support/organization.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { withTempFolder } from './folder.ts';
import { ms, printTable } from './table.ts';

/** `data`: MiB of rows and files; `size`: MiB of the backup file; `speed`: `data` per second; `peak`: MiB of memory of the command. */
interface Backup {
  readonly engine: string;
  readonly what: 'backup' | 'restore';
  readonly data: number;
  readonly size: number;
  readonly speed: number;
  readonly peak: number;
}
export interface BackupResults {
  readonly backups: readonly Backup[];
}

const mebibyte = 2 ** 20;
/** Audit entries with this many hashes (32 characters) each, so that they compress badly; small files; and one large file. */
const fullSize = { entries: 160_000, hashes: 48, files: 1_024, size: 256 * 1024, large: 512 * mebibyte } as const;
const shares = [0.25, 1];
const SECRET = 'the secret of an installation that is measured';

export async function measureBackup(): Promise<BackupResults> {
  const postgres = await startPostgres();
  try {
    const backups: Backup[] = [];
    for (const [engine, server] of [['PostgreSQL', postgres.url], ['embedded']] as const)
      for (const share of shares) backups.push(...(await withTempFolder((folder) => measureEngine(engine, folder, share, server))));
    return { backups };
  } finally {
    await postgres.end();
  }
}

async function measureEngine(engine: string, folder: string, share: number, server?: string): Promise<Backup[]> {
  const databases: (string | undefined)[] = [undefined, undefined];
  if (server !== undefined) {
    const root = await openDatabase({ databaseUrl: server });
    for (const [n, name] of [`measured ${share}`, `restored ${share}`].entries()) {
      await sql`create database ${sql.id(name)}`.execute(root.system);
      databases[n] = Object.assign(new URL(server), { pathname: name }).href;
    }
    await root.close();
  }
  const [env, restoreEnv] = ['measured', 'restored'].map((name, n) => ({
    DATA_DIR: path.join(folder, name),
    SECRET,
    ...(databases[n] !== undefined && { DATABASE_URL: databases[n] }),
  }));
  if (!env || !restoreEnv) return [];
  const data = await fill(env, share);
  const out = path.join(folder, 'installation.backup');
  const backups: Backup[] = [];
  for (const [action, command] of [
    ['backup', ['backup', '--out', out]],
    ['restore', ['restore', '--in', out]],
  ] as const) {
    const { took: duration, peak } = await run(action === 'backup' ? env : restoreEnv, command);
    backups.push({ engine, what: action, data, size: statSync(out).size / mebibyte, speed: (data / duration) * 1000, peak });
  }
  return backups;
}

/** @returns the size of the inserted rows (as text) and files, in MiB */
async function fill({ DATA_DIR, DATABASE_URL: databaseUrl }: { readonly DATA_DIR: string; readonly DATABASE_URL?: string }, share: number) {
  const databaseOptions: DatabaseOptions = databaseUrl === undefined ? { dataDir: path.join(DATA_DIR, 'database') } : { databaseUrl };
  const database = await openDatabase(databaseOptions);
  await migrate(database.system);
  const { id } = await newOrganization(database);
  const batch = 500;
  const entries = fullSize.entries * share;
  for (let first = 1_000; first < entries + 1_000; first += batch)
    await sql`insert into audit_entry (id, organization_id, sequence, hash, description, data, timestamp)
      select 'aud_' || n, ${id}, n, md5(n::text), (select string_agg(md5(n || '.' || k), '') from generate_series(1, ${fullSize.hashes}::integer) k), '{"action": "a", "resource": "risk"}', now()
      from generate_series(${first}::integer, ${first + batch - 1}::integer) n`.execute(database.system);
  const folder = path.join(DATA_DIR, 'files', id, 'measured');
  mkdirSync(folder, { recursive: true });
  const small = Array.from({ length: fullSize.files * share }, () => fullSize.size);
  for (const [n, size] of [...small, fullSize.large * share].entries()) {
    const name = `${n}.bin`;
    writeFileSync(path.join(folder, name), randomBytes(size));
    await database.system
      .insertInto('stored_file')
      .values({ id: `${id}/measured/${name}`, organization_id: id, size })
      .execute();
  }
  await database.close();
  return (share * (fullSize.entries * fullSize.hashes * 32 + fullSize.files * fullSize.size + fullSize.large)) / mebibyte;
}

/** @returns the duration in ms, and the peak memory in MiB */
async function run(env: Readonly<Record<string, string>>, command: readonly string[]): Promise<{ took: number; peak: number }> {
  // Does not use getrusage, whose value includes the memory of the parent process.
  const reporter =
    "data:text/javascript,import fs from 'node:fs'; process.on('exit', () => console.error('peak ' + /VmHWM:\\s+(\\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]));";
  const startTime = performance.now();
  const child = spawn(process.execPath, ['--import', reporter, 'server/admin/main.ts', ...command], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [errorOutput, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${command[0]} ended with ${code}: ${errorOutput}`);
  return { took: performance.now() - startTime, peak: Number(/peak (\d+)/.exec(errorOutput)?.[1]) / 1024 };
}

export function printBackup({ backups }: BackupResults) {
  printTable(
    ['', 'database', 'rows and files, MiB', 'file, MiB', 'MiB/s', 'peak memory, MiB'],
    backups.map(({ what: action, engine, data, size, speed, peak }) => [action, engine, ...[data, size, speed, peak].map(ms)]),
  );
}
