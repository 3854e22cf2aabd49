/** Takes a snapshot of a running installation. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '#generated/database';
import type { Config } from '#platform/config';
import { type Database, openDatabase } from '#platform/database/open';
import { directoryMode } from '#platform/ports/modes';
import { Failure } from '../command.ts';
import type { OpenedDatabase } from '../installation.ts';
import { DirectoryCopy } from './copy-directory.ts';
import { prepareTransaction } from './rows.ts';

/** @param takenAt time of the snapshot */
type Read<R> = (db: Transaction<SystemTables>, takenAt: string) => Promise<R>;

/** Milliseconds between the queries that keep a session borrowed from the server alive. */
const pingInterval = 10_000;

/** Calls `read` with a snapshot of all tables. An embedded database in use by a server is copied first. */
export async function readSnapshot<R>({ database, isBorrowed }: OpenedDatabase, config: Config, read: Read<R>): Promise<R> {
  return isBorrowed ? readCopy(database, config, read) : readInTransaction(database, read);
}

function readInTransaction<R>({ system }: Database, read: Read<R>, moment?: string): Promise<R> {
  return system
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      await prepareTransaction(db);
      return read(db, moment ?? (await readClock(db)));
    });
}

async function readCopy<R>(database: Database, { dataDir }: Config, read: Read<R>): Promise<R> {
  removeStaleCopies(dataDir);
  const folder = path.join(dataDir, `backup.${process.pid}`);
  // The folder may be left over from an earlier process with the same id.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: directoryMode });
  try {
    const directory = path.join(folder, randomUUID());
    const copy = new DirectoryCopy(path.join(dataDir, 'database'), directory);
    await copy.pass();
    const moment = await whileIdle(database, () => copy.pass());
    const copiedDatabase = await openDatabase({ dataDir: directory });
    try {
      return await readInTransaction(copiedDatabase, read, moment);
    } finally {
      await copiedDatabase.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Flushes the embedded database and occupies its only session while `work` runs. @returns the time of the snapshot */
function whileIdle({ system }: Database, work: () => Promise<unknown>): Promise<string> {
  return system.connection().execute(async (db) => {
    await sql`checkpoint`.execute(db);
    const moment = await readClock(db);
    let connectionError: unknown;
    const pingTimer = setInterval(() => {
      readClock(db).catch((error: unknown) => {
        connectionError = error;
      });
    }, pingInterval);
    try {
      await work();
      // If the session was lost, the server kept writing during the copy.
      await readClock(db).catch((error: unknown) => {
        connectionError = error;
      });
      if (connectionError) throw new Failure('the server did not wait for the copy of its database', { cause: connectionError });
      return moment;
    } finally {
      clearInterval(pingTimer);
    }
  });
}

async function readClock(db: Pick<Database['system'], 'getExecutor'>): Promise<string> {
  const {
    rows: [row],
  } = await sql<{ at: string }>`select clock_timestamp()::timestamptz(3) as at`.execute(db);
  if (!row) throw new Error('the database has no clock');
  return row.at;
}

/** Removes copies left by processes that have ended. */
function removeStaleCopies(dataDir: string) {
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
