import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { type TransactionStart, type Session, withCallerStack } from './session.ts';

interface PendingQuery {
  readonly query: CompiledQuery;
  resolve(answer: Promise<QueryResult<never>>): void;
}

/** Batches a read's queries: all queries of one event loop turn form one transaction. */
export class ReadBatcher implements DatabaseConnection {
  readonly #session: Session;
  readonly #settings: TransactionStart['settings'];
  #batch: PendingQuery[] = [];

  /** @param settings of each transaction */
  constructor(session: Session, settings: TransactionStart['settings']) {
    this.#session = session;
    this.#settings = settings;
  }

  /** Adds a query to the batch. @throws LateQuery when the work has already settled */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#session.assertOpen(query);
    return withCallerStack(
      new Promise<QueryResult<Row>>((resolve) => {
        if (this.#batch.push({ query, resolve }) === 1) process.nextTick(() => this.send());
      }),
    );
  }

  streamQuery(): never {
    return this.#session.streamQuery();
  }

  /** Sends the queries collected so far. */
  send(): void {
    const batch = this.#batch;
    this.#batch = [];
    if (!batch.length) return;
    const answers = this.#session.readTogether(
      this.#settings,
      batch.map(({ query }) => query),
    );
    for (const [index, { resolve }] of batch.entries()) {
      const answer = answers[index];
      if (answer) resolve(answer);
    }
  }
}
