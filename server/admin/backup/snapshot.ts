/** An installation as of one moment, while it serves. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '../../../generated/database.d.ts';
import type { Config } from '../../platform/config.ts';
import { type Database, openDatabase } from '../../platform/database/open.ts';
import { directoryMode } from '../../platform/ports/modes.ts';
import { Failure } from '../command.ts';
import type { Opened } from '../installation.ts';
import { DirectoryCopy } from './copy-directory.ts';
import { prepare } from './rows.ts';

/** @param takenAt the moment */
type Read<R> = (db: Transaction<SystemTables>, takenAt: string) => Promise<R>;

/** How often (ms) a guest of the server says that it is still there. */
const pingEvery = 10_000;

/** PostgreSQL gives one snapshot of all tables; of an embedded database that a server has, a copy is read. */
export async function atOneMoment<R>({ database, isLent }: Opened, config: Config, read: Read<R>): Promise<R> {
  return isLent ? inCopy(database, config, read) : inSnapshot(database, read);
}

function inSnapshot<R>({ system }: Database, read: Read<R>, moment?: string): Promise<R> {
  return system
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      await prepare(db);
      return read(db, moment ?? (await now(db)));
    });
}

async function inCopy<R>(database: Database, { dataDir }: Config, read: Read<R>): Promise<R> {
  removeLeftOver(dataDir);
  const folder = path.join(dataDir, `backup.${process.pid}`);
  // Of another process that had this number.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: directoryMode });
  try {
    const directory = path.join(folder, randomUUID());
    const copy = new DirectoryCopy(path.join(dataDir, 'database'), directory);
    await copy.pass();
    const moment = await holdingStill(database, () => copy.pass());
    const copied = await openDatabase({ dataDir: directory });
    try {
      return await inSnapshot(copied, read, moment);
    } finally {
      await copied.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Has the one session of the embedded database meanwhile, and everything in its files. @returns the moment */
function holdingStill({ system }: Database, work: () => Promise<unknown>): Promise<string> {
  return system.connection().execute(async (db) => {
    await sql`checkpoint`.execute(db);
    const moment = await now(db);
    let lost: unknown;
    const pinging = setInterval(() => {
      now(db).catch((error: unknown) => {
        lost = error;
      });
    }, pingEvery);
    try {
      await work();
      // Otherwise it went on writing meanwhile.
      await now(db).catch((error: unknown) => {
        lost = error;
      });
      if (lost) throw new Failure('the server did not wait for the copy of its database', { cause: lost });
      return moment;
    } finally {
      clearInterval(pinging);
    }
  });
}

async function now(db: Pick<Database['system'], 'getExecutor'>): Promise<string> {
  const {
    rows: [row],
  } = await sql<{ at: string }>`select clock_timestamp()::timestamptz(3) as at`.execute(db);
  if (!row) throw new Error('the database has no clock');
  return row.at;
}

/** Copies of processes that are no more. */
function removeLeftOver(dataDir: string) {
  for (const name of readdirSync(dataDir)) {
    const pid = Number(/^backup\.(\d+)$/.exec(name)?.[1]);
    if (pid && !isRunning(pid)) rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
