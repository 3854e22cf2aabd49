/**
 * PGlite in a worker, as a pool of one connection: callers queue, and one that waits too long gets an error instead of a deadlock (using the root
 * database inside a transaction is such a wait). A statement that never comes back (after a full disk, say) costs
 * its worker; the next caller gets a new one.
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
/** Of the owner. Under `tenant` the same connection for organizations, whose questions are refused outside of a transaction; it ends with the owner's. */
export interface EmbeddedPool extends Pool {
  readonly tenant: Pool;
}
/** Of PGlite 0.5. */
const postgresVersion = '18';
/** What one table may take (ms): nothing else is served meanwhile, but it must come to its end. */
const vacuumTimeout = 600_000;

interface Engine {
  readonly client: pg.Client;
  /** Whose questions come next. Those of organizations are refused outside of a transaction. */
  lendTo(whom: { onlyWithin: boolean }): void;
  end(): Promise<void>;
  /** Why it takes no more questions. */
  failure: Error | undefined;
}

/** @param options times in ms; `intervalMs` is the one between two looks at what has changed */
export async function openEmbedded({
  acquireTimeout = 5_000,
  statementTimeout = 30_000,
  intervalMs = 10_000,
  ...where
}: EmbeddedOptions): Promise<EmbeddedPool> {
  const unlock = where.dataDir === undefined ? undefined : await lockDirectory(where.dataDir);
  if (where.dataDir !== undefined) refuseOtherVersion(where.dataDir);
  let engine = await startEngine(where, statementTimeout);
  const waiting: { grant(): void; refuse(): void }[] = [];
  let busy = false;
  let isClosed = false;
  const release = () => {
    const next = waiting.shift();
    if (next) next.grant();
    else busy = false;
  };
  /** @param timeoutMs in ms; as long as it takes when there is none */
  const turn = (timeoutMs?: number) =>
    new Promise<void>((resolve, reject) => {
      if (isClosed) return reject(closed());
      if (!busy) {
        busy = true;
        return resolve();
      }
      const one = {
        grant() {
          clearTimeout(timer);
          resolve();
        },
        refuse() {
          clearTimeout(timer);
          reject(closed());
        },
      };
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => {
              waiting.splice(waiting.indexOf(one), 1);
              reject(unavailable('timed out waiting for the one embedded session', 'EMBEDDED_BUSY'));
            }, timeoutMs);
      waiting.push(one);
    });
  const alone = async (text: string) => {
    await turn(acquireTimeout);
    const client = new EmbeddedClient(engine, { onlyWithin: false, release, timeoutMs: vacuumTimeout });
    return client.query<never>(text, []).finally(() => client.release());
  };
  const tidy = async () => {
    await autovacuum(alone);
    await checkpoint(alone);
  };
  // What fails is taken up again.
  const tidying = setInterval(() => void tidy().catch(() => undefined), intervalMs).unref();
  const connect = async (onlyWithin: boolean) => {
    await turn(acquireTimeout);
    try {
      if (engine.failure) {
        // Until its worker has ended it may still write to the directory.
        await engine.end();
        engine = await startEngine(where, statementTimeout).catch(restartFailed);
      }
      return new EmbeddedClient(engine, { onlyWithin, release });
    } catch (error) {
      release();
      throw error;
    }
  };
  // Where there can be no such socket, commands have to wait until the server is stopped.
  const sendAway = where.dataDir === undefined ? undefined : await admitGuests(where.dataDir, () => connect(false)).catch(() => undefined);
  const end = async () => {
    clearInterval(tidying);
    sendAway?.();
    // A vacuum may take longer than callers wait. Who ends the process knows how long that may take.
    await turn();
    isClosed = true;
    // Whoever asked meanwhile would wait for a session that nobody gives back.
    for (const { refuse } of waiting.splice(0)) refuse();
    await engine.end();
    unlock?.();
  };
  return {
    connect: () => connect(false),
    end,
    usage: () => ({ used: busy ? 1 : 0, idle: busy ? 0 : 1, waiting: waiting.length }),
    tenant: { connect: () => connect(true), end: async () => undefined },
  };
}

/** PGlite is one version of PostgreSQL, and reads no other's files. */
function refuseOtherVersion(dataDir: string) {
  const file = path.join(dataDir, 'PG_VERSION');
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : postgresVersion;
  if (version !== postgresVersion)
    throw new Error(
      `${dataDir} is of PostgreSQL ${version}, and this version works with PostgreSQL ${postgresVersion}: export it with the version that made it, and import it into a new directory`,
    );
}

interface Lent {
  readonly onlyWithin: boolean;
  readonly release: () => void;
  readonly timeoutMs?: number;
}

/** It stays with its engine, so that a transaction cannot go on in the next one. */
class EmbeddedClient extends PgClient {
  readonly #engine: Engine;
  constructor(engine: Engine, { onlyWithin, release, ...limit }: Lent) {
    super(engine.client, {
      ...limit,
      isNaming: true,
      // There is no other connection, and a database in memory would end with this one: what is spoilt is made as new, or else ended.
      release: (isSpoilt = false) => {
        if (isSpoilt) void renew(engine).finally(release);
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

/** What `discard all` does, but for prepared statements: pg takes them to be there still. */
const asNew =
  'close all; reset session authorization; reset role; reset all; select pg_advisory_unlock_all(); discard temp; discard sequences';

async function renew(engine: Engine) {
  try {
    const client = new EmbeddedClient(engine, { onlyWithin: false, release: () => undefined });
    await client.query('rollback', []);
    await client.query(asNew, []);
    if (!client.isIdle) await engine.end();
  } catch {
    await engine.end();
  }
}

/** @param statementTimeout in ms; what takes longer costs the engine */
async function startEngine(where: EmbeddedOptions, statementTimeout: number): Promise<Engine> {
  // Run from source it is .ts, built it is .js.
  const worker = new Worker(new URL(`engine${path.extname(import.meta.url)}`, import.meta.url), { workerData: where });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const stream = new EngineStream(worker, (error) => {
    engine.failure ??= error ?? unavailable('a statement did not come back; the embedded engine is restarted');
    void worker.terminate(); // `end` waits for it
  });
  worker
    .on('error', (error: Error) => stream.destroy(error))
    .on('exit', (code) => stream.destroy(unavailable(`the embedded engine stopped (${code})`)));
  // Nothing is taken from the environment: it speaks of servers.
  const client = new pg.Client({
    stream: () => stream,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    pipeline: true,
    types,
    query_timeout: statementTimeout,
    connectionTimeoutMillis: 60_000, // the first start makes the whole directory
  });
  client.on('error', () => undefined);
  const tell = (message: ToEngine) => worker.postMessage(message);
  let isOnlyWithin = false;
  const engine: Engine = {
    client,
    failure: undefined,
    lendTo({ onlyWithin }) {
      if (onlyWithin !== isOnlyWithin) tell({ onlyWithin });
      isOnlyWithin = onlyWithin;
    },
    async end() {
      const isWorking = !engine.failure;
      engine.failure ??= closed();
      if (isWorking) tell('end');
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

/** Until what keeps it from starting is gone, such as a full disk, the database is away. */
function restartFailed(error: unknown): never {
  throw unavailable(`the embedded engine does not start again: ${error instanceof Error ? error.message : String(error)}`);
}

const closed = () => unavailable('the embedded database is closed');

function unavailable(message: string, code: 'EMBEDDED' | 'EMBEDDED_BUSY' = 'EMBEDDED') {
  return Object.assign(new Error(message), { code });
}
