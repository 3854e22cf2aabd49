/**
 * PGlite in a worker, as a pool of one connection: callers queue, and one that waits too long gets an error instead of a deadlock (using the root
 * database inside a transaction is such a wait). A statement that never comes back (after a full disk, say) costs
 * its worker; the next caller gets a new one.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { prepareValue } from 'pg/lib/utils.js';
import { autovacuum } from './autovacuum.ts';
import { checkpoint } from './checkpoint.ts';
import type { Answer, Client, Pool } from './client.ts';
import { admitGuests } from './guests.ts';
import { lockDirectory } from './lock.ts';
import { liftLimits } from './without-timeouts.ts';

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
type Result = Answer<never>;
/** Of PGlite 0.5. */
const postgresVersion = '18';
/** What one table may take (ms): nothing else is served meanwhile, but it must come to its end. */
const vacuumTimeout = 600_000;
/** The most that Node's timers can wait. */
const withoutEnd = 2 ** 31 - 1;

interface Calling {
  readonly timeoutMs?: number;
  readonly onlyWithin?: boolean;
}
interface Engine {
  /** @param how `onlyWithin` a transaction, or not at all */
  call(text: string, values: readonly unknown[], how?: Calling): Promise<Result>;
  end(): Promise<void>;
  dead: boolean;
  isIdle: boolean;
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
    return engine.call(text, [], { timeoutMs: vacuumTimeout }).finally(release);
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
      if (engine.dead) {
        // Until its worker has ended it may still write to the directory.
        await engine.end();
        engine = await startEngine(where, statementTimeout).catch(restartFailed);
      }
      return new EmbeddedClient(engine, onlyWithin, release);
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

/** It stays with its engine, so that a transaction cannot go on in the next one. */
class EmbeddedClient implements Client {
  readonly #engine: Engine;
  readonly #onlyWithin: boolean;
  readonly #release: () => void;
  /** From the statement that lifts the limits until the connection goes back. */
  #isPatient = false;
  constructor(engine: Engine, onlyWithin: boolean, release: () => void) {
    this.#engine = engine;
    this.#onlyWithin = onlyWithin;
    this.#release = release;
  }
  get isIdle() {
    return this.#engine.isIdle;
  }
  query(text: string, values: readonly unknown[]): Promise<Result> {
    if (text === liftLimits) this.#isPatient = true;
    return this.#engine.call(
      text,
      values.map((value) => prepareValue(value)),
      { onlyWithin: this.#onlyWithin, ...(this.#isPatient && { timeoutMs: withoutEnd }) },
    );
  }
  /** There is no other connection, and a database in memory would end with this one: what is spoilt is made as new, or else ended. */
  release(isSpoilt = false) {
    if (isSpoilt) void renew(this.#engine).finally(this.#release);
    else this.#release();
  }
}

async function renew(engine: Engine) {
  try {
    await engine.call('rollback', []);
    await engine.call('discard all', []);
    if (!engine.isIdle) await engine.end();
  } catch {
    await engine.end();
  }
}

async function startEngine(where: EmbeddedOptions, statementTimeout: number): Promise<Engine> {
  // Run from source it is .ts, built it is .js.
  const worker = new Worker(new URL(`engine${path.extname(import.meta.url)}`, import.meta.url), { workerData: where });
  const pending = new Map<number, { resolve: (result: Result) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }>();
  let last = 0;
  const fail = (error: Error) => {
    engine.dead = true;
    for (const { reject, timer } of pending.values()) {
      clearTimeout(timer);
      reject(error);
    }
    pending.clear();
  };
  const engine: Engine = {
    dead: false,
    isIdle: true,
    call: (text, values, { timeoutMs = statementTimeout, onlyWithin = false } = {}) =>
      new Promise((resolve, reject) => {
        if (engine.dead) return reject(unavailable('the embedded engine was restarted'));
        const id = ++last;
        const timer = setTimeout(() => {
          fail(unavailable('a statement did not come back; the embedded engine is restarted'));
          void worker.terminate(); // `end` waits for it
        }, timeoutMs);
        pending.set(id, { resolve, reject, timer });
        worker.postMessage({ id, text, values, onlyWithin });
      }),
    async end() {
      if (!engine.dead) await engine.call('', []).catch(() => undefined);
      engine.dead = true;
      await worker.terminate();
    },
  };
  worker.on('message', ({ id, result, error, isIdle }) => {
    engine.isIdle = isIdle;
    const call = pending.get(id);
    if (!call) return;
    pending.delete(id);
    clearTimeout(call.timer);
    if (error) call.reject(Object.assign(new Error(error.message), error));
    else call.resolve(result);
  });
  worker.on('error', fail).on('exit', (code) => fail(unavailable(`the embedded engine stopped (${code})`)));
  try {
    await engine.call('select 1', [], { timeoutMs: 60_000 }); // the first start makes the whole directory
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
