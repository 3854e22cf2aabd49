/**
 * Runs PGlite in a worker as a pool of one connection. Callers queue. A caller that waits too long gets an error instead of a deadlock, for
 * example when it uses the root database inside a transaction. A statement that never returns, for example after a full disk, terminates its
 * worker, and the next caller gets a new one.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { autovacuum } from './autovacuum.ts';
import { checkpoint } from './checkpoint.ts';
import type { Answer, Pool } from './client.ts';
import type { ToEngine } from './engine-messages.ts';
import { EngineStream } from './engine-stream.ts';
import { admitGuests } from './guests.ts';
import { lockDirectory } from './lock.ts';
import { PgClient, types } from './pg-client.ts';

export interface EmbeddedOptions {
  readonly dataDir?: string | undefined;
  readonly dump?: Blob | undefined;
  readonly template?: string | undefined;
  readonly acquireTimeout?: number;
  readonly statementTimeout?: number;
  readonly intervalMs?: number;
}
/** The owner's pool. `tenant` lends its connection for organizations, rejects queries outside a transaction, and ends with this pool. */
export interface EmbeddedPool extends Pool {
  readonly tenant: Pool;
}
/** The version that PGlite 0.5 contains. */
const postgresVersion = '18';
/** Time limit for vacuuming a table (ms). No other query runs during a vacuum, but it must be able to finish. */
const vacuumTimeout = 600_000;

interface Engine {
  readonly client: pg.Client;
  /** Sets who uses the connection next. For organizations, `onlyWithin` refuses queries outside a transaction. */
  lendTo(whom: { onlyWithin: boolean }): void;
  end(): Promise<void>;
  /** Why the engine accepts no more queries. */
  failure: Error | undefined;
}

/** Opens the database and starts its maintenance. @param options times in ms; `intervalMs` is the interval of maintenance */
export async function openEmbedded({
  acquireTimeout = 5_000,
  statementTimeout = 30_000,
  intervalMs = 10_000,
  ...location
}: EmbeddedOptions): Promise<EmbeddedPool> {
  const unlock = location.dataDir === undefined ? undefined : await lockDirectory(location.dataDir);
  if (location.dataDir !== undefined) assertSameVersion(location.dataDir);
  let engine = await startEngine(location, statementTimeout);
  const waiters: { grant(): void; refuse(): void }[] = [];
  let isBusy = false;
  let isClosed = false;
  const release = () => {
    const next = waiters.shift();
    if (next) next.grant();
    else isBusy = false;
  };
  /** @param timeoutMs waits without limit when omitted */
  const acquire = (timeoutMs?: number) =>
    new Promise<void>((resolve, reject) => {
      if (isClosed) return reject(closedError());
      if (!isBusy) {
        isBusy = true;
        return resolve();
      }
      const waiter = {
        grant() {
          clearTimeout(timer);
          resolve();
        },
        refuse() {
          clearTimeout(timer);
          reject(closedError());
        },
      };
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => {
              waiters.splice(waiters.indexOf(waiter), 1);
              reject(unavailableError('timed out waiting for the one embedded session', 'EMBEDDED_BUSY'));
            }, timeoutMs);
      waiters.push(waiter);
    });
  const runAlone = async (text: string) => {
    await acquire(acquireTimeout);
    const client = new EmbeddedClient(engine, { onlyWithin: false, release, timeoutMs: vacuumTimeout });
    return client.query<never>(text, []).finally(() => client.release());
  };
  const maintain = async () => {
    await autovacuum(runAlone);
    await checkpoint(runAlone);
  };
  // A failed run is retried at the next interval.
  const maintenanceTimer = setInterval(() => void maintain().catch(() => undefined), intervalMs).unref();
  const connect = async (onlyWithin: boolean) => {
    await acquire(acquireTimeout);
    try {
      if (engine.failure) {
        // Until its worker has ended, the failed engine may still write to the directory.
        await engine.end();
        engine = await startEngine(location, statementTimeout).catch(throwRestartFailed);
      }
      return new EmbeddedClient(engine, { onlyWithin, release });
    } catch (error) {
      release();
      throw error;
    }
  };
  // If the socket cannot be created, commands have to wait until the server has stopped.
  const disconnectGuests =
    location.dataDir === undefined ? undefined : await admitGuests(location.dataDir, () => connect(false)).catch(() => undefined);
  const end = async () => {
    clearInterval(maintenanceTimer);
    disconnectGuests?.();
    // No timeout, because a vacuum may take longer than callers wait. The shutdown of the process has its own limit.
    await acquire();
    isClosed = true;
    // Otherwise callers that queued meanwhile would wait for a session that is never released.
    for (const { refuse } of waiters.splice(0)) refuse();
    await engine.end();
    unlock?.();
  };
  return {
    connect: () => connect(false),
    end,
    usage: () => ({ used: isBusy ? 1 : 0, idle: isBusy ? 0 : 1, waiting: waiters.length }),
    tenant: { connect: () => connect(true), end: async () => undefined },
  };
}

/** @throws if the files are of another version of PostgreSQL than PGlite contains, because it cannot read them */
function assertSameVersion(dataDir: string) {
  const file = path.join(dataDir, 'PG_VERSION');
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : postgresVersion;
  if (version !== postgresVersion)
    throw new Error(
      `${dataDir} is of PostgreSQL ${version}, and this version works with PostgreSQL ${postgresVersion}: export it with the version that made it, and import it into a new directory`,
    );
}

interface ClientLoan {
  readonly onlyWithin: boolean;
  readonly release: () => void;
  readonly timeoutMs?: number;
}

/** A client stays with its engine, so that a transaction cannot continue in the next engine. */
class EmbeddedClient extends PgClient {
  readonly #engine: Engine;
  constructor(engine: Engine, { onlyWithin, release, ...limit }: ClientLoan) {
    super(engine.client, {
      ...limit,
      isNaming: true,
      // There is no other connection, and an in-memory database would be lost with this one, so a broken session is reset or, failing that, ended.
      release: (isBroken = false) => {
        if (isBroken) void resetEngine(engine).finally(release);
        else release();
      },
    });
    this.#engine = engine;
    engine.lendTo({ onlyWithin });
  }
  override async query<Row>(text: string, values: readonly unknown[]): Promise<Answer<Row>> {
    try {
      return await super.query<Row>(text, values);
    } catch (error) {
      throw this.#engine.failure ?? error;
    }
  }
}

/** Like `discard all`, except for prepared statements, which pg assumes still exist. */
const resetSession =
  'close all; reset session authorization; reset role; reset all; select pg_advisory_unlock_all(); discard temp; discard sequences';

async function resetEngine(engine: Engine) {
  try {
    const client = new EmbeddedClient(engine, { onlyWithin: false, release: () => undefined });
    await client.query('rollback', []);
    await client.query(resetSession, []);
    if (!client.isIdle) await engine.end();
  } catch {
    await engine.end();
  }
}

/** @param statementTimeout in ms; a slower statement terminates the engine */
async function startEngine(location: EmbeddedOptions, statementTimeout: number): Promise<Engine> {
  // The extension is .ts when run from source, and .js when built.
  const worker = new Worker(new URL(`engine${path.extname(import.meta.url)}`, import.meta.url), { workerData: location });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const stream = new EngineStream(worker, (error) => {
    engine.failure ??= error ?? unavailableError('a statement did not come back; the embedded engine is restarted');
    void worker.terminate(); // `end` waits for the exit
  });
  worker
    .on('error', (error: Error) => stream.destroy(error))
    .on('exit', (code) => stream.destroy(unavailableError(`the embedded engine stopped (${code})`)));
  // All options are explicit, because pg would take missing ones from environment variables such as PGUSER, which are meant for servers.
  const client = new pg.Client({
    stream: () => stream,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    pipeline: true,
    types,
    query_timeout: statementTimeout,
    connectionTimeoutMillis: 300_000, // the first start creates the whole directory, which takes minutes on a busy machine
  });
  client.on('error', () => undefined);
  const sendMessage = (message: ToEngine) => worker.postMessage(message);
  let isOnlyWithin = false;
  const engine: Engine = {
    client,
    failure: undefined,
    lendTo({ onlyWithin }) {
      if (onlyWithin !== isOnlyWithin) sendMessage({ onlyWithin });
      isOnlyWithin = onlyWithin;
    },
    async end() {
      const isWorking = !engine.failure;
      engine.failure ??= closedError();
      if (isWorking) sendMessage('end');
      const timer = setTimeout(() => void worker.terminate(), isWorking ? statementTimeout : 0);
      await exited;
      clearTimeout(timer);
    },
  };
  try {
    await client.connect();
    return engine;
  } catch (error) {
    await engine.end();
    throw error;
  }
}

/** The database is unavailable until the cause, such as a full disk, is removed. */
function throwRestartFailed(error: unknown): never {
  throw unavailableError(`the embedded engine does not start again: ${error instanceof Error ? error.message : String(error)}`);
}

const closedError = () => unavailableError('the embedded database is closed');

function unavailableError(message: string, code: 'EMBEDDED' | 'EMBEDDED_BUSY' = 'EMBEDDED') {
  return Object.assign(new Error(message), { code });
}
