/**
 * PGlite in a worker, behind the face of a pg.Pool, so that Kysely's stock PostgresDialect works on both engines.
 * One session: callers queue, and one that waits too long gets an error instead of a deadlock (using the root
 * database inside a transaction is such a wait). A statement that never comes back (after a full disk, say) costs
 * its worker; the next caller gets a new one.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { prepareValue } from 'pg/lib/utils.js';
import { autovacuum } from './autovacuum.ts';
import { lockDirectory } from './lock.ts';

export interface EmbeddedOptions { readonly dataDir?: string | undefined; readonly dump?: Blob | undefined; readonly acquireTimeout?: number; readonly statementTimeout?: number; readonly nap?: number }
type Result = PostgresQueryResult<never>;
/** Of PGlite 0.5. */
const postgresVersion = '18';
/** What one table may take (ms): nothing else is served meanwhile, but it must come to its end. */
const vacuumTimeout = 600_000;

interface Session { call(text: string, values: readonly unknown[], patience?: number): Promise<Result>; end(): Promise<void>; dead: boolean }

/** @param options times in ms; `nap` is the one between two looks at what has changed */
export async function openEmbedded({ acquireTimeout = 5_000, statementTimeout = 30_000, nap = 10_000, ...where }: EmbeddedOptions): Promise<PostgresPool> {
  const unlock = where.dataDir === undefined ? undefined : await lockDirectory(where.dataDir);
  if (where.dataDir !== undefined) refuseOtherVersion(where.dataDir);
  let session = await startSession(where, statementTimeout);
  const waiting: (() => void)[] = [];
  let busy = false;
  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else busy = false;
  };
  const turn = () => new Promise<void>((resolve, reject) => {
    if (!busy) { busy = true; return resolve(); }
    const grant = () => { clearTimeout(timer); resolve(); };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(grant), 1);
      reject(unavailable('timed out waiting for the one embedded session', 'EMBEDDED_BUSY'));
    }, acquireTimeout);
    waiting.push(grant);
  });
  const alone = async (text: string) => {
    await turn();
    return session.call(text, [], vacuumTimeout).finally(release);
  };
  // What fails is taken up again.
  const vacuuming = setInterval(() => void autovacuum(alone).catch(() => undefined), nap).unref();
  return {
    options: {},
    async connect() {
      await turn();
      try {
        if (session.dead) session = await startSession(where, statementTimeout).catch(restartFailed);
        return new Client(session, release);
      } catch (error) {
        release();
        throw error;
      }
    },
    async end() {
      clearInterval(vacuuming);
      await turn();
      await session.end();
      unlock?.();
    },
  };
}

/** PGlite is one version of PostgreSQL, and reads no other's files. */
function refuseOtherVersion(dataDir: string) {
  const file = path.join(dataDir, 'PG_VERSION');
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : postgresVersion;
  if (version !== postgresVersion) throw new Error(`${dataDir} is of PostgreSQL ${version}, and this version works with PostgreSQL ${postgresVersion}: export it with the version that made it, and import it into a new directory`);
}

/** What Kysely needs of a pg client. It stays with its session, so that a transaction cannot go on in the next one. */
class Client implements PostgresPoolClient {
  readonly #session: Session;
  #release: (() => void) | undefined;
  constructor(session: Session, release: () => void) {
    this.#session = session;
    this.#release = release;
  }
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('no cursors on the embedded engine');
    return this.#session.call(text, values.map((value) => prepareValue(value)));
  }
  release(discard?: boolean) {
    if (discard) void this.#session.end();
    this.#release?.();
    this.#release = undefined;
  }
}

async function startSession(where: EmbeddedOptions, statementTimeout: number): Promise<Session> {
  // Run from source it is .ts, built it is .js.
  const worker = new Worker(new URL(`engine${path.extname(import.meta.url)}`, import.meta.url), { workerData: where });
  const pending = new Map<number, { resolve: (result: Result) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }>();
  let last = 0;
  const fail = (error: Error) => {
    session.dead = true;
    for (const { reject, timer } of pending.values()) { clearTimeout(timer); reject(error); }
    pending.clear();
  };
  const session: Session = {
    dead: false,
    call: (text, values, patience = statementTimeout) => new Promise((resolve, reject) => {
      if (session.dead) return reject(unavailable('the embedded engine was restarted'));
      const id = ++last;
      const timer = setTimeout(() => {
        fail(unavailable('a statement did not come back; the embedded engine is restarted'));
        void worker.terminate();
      }, patience);
      pending.set(id, { resolve, reject, timer });
      worker.postMessage({ id, text, values });
    }),
    async end() {
      if (!session.dead) await session.call('', []).catch(() => undefined);
      session.dead = true;
      await worker.terminate();
    },
  };
  worker.on('message', ({ id, result, error }) => {
    const call = pending.get(id);
    if (!call) return;
    pending.delete(id);
    clearTimeout(call.timer);
    if (error) call.reject(Object.assign(new Error(error.message), error));
    else call.resolve(result);
  });
  worker.on('error', fail).on('exit', (code) => fail(unavailable(`the embedded engine stopped (${code})`)));
  await session.call('select 1', [], 60_000); // the first start makes the whole directory
  return session;
}

/** Until what keeps it from starting is gone, such as a full disk, the database is away. */
function restartFailed(error: unknown): never {
  throw unavailable(`the embedded engine does not start again: ${error instanceof Error ? error.message : String(error)}`);
}

function unavailable(message: string, code: 'EMBEDDED' | 'EMBEDDED_BUSY' = 'EMBEDDED') {
  return Object.assign(new Error(message), { code });
}
