/** Opens the configured database and ports, which the service and the admin commands both start with. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { ensureSeedData } from '#areas/seeds';
import { catalogueHash, loadRelease } from '#domain/catalogue/release';
import type { Config } from '#platform/config';
import { secureAccess, verifyAccess } from '#platform/database/access';
import { findDistributed } from '#platform/database/distributed';
import { migrate, listPendingMigrations } from '#platform/database/migrate';
import { type Database, openDatabase } from '#platform/database/open';
import { registerSecret } from '#platform/database/secret-mark';
import { templateFile } from '#platform/database/template';
import type { Log } from '#platform/log';
import { type Ports, portsFrom } from '#platform/ports/index';
import { closeToOthers, directoryMode } from '#platform/ports/modes';
import { StartError } from './start-error.ts';

/**
 * Milliseconds that a command waits for a connection. A vacuum after its own large change may delay it, and no client is waiting for the
 * command.
 */
const commandTimeout = 600_000;

/**
 * Opens the configured database, whatever its schema. @param log given by a server; commands have none @param template file to initialize a new embedded
 * database from; by default, it starts empty @throws StartError if that fails
 */
export async function openUnmigrated(
  { dataDir, databaseUrl, databaseReadUrls, databaseTimeout }: Config,
  log?: Log,
  template?: string,
): Promise<Database> {
  let database: Database | undefined;
  try {
    closeToOthers(dataDir);
    if (databaseUrl === undefined) mkdirSync(dataDir, { recursive: true, mode: directoryMode });
    const location =
      databaseUrl === undefined
        ? { dataDir: path.join(dataDir, 'database'), template }
        : { databaseUrl, readUrls: databaseReadUrls, statementTimeout: databaseTimeout };
    database = await openDatabase({ ...location, ...(log ? eventLoggers(log) : { acquireTimeout: commandTimeout }) });
    const {
      rows: [serverSettings],
    } = await sql<{ version: number; isSet: boolean }>`select current_setting('server_version_num')::integer as version,
      current_setting('idle_in_transaction_session_timeout') <> '0' as "isSet"`.execute(database.system);
    if (serverSettings && serverSettings.version < 150_000)
      throw new Error(`PostgreSQL 15 or newer is required, and this is ${Math.floor(serverSettings.version / 10_000)}`);
    if (databaseUrl !== undefined && !serverSettings?.isSet)
      throw new Error('the settings of sessions do not arrive; if a pooler takes them away, add ?pgbouncer=true to the address');
    return database;
  } catch (error) {
    await database?.close();
    throw new StartError(`${databaseUrl === undefined ? `DATA_DIR ${dataDir}` : 'DATABASE_URL'}: ${errorMessageOf(error)}`, {
      cause: error,
    });
  }
}

/** Logs database failures that no request can report. */
function eventLoggers(log: Log) {
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
 * Opens the database, migrates it (or checks that it is up to date), and loads the catalog of this version.
 * @param log receives notices for the operator @throws StartError if that fails
 */
export async function openConfigured(config: Config, log?: Log): Promise<Database> {
  // The template contains this version's schema, so it is not used if the schema must not be applied or an older schema will be restored.
  const database = await openUnmigrated(config, log, config.migrate ? templateFile(catalogueHash()) : undefined);
  try {
    if ((await findDistributed(database.system)).size) throw new Error('it is distributed by Citus, which this version does not work with');
    const pending = config.migrate ? [] : await listPendingMigrations(database.system);
    if (pending.length) throw new Error(`the schema lacks ${pending.join(', ')}; run: npm run admin -- migrate`);
    if (config.migrate) await migrate(database.system);
    (config.migrate ? await secureAccess(database.system) : await verifyAccess(database.system)).forEach((notice) => log?.warn(notice));
    await loadRelease(database.system);
    await ensureSeedData(database.system);
    return database;
  } catch (error) {
    await database.close();
    throw new StartError(`the database cannot be used: ${errorMessageOf(error)}`, { cause: error });
  }
}

/** Creates the configured ports after checking that the configured secret belongs to this database. @throws StartError */
export async function openPorts(database: Database, config: Config): Promise<Ports> {
  await registerSecret(database.system, config).catch((error: unknown) => {
    throw new StartError(`the database cannot be used: ${errorMessageOf(error)}`, { cause: error });
  });
  const ports = await portsFrom(config);
  // This is repeated for a directory that was empty at first: only now is it certain that it belongs to the service.
  closeToOthers(config.dataDir);
  return ports;
}

/** Returns the error's message on one line. */
export function errorMessageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorMessageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
