/** Takes the port, opens the database, brings it up to date, and serves. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { createApp } from './app.ts';
import { schedules } from './areas/schedules.ts';
import { plantSeeds } from './areas/seeds.ts';
import { anchorCheckpoints } from './platform/audit/anchoring.ts';
import { makeDueCheckpoints } from './platform/audit/checkpointing.ts';
import { catalogue } from './domain/catalogue/index.ts';
import { loadCatalogue } from './domain/catalogue/load.ts';
import type { Config } from './platform/config.ts';
import { settledAt } from './platform/config/settled.ts';
import { secureAccess, verifyAccess } from './platform/database/access.ts';
import { housekeeping } from './domain/retention/housekeeping.ts';
import { migrate, pendingMigrations } from './platform/database/migrate.ts';
import { type Database, openDatabase } from './platform/database/open.ts';
import { holdSecret } from './platform/database/secret-mark.ts';
import { loadDemonstration } from './demonstration/load.ts';
import { accessLogAt, type Log, logAt, logWritten } from './platform/log.ts';
import { mailSender } from './platform/mail/sender.ts';
import { accessLog } from './contract/access-log.ts';
import { listen } from './contract/listener.ts';
import { observed } from './contract/observe.ts';
import { traced } from './contract/traced.ts';
import { serveMetrics } from './platform/metrics/page.ts';
import { type Ports, portsFrom } from './platform/ports/index.ts';
import { tryAnchor } from './platform/ports/anchor.ts';
import { closeToOthers, directoryMode } from './platform/ports/modes.ts';
import { schedule } from './platform/jobs/schedule.ts';
import { loadedTracer } from './platform/tracing.ts';
import { version } from './platform/version.ts';

export interface Running {
  /** Where it listens. */
  readonly url: string;
  /** Where its metrics are, if it was asked for them. */
  readonly metricsUrl: string | undefined;
  /** The key of the demonstration organization, when this start made it. */
  readonly demonstrationKey: string | undefined;
  /**
   * Takes requests for `drainDelay` ms more (DRAIN_DELAY unless given) while it says that it is not ready, lets those that run finish, for
   * `timeoutMs` ms at most (SHUTDOWN_TIMEOUT), and closes everything.
   */
  close(timeoutMs?: number, drainDelay?: number): Promise<void>;
}

/** Why the service cannot start, in one line for who started it. */
export class StartError extends Error {}

/**
 * Nothing is made before the ports are taken: who starts a second server by mistake does not change the first one's data.
 * @param onStep hears what is being done, where that may take seconds @throws StartError
 */
export async function startServer(config: Config, onStep: (step: string) => void = () => undefined): Promise<Running> {
  const log = logAt(config.logLevel);
  log.info(
    { version, node: process.version, pid: process.pid, engine: config.databaseUrl === undefined ? 'embedded' : 'PostgreSQL' },
    'starting',
  );
  const began = performance.now();
  const listener = await listen(config, log).catch(asStartError);
  const { url } = listener;
  const ends: (() => Promise<unknown>)[] = [() => listener.drain(0)];
  try {
    const page =
      config.metricsPort === undefined ? undefined : await serveMetrics(config.metricsPort, config.host, log).catch(asStartError);
    if (page) ends.unshift(() => page.close());
    // Only now is a port that was left open known, which links have to name.
    const settled = settledAt(config, url);
    onStep('Preparing the database');
    const database = await openConfigured(settled, log);
    ends.unshift(() => database.close());
    const ports = await outsideOf(database, settled);
    await tryAnchor(config).catch((error: unknown) => {
      throw new StartError(`AUDIT_ANCHOR cannot be written: ${reasonOf(error)}`, { cause: error });
    });
    const { app, health, runs } = createApp(database, settled, ports, log);
    onStep('Making the demonstration organization');
    // Last of all that may fail: its key is shown only once.
    const demonstrationKey =
      config.databaseUrl === undefined && config.demo ? await loadDemonstration(database, ports, config.bootstrapApiKey) : undefined;
    const { anchor } = ports;
    page?.metrics.watch(database, { mail: settled.mail.url !== undefined, anchor: anchor !== undefined });
    const observers = [
      ...(log.isLevelEnabled('info') ? [accessLog(accessLogAt(config.logLevel))] : []),
      ...(page ? [page.metrics.answered] : []),
    ];
    listener.serve(traced(observed(app, observers), loadedTracer()));
    runs.start();
    const stopSchedule = schedule(schedules(database, ports), runs.wake, log);
    const stopCheckpoints = schedule(
      [() => makeDueCheckpoints(database.system, ports.checkpointKeys, settled.audit.checkpointEntries, log)],
      () => undefined,
      log,
    );
    // Apart: what is out there may let itself be waited for.
    const stopAnchoring = schedule(anchor ? [() => anchorCheckpoints(database.system, anchor, log)] : [], () => undefined, log);
    const stopMail = mailSender(database.system, settled.mail, log);
    const stopHousekeeping = housekeeping(database.system, ports.files, log);
    log.info({ url, metricsUrl: page?.url, startedInMs: Math.round(performance.now() - began) }, 'ready');
    return {
      url,
      metricsUrl: page?.url,
      demonstrationKey,
      async close(timeoutMs = config.shutdownTimeout, drainDelay = config.drainDelay) {
        log.info({ drainDelay, timeoutMs }, 'stopping');
        health.drain();
        listener.letGo();
        if (drainDelay > 0) await wait(drainDelay);
        stopHousekeeping();
        stopMail();
        await listener.drain(timeoutMs);
        await stopSchedule();
        await stopCheckpoints();
        await stopAnchoring();
        await runs.stop();
        await database.close();
        await page?.close();
        log.info('stopped');
        await logWritten();
      },
    };
  } catch (error) {
    for (const end of ends) await end();
    throw error;
  }
}

function asStartError(error: unknown): never {
  throw new StartError(reasonOf(error), { cause: error });
}

/** The database of this configuration, whatever its schema. @throws StartError */
export async function openUnmigrated({ dataDir, databaseUrl, databaseReadUrl, databaseTimeout }: Config, log?: Log): Promise<Database> {
  let database: Database | undefined;
  try {
    closeToOthers(dataDir);
    if (databaseUrl === undefined) mkdirSync(dataDir, { recursive: true, mode: directoryMode });
    const where =
      databaseUrl === undefined
        ? { dataDir: path.join(dataDir, 'database') }
        : { databaseUrl, readUrl: databaseReadUrl, statementTimeout: databaseTimeout };
    database = await openDatabase({ ...where, ...(log && toldTo(log)) });
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
    onReplica: (fault: string | undefined) =>
      fault === undefined
        ? log.info('the replica answers reads')
        : log.warn({ fault }, 'the replica is left out, and the primary answers reads'),
    onLate: (error: Error) => log.error({ err: error }, 'a query was sent after its transaction had ended'),
  };
}

/**
 * The same, migrated or known to be up to date, with the catalog of this version.
 * @param log hears what the operator should know of it @throws StartError
 */
export async function openConfigured(config: Config, log?: Log): Promise<Database> {
  const database = await openUnmigrated(config, log);
  try {
    const pending = config.migrate ? [] : await pendingMigrations(database.system);
    if (pending.length) throw new Error(`the schema lacks ${pending.join(', ')}; run: npm run admin -- migrate`);
    if (config.migrate) await migrate(database.system);
    (config.migrate ? await secureAccess(database.system) : await verifyAccess(database.system)).forEach((notice) => log?.warn(notice));
    await loadCatalogue(database.system, catalogue);
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

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
