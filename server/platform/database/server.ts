/** Connects to PostgreSQL through pg with as few messages and round trips as the protocol allows. */
import net from 'node:net';
import pg from 'pg';
import type { Pool } from './client.ts';
import { PgClient, types } from './pg-client.ts';
import { isPooled, PooledClient } from './pooled.ts';

export interface ServerOptions {
  readonly connectionString: string;
  /** Maximum number of connections. */
  readonly max: number;
  /** Settings of each session, such as `role=tenant`. */
  readonly settings?: readonly string[];
  /** Time limit of a statement in milliseconds; the default is 30,000. */
  readonly statementTimeout?: number | undefined;
  /** Called for connections lost while idle. */
  readonly onLost: (error: Error) => void;
}

/** Milliseconds to wait for the answer to a statement that the database has cancelled. After that the connection is dropped. */
const graceMs = 5_000;
/** Milliseconds of silence before TCP keep-alive probes start. Node allows ten seconds for the answer. */
const keepAliveAfter = 10_000;
export function openServer({ connectionString, max, settings = [], statementTimeout = 30_000, onLost }: ServerOptions): Pool {
  const sessionSettings = ['timezone=UTC', `statement_timeout=${statementTimeout}`, 'idle_in_transaction_session_timeout=60s', ...settings];
  const usesPooler = isPooled(connectionString);
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    // A connection may die silently, for example if a proxy drops it, and the database's own limits cannot detect that.
    query_timeout: statementTimeout + graceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfter,
    stream: () => new BatchingSocket(),
    ...(!usesPooler && { options: sessionSettings.map((setting) => `-c ${setting}`).join(' ') }),
  });
  // The pool replaces a broken connection, and its user gets the error from the query. Without listeners the error would end the process, and the pool
  // listens on idle connections only.
  pool.on('error', onLost);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return {
    connect: async () => {
      const connection = await pool.connect();
      // A broken connection is closed; the pool opens another on demand.
      const client = new PgClient(connection, { isNaming: !usesPooler, release: (isBroken) => connection.release(isBroken) });
      return usesPooler ? new PooledClient(client, sessionSettings) : client;
    },
    end: () => pool.end(),
    usage: () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

/**
 * Combines the writes of one event loop turn, such as `begin` and the first queries, into one system call. Many small writes cost Node more than copying
 * them.
 */
class BatchingSocket extends net.Socket {
  #pendingWrites: Uint8Array[] = [];
  #callbacks: ((error?: Error | null) => void)[] = [];
  constructor() {
    super();
    // `connect` sets Node's own `write` on this instance, which would hide the method below.
    this.once('connect', () => Reflect.deleteProperty(this, 'write'));
  }
  override write(data: string | Uint8Array, done?: (error?: Error | null) => void): boolean;
  override write(data: string | Uint8Array, encoding?: BufferEncoding, done?: (error?: Error | null) => void): boolean;
  override write(
    data: string | Uint8Array,
    encoding?: BufferEncoding | ((error?: Error | null) => void),
    done?: (error?: Error | null) => void,
  ): boolean {
    const callback = typeof encoding === 'function' ? encoding : done;
    if (callback) this.#callbacks.push(callback);
    if (
      this.#pendingWrites.push(typeof data === 'string' ? Buffer.from(data, typeof encoding === 'string' ? encoding : 'utf8') : data) === 1
    )
      setImmediate(() => this.#send());
    return !this.writableNeedDrain;
  }
  #send() {
    const callbacks = this.#callbacks.splice(0);
    super.write(Buffer.concat(this.#pendingWrites.splice(0)), (error) => {
      for (const callback of callbacks) callback(error);
    });
  }
  /** Disabled, because pg corks and uncorks around each query, which would send the queries separately instead of as one batch. */
  override cork() {}
  override uncork() {}
}
