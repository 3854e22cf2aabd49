/** Opens the database, brings it up to date, and serves. */
import { mkdirSync } from 'node:fs';
import http from 'node:http';
import type { Socket } from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import { createApp } from './app.ts';
import { schedules } from './areas/schedules.ts';
import { plantSeeds } from './areas/seeds.ts';
import { anchorCheckpoints } from './platform/audit/anchoring.ts';
import { makeDueCheckpoints } from './platform/audit/checkpointing.ts';
import { catalogue } from './domain/catalogue/index.ts';
import { loadCatalogue } from './domain/catalogue/load.ts';
import type { Config } from './platform/config.ts';
import { secureAccess, verifyAccess } from './platform/database/access.ts';
import { housekeeping } from './domain/retention/housekeeping.ts';
import { migrate, pendingMigrations } from './platform/database/migrate.ts';
import { type Database, openDatabase } from './platform/database/open.ts';
import { holdSecret } from './platform/database/secret-mark.ts';
import { loadDemonstration } from './demonstration/load.ts';
import { type Log, logAt } from './platform/log.ts';
import { mailSender } from './platform/mail/sender.ts';
import { answerMalformed } from './contract/malformed.ts';
import { type Ports, portsFrom } from './platform/ports/index.ts';
import { tryAnchor } from './platform/ports/anchor.ts';
import { closeToOthers, directoryMode } from './platform/ports/modes.ts';
import { schedule } from './platform/jobs/schedule.ts';

export interface Running {
  /** Where it listens. */
  readonly url: string;
  /** The key of the demonstration organization, when this start made it. */
  readonly demonstrationKey: string | undefined;
  /** Lets running requests finish, for `timeoutMs` ms at most (SHUTDOWN_TIMEOUT unless given), and closes everything. */
  close(timeoutMs?: number): Promise<void>;
}

/** Why the service cannot start, in one line for who started it. */
export class StartError extends Error {}

/** @throws StartError */
export async function startServer(config: Config): Promise<Running> {
  const log = logAt(config.logLevel);
  const database = await openConfigured(config, log);
  try {
    const own = await outsideOf(database, config);
    await tryAnchor(config).catch((error: unknown) => {
      throw new StartError(`AUDIT_ANCHOR cannot be written: ${reasonOf(error)}`, { cause: error });
    });
    const demonstrationKey =
      config.databaseUrl === undefined && config.demo ? await loadDemonstration(database, own, config.bootstrapApiKey) : undefined;
    const server = http.createServer({ requireHostHeader: false });
    const connections = new Set<Socket>();
    server.on('connection', (socket) => {
      connections.add(socket);
      socket.on('error', (error) => log.debug({ err: error }, 'connection lost')).on('close', () => connections.delete(socket));
    });
    answerMalformed(server, log);
    const url = await listen(server, config);
    // Only now is a port that was left open known, which links have to name.
    const settled = config.baseUrl.endsWith(':0')
      ? { ...config, baseUrl: url, appUrl: config.appUrl === config.baseUrl ? url : config.appUrl }
      : config;
    const ports = await portsFrom(settled);
    const { app, health, runs } = createApp(database, settled, ports, log);
    server.on('request', app);
    runs.start();
    const stopSchedule = schedule(schedules(database, ports), runs.wake, log);
    const stopCheckpoints = schedule(
      [() => makeDueCheckpoints(database.system, ports.checkpointKeys, settled.audit.checkpointEntries, log)],
      () => undefined,
      log,
    );
    const { anchor } = ports;
    // Apart: what is out there may let itself be waited for.
    const stopAnchoring = schedule(anchor ? [() => anchorCheckpoints(database.system, anchor, log)] : [], () => undefined, log);
    const stopMail = mailSender(database.system, settled.mail, log);
    const stopHousekeeping = housekeeping(database.system, ports.files, log);
    return {
      url,
      demonstrationKey,
      async close(timeoutMs = config.shutdownTimeout) {
        health.drain();
        stopHousekeeping();
        stopMail();
        await drain(server, connections, timeoutMs);
        await stopSchedule();
        await stopCheckpoints();
        await stopAnchoring();
        await runs.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The database of this configuration, whatever its schema. @throws StartError */
export async function openUnmigrated({ dataDir, databaseUrl, databaseTimeout }: Config, log?: Log): Promise<Database> {
  let database: Database | undefined;
  try {
    closeToOthers(dataDir);
    if (databaseUrl === undefined) mkdirSync(dataDir, { recursive: true, mode: directoryMode });
    const where =
      databaseUrl === undefined ? { dataDir: path.join(dataDir, 'database') } : { databaseUrl, statementTimeout: databaseTimeout };
    database = await openDatabase({ ...where, ...(log && toldTo(log)) });
    const {
      rows: [server],
    } = await sql<{ version: number }>`select current_setting('server_version_num')::integer as version`.execute(database.system);
    if (server && server.version < 150_000)
      throw new Error(`PostgreSQL 15 or newer is required, and this is ${Math.floor(server.version / 10_000)}`);
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

function listen(server: http.Server, { port, host }: Config): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new StartError(
          'code' in error && error.code === 'EADDRINUSE'
            ? `PORT ${port} is taken on ${host}`
            : `cannot listen on ${host}:${port}: ${error.message}`,
        ),
      ),
    );
    server.listen(port, host, () => {
      const address = server.address();
      const taken = typeof address === 'object' && address ? address.port : port;
      resolve(`http://${host === '0.0.0.0' || host === '127.0.0.1' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${taken}`);
    });
  });
}

/** Takes no more connections, and closes each as soon as nothing runs on it. @param connections all that are open */
async function drain(server: http.Server, connections: ReadonlySet<Socket>, timeoutMs: number) {
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  // Opened ahead, as browsers do, and nothing asked yet: for Node they are not idle. What was on its way has come by then.
  const silent = setTimeout(() => connections.forEach((socket) => socket.bytesRead === 0 && socket.destroy()), Math.min(timeoutMs, 1_000));
  const late = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(idle);
  clearTimeout(silent);
  clearTimeout(late);
}
