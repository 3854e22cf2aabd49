import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SystemDatabase } from './handle.ts';
import { withRole, makeTenantRole, migrationLock } from './tenant-role.ts';
import { withoutTimeouts } from './without-timeouts.ts';

export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

/** PostgreSQL's error code for a lock that was not acquired in time. */
const lockNotAvailable = '55P03';
const folder = new URL('./migrations/', import.meta.url);
const migrationTable =
  'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz(3) not null default now())';

/** Milliseconds that a migration waits for a lock. Requests queued behind it wait just as long. */
const lockTimeout = 2_000;
/** Milliseconds before a migration that did not get its locks is retried. */
const retryPause = 1_000;

/**
 * Applies numbered SQL files, forward only, in one transaction each, and checks their hashes.
 * Any number of servers may call this at the same time. @param only names of the files to apply, to get another version's schema
 * @param timeoutMs milliseconds for retrying a file that does not get its locks @returns the names of the applied files
 * @throws when a file was changed after it was applied, or the schema belongs to a newer version
 */
export async function migrate(db: SystemDatabase, only?: readonly string[], timeoutMs = 300_000): Promise<string[]> {
  const appliedNames: string[] = [];
  const pendingFiles = (await findPendingFiles(db)).filter(({ name }) => !only || only.includes(name));
  const role = await makeTenantRole(db);
  for (const file of pendingFiles) {
    const deadline = performance.now() + timeoutMs;
    while (!(await tryToApply(db, file, role, appliedNames))) {
      if (performance.now() >= deadline)
        throw new Error(`${file.name} does not get its locks: end the long transactions of others (pg_stat_activity), and try again`);
      await wait(retryPause);
    }
  }
  return appliedNames;
}

/**
 * @param appliedNames receives the name of the file, unless another server has applied it
 * @returns whether the file got its locks; if not, nothing has changed
 */
async function tryToApply(db: SystemDatabase, { name, text, hash }: Migration, role: string, appliedNames: string[]): Promise<boolean> {
  try {
    await db.transaction().execute(async (transaction) => {
      await withoutTimeouts(transaction);
      await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction);
      await sql`select set_config('lock_timeout', ${String(lockTimeout)}, true)`.execute(transaction);
      await sql.raw(migrationTable).execute(transaction);
      const applied = await transaction.selectFrom('migration').select('name').where('name', '=', name).executeTakeFirst();
      if (applied) return;
      await sql.raw(withRole(text, role)).execute(transaction);
      await transaction.insertInto('migration').values({ name, hash }).execute();
      appliedNames.push(name);
    });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === lockNotAvailable) return false;
    throw error;
  }
}

/** @returns the names of files not yet applied */
export async function listPendingMigrations(db: SystemDatabase): Promise<string[]> {
  return (await findPendingFiles(db)).map(({ name }) => name);
}

/** @returns whether there is no schema yet */
export async function hasNoSchema(db: SystemDatabase): Promise<boolean> {
  return (await appliedMigrations(db)).length === 0;
}

/** @returns all files of this version, ordered by name */
export function migrationFiles(): readonly Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    });
}

async function findPendingFiles(db: SystemDatabase): Promise<Migration[]> {
  const files = migrationFiles();
  const applied = await appliedMigrations(db);
  for (const { name, hash } of applied) {
    const file = files.find((one) => one.name === name);
    if (!file) throw new Error(`its schema belongs to a newer version (${name})`);
    if (file.hash !== hash) throw new Error(`${name} was changed after it was applied`);
  }
  return files.filter(({ name }) => !applied.some((one) => one.name === name));
}

async function appliedMigrations(db: SystemDatabase) {
  const {
    rows: [lookup],
  } = await sql<{ there: boolean }>`select to_regclass('public.migration') is not null as there`.execute(db);
  return lookup?.there ? db.selectFrom('migration').select(['name', 'hash']).execute() : [];
}
