/** The Kysely driver for connections of either engine. */
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import type { Pool } from './client.ts';
import { type LateQuery, Session } from './session.ts';

/** @param onLate called for queries that were rejected because their transaction had ended */
export function dialectOn(pool: Pool, onLate: (error: LateQuery) => void): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new SessionDriver(pool, onLate),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class SessionDriver implements Driver {
  readonly #pool: Pool;
  readonly #onLate: (error: LateQuery) => void;
  constructor(pool: Pool, onLate: (error: LateQuery) => void) {
    this.#pool = pool;
    this.#onLate = onLate;
  }
  async init() {}
  async acquireConnection() {
    return new Session(await this.#pool.connect(), this.#onLate);
  }
  async beginTransaction(connection: DatabaseConnection, { isolationLevel, accessMode = 'read write' }: TransactionSettings) {
    const session = sessionOf(connection);
    session.begin({ mode: ['begin', ...(isolationLevel ? [`isolation level ${isolationLevel}`] : []), accessMode].join(' ') });
    await session.begun;
  }
  commitTransaction(connection: DatabaseConnection) {
    return sessionOf(connection).commit();
  }
  rollbackTransaction(connection: DatabaseConnection) {
    return sessionOf(connection).rollback();
  }
  releaseConnection(connection: DatabaseConnection) {
    return sessionOf(connection).release();
  }
  destroy() {
    return this.#pool.end();
  }
}

/** @throws if the connection belongs to another driver */
export function sessionOf(connection: DatabaseConnection): Session {
  if (!(connection instanceof Session)) throw new TypeError('the connection belongs to another driver');
  return connection;
}
