import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { type Opening, type Session, traced } from './session.ts';

interface Asked {
  readonly query: CompiledQuery;
  hear(answer: Promise<QueryResult<never>>): void;
}

/** The questions of a read: what is asked in one turn goes in one batch, which is a transaction of its own. */
export class Reading implements DatabaseConnection {
  readonly #session: Session;
  readonly #settings: Opening['settings'];
  #batch: Asked[] = [];

  /** @param settings of each of the transactions */
  constructor(session: Session, settings: Opening['settings']) {
    this.#session = session;
    this.#settings = settings;
  }

  /** @throws LateQuery */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#session.demandOpen(query);
    return traced(
      new Promise<QueryResult<Row>>((hear) => {
        if (this.#batch.push({ query, hear }) === 1) process.nextTick(() => this.send());
      }),
    );
  }

  streamQuery(): never {
    return this.#session.streamQuery();
  }

  /** The batch as it is by now. */
  send(): void {
    const batch = this.#batch;
    this.#batch = [];
    if (!batch.length) return;
    const answers = this.#session.readTogether(
      this.#settings,
      batch.map(({ query }) => query),
    );
    for (const [index, { hear }] of batch.entries()) {
      const answer = answers[index];
      if (answer) hear(answer);
    }
  }
}
