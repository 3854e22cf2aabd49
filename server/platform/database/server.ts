/** PostgreSQL through pg, in as few messages and round trips as its protocol allows. */
import net from 'node:net';
import pg from 'pg';
import type { Pool } from './client.ts';
import { PgClient, types } from './pg-client.ts';
import { isPooled, PooledClient } from './pooled.ts';

export interface ServerOptions {
  readonly connectionString: string;
  /** The maximum number of connections. */
  readonly max: number;
  /** Of each session, such as `role=tenant`. */
  readonly settings?: readonly string[];
  /** Milliseconds that a statement may take; the default is 30,000. */
  readonly statementTimeout?: number | undefined;
  /** Is called for connections that were lost while they were idle. */
  readonly onLost: (error: Error) => void;
}

/** Milliseconds that the answer to a statement which the database has ended may still be on its way. After that the connection is given up. */
const grace = 5_000;
/** Milliseconds without traffic after which the other side is asked whether it is still there; Node gives it ten seconds to say so. */
const keepAliveAfter = 10_000;
export function openServer({ connectionString, max, settings = [], statementTimeout = 30_000, onLost }: ServerOptions): Pool {
  const ofSession = ['timezone=UTC', `statement_timeout=${statementTimeout}`, 'idle_in_transaction_session_timeout=60s', ...settings];
  const pooled = isPooled(connectionString);
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    // A connection may die without a word: a proxy forgets it, a cable is pulled. The database's own limits are of no help then.
    query_timeout: statementTimeout + grace,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfter,
    stream: () => new BatchingSocket(),
    ...(!pooled && { options: ofSession.map((setting) => `-c ${setting}`).join(' ') }),
  });
  // A connection that breaks is replaced by the pool, and who uses it hears of it from the query. Unheard by all, the
  // error itself would end the process: the pool listens to idle connections only.
  pool.on('error', onLost);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return {
    connect: async () => {
      const connection = await pool.connect();
      // What is spoilt is closed; the pool opens another when one is asked for.
      const client = new PgClient(connection, { isNaming: !pooled, release: (isSpoilt) => connection.release(isSpoilt) });
      return pooled ? new PooledClient(client, ofSession) : client;
    },
    end: () => pool.end(),
    usage: () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

/** What is written in one turn leaves in one system call, as one piece: `begin` together with the first queries. Many small pieces cost Node more than copying them. */
class BatchingSocket extends net.Socket {
  #waiting: Uint8Array[] = [];
  #done: ((error?: Error | null) => void)[] = [];
  constructor() {
    super();
    // Connecting puts Node's own `write` before the one below.
    this.once('connect', () => Reflect.deleteProperty(this, 'write'));
  }
  override write(data: string | Uint8Array, done?: (error?: Error | null) => void): boolean;
  override write(data: string | Uint8Array, encoding?: BufferEncoding, done?: (error?: Error | null) => void): boolean;
  override write(
    data: string | Uint8Array,
    encoding?: BufferEncoding | ((error?: Error | null) => void),
    done?: (error?: Error | null) => void,
  ): boolean {
    const heard = typeof encoding === 'function' ? encoding : done;
    if (heard) this.#done.push(heard);
    if (this.#waiting.push(typeof data === 'string' ? Buffer.from(data, typeof encoding === 'string' ? encoding : 'utf8') : data) === 1)
      setImmediate(() => this.#send());
    return !this.writableNeedDrain;
  }
  #send() {
    const done = this.#done.splice(0);
    super.write(Buffer.concat(this.#waiting.splice(0)), (error) => {
      for (const heard of done) heard(error);
    });
  }
  /** pg holds back each query by itself, and would send it when that is whole: the turn is longer. */
  override cork() {}
  override uncork() {}
}
