/** The database of a configuration, and what lies outside: all that the service and the commands of its operator begin with. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { plantSeeds } from '../areas/seeds.ts';
import { edition, loadRelease } from '../domain/catalogue/release.ts';
import type { Config } from '../platform/config.ts';
import { secureAccess, verifyAccess } from '../platform/database/access.ts';
import { findDistributed } from '../platform/database/distributed.ts';
import { migrate, pendingMigrations } from '../platform/database/migrate.ts';
import { type Database, openDatabase } from '../platform/database/open.ts';
import { holdSecret } from '../platform/database/secret-mark.ts';
import { templateFile } from '../platform/database/template.ts';
import type { Log } from '../platform/log.ts';
import { type Ports, portsFrom } from '../platform/ports/index.ts';
import { closeToOthers, directoryMode } from '../platform/ports/modes.ts';

/** Why the service cannot start, in one line for who started it. */
export class StartError extends Error {}

/** Milliseconds for which a command waits for a vacuum, which a large change of its own may have brought about. No client waits for it. */
const patience = 600_000;

/** The database of this configuration, whatever its schema. @param log of a server; a command has none @param template what a new embedded one begins as, if not empty @throws StartError */
export async function openUnmigrated(
  { dataDir, databaseUrl, databaseReadUrls, databaseTimeout }: Config,
  log?: Log,
  template?: string,
): Promise<Database> {
  let database: Database | undefined;
  try {
    closeToOthers(dataDir);
    if (databaseUrl === undefined) mkdirSync(dataDir, { recursive: true, mode: directoryMode });
    const where =
      databaseUrl === undefined
        ? { dataDir: path.join(dataDir, 'database'), template }
        : { databaseUrl, readUrls: databaseReadUrls, statementTimeout: databaseTimeout };
    database = await openDatabase({ ...where, ...(log ? toldTo(log) : { acquireTimeout: patience }) });
    const {
      rows: [server],
    } = await sql<{ version: number; isSet: boolean }>`select current_setting('server_version_num')::integer as version,
      current_setting('idle_in_transaction_session_timeout') <> '0' as "isSet"`.execute(database.system);
    if (server && server.version < 150_000)
      throw new Error(`PostgreSQL 15 or newer is required, and this is ${Math.floor(server.version / 10_000)}`);
    if (databaseUrl !== undefined && !server?.isSet)
      throw new Error('the settings of sessions do not arrive; if a pooler takes them away, add ?pgbouncer=true to the address');
    return database;
  } catch (error) {
    await database?.close();
    throw new StartError(`${databaseUrl === undefined ? `DATA_DIR ${dataDir}` : 'DATABASE_URL'}: ${reasonOf(error)}`, { cause: error });
  }
}

/** What goes wrong where no request hears of it. */
function toldTo(log: Log) {
  return {
    onLost: (error: Error) => log.warn({ err: error }, 'idle database connection lost'),
    onReplica: (fault: string | undefined, replica: number) =>
      fault === undefined
        ? log.info({ replica }, 'the replica answers reads')
        : log.warn({ replica, fault }, 'the replica is left out, and others or the primary answer reads'),
    onLate: (error: Error) => log.error({ err: error }, 'a query was sent after its transaction had ended'),
  };
}

/**
 * The same, migrated or known to be up to date, with the catalog of this version.
 * @param log hears what the operator should know of it @throws StartError
 */
export async function openConfigured(config: Config, log?: Log): Promise<Database> {
  // The schema of this version is in it: where it is not to be applied, or that of an older version is to be restored, a new one is empty.
  const database = await openUnmigrated(config, log, config.migrate ? templateFile(edition()) : undefined);
  try {
    if ((await findDistributed(database.system)).size) throw new Error('it is distributed by Citus, which this version does not work with');
    const pending = config.migrate ? [] : await pendingMigrations(database.system);
    if (pending.length) throw new Error(`the schema lacks ${pending.join(', ')}; run: npm run admin -- migrate`);
    if (config.migrate) await migrate(database.system);
    (config.migrate ? await secureAccess(database.system) : await verifyAccess(database.system)).forEach((notice) => log?.warn(notice));
    await loadRelease(database.system);
    await plantSeeds(database.system);
    return database;
  } catch (error) {
    await database.close();
    throw new StartError(`the database cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

/** The ports of this configuration, once it is certain that its secret is that of the database. @throws StartError */
export async function outsideOf(database: Database, config: Config): Promise<Ports> {
  await holdSecret(database.system, config).catch((error: unknown) => {
    throw new StartError(`the database cannot be used: ${reasonOf(error)}`, { cause: error });
  });
  const ports = await portsFrom(config);
  // Again, for a directory that was empty when it was opened: only by now it is known to be the service's.
  closeToOthers(config.dataDir);
  return ports;
}

/** In one line. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
