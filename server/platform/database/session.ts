/**
 * One connection, lent to one piece of work. Once that work has settled the session takes no further question, so that none can reach
 * whoever has the connection next; the connection goes back when all that was asked is answered, and is not reused unless its
 * transaction ended as it should.
 */
import { randomUUID } from 'node:crypto';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { Answer, Client } from './client.ts';
import type { Lock } from './locks.ts';
import { rolledBack } from '../signals.ts';

const writing: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
/** PostgreSQL's codes. */
const divisionByZero = '22012';
const noTransaction = '25P01';
const inFailedTransaction = '25P02';

/** A branch of our own went on after another had failed, or after the work was done: nobody hears of what it asks. */
export class LateQuery extends Error {
  /** @param text with the places of its values, and without them */
  constructor(text: string) {
    super(`a query was asked after its transaction had ended, and was refused: ${text}`);
  }
}

/** How a transaction begins: `begin read write`, say, and the settings it has until it ends. */
export interface Opening {
  readonly mode: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** What it holds until it ends, taken in this order. */
  readonly locks?: readonly Lock[];
}

export class Session implements DatabaseConnection {
  #client: Client | undefined;
  readonly #onLate: (error: LateQuery) => void;
  readonly #underWay = new Set<Promise<unknown>>();
  #begun: Promise<unknown> = Promise.resolve();
  #token = '';
  #isSettled = false;
  #isSpoilt = false;
  /** Why the transaction takes nothing more. What was in flight behind the statement that failed fails for that only. */
  #failure: unknown;

  /** @param onLate hears of every question that was refused */
  constructor(client: Client, onLate: (error: LateQuery) => void) {
    this.#client = client;
    this.#onLate = onLate;
  }

  /** @throws LateQuery, and why the transaction did not begin: what was asked outside of it has no answer */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.demandOpen(query);
    const answered = this.#send<Row>(query.sql, query.parameters);
    return traced(this.#resultOf(this.#begun, answered));
  }

  /** @throws LateQuery */
  demandOpen({ sql }: CompiledQuery): void {
    if (this.#isSettled) throw this.#late(sql);
  }

  streamQuery(): never {
    throw new TypeError('no cursors on a pipelined connection');
  }

  /** Not waited for, so that it travels with the first question: when it fails, so does whatever is asked in it. */
  begin({ settings, ...opening }: Opening): void {
    this.#token = randomUUID();
    this.#failure = undefined;
    this.#begun = this.#control(beginning({ ...opening, settings: { ...settings, 'app.transaction': this.#token } }));
  }

  /** When it has begun. @throws why it did not */
  get begun(): Promise<unknown> {
    return this.#begun;
  }

  /**
   * What is asked before it in the same turn travels with it, and is kept only if all of it succeeds.
   * @throws unless it has ended the very transaction that `begin` began: then nothing is kept
   */
  async commit(): Promise<void> {
    this.#isSettled = true;
    // One message: after an error in its first statement the database does not come to the second.
    const ended = this.#send(
      `select 1 / (current_setting('app.transaction', true) is not distinct from '${this.#token}')::integer; commit`,
    );
    await this.#begun;
    try {
      await ended;
    } catch (error) {
      const code = codeOf(error);
      if (code === divisionByZero || code === noTransaction) {
        this.#isSpoilt = true;
        throw new Error('the transaction to be committed was not the one that was begun, so nothing was committed', { cause: error });
      }
      throw code === inFailedTransaction
        ? new Error('a statement failed and the failure was ignored, so nothing was committed', { cause: this.#causeOf(error) })
        : error;
    }
  }

  /** Accepts no further queries. A rollback that fails costs the connection, and the transaction with it. */
  async rollback(): Promise<void> {
    this.#isSettled = true;
    rolledBack.publish(undefined);
    await this.#control('rollback').catch(() => undefined);
  }

  /**
   * Sends all of them as one read-only transaction, from its begin to its end, so that nothing else can come in between.
   * @returns the answer to each of them
   */
  readTogether(settings: Opening['settings'], queries: readonly CompiledQuery[]): Promise<QueryResult<never>>[] {
    const begun = this.#control(beginning({ mode: 'begin read only', settings: settings ?? {} }));
    const answers = queries.map(({ sql, parameters }) => this.#send<never>(sql, parameters));
    this.#control('rollback').catch(() => undefined);
    return answers.map((answered) => this.#resultOf(begun, answered));
  }

  /** Takes no further question, and gives the connection back when all are answered. */
  async release(): Promise<void> {
    this.#isSettled = true;
    while (this.#underWay.size) await Promise.allSettled(this.#underWay);
    const client = this.#client;
    this.#client = undefined;
    client?.release(this.#isSpoilt || !client.isIdle);
  }

  /** A statement that begins or ends a transaction. If it fails, the state of the connection is unknown. */
  #control(text: string): Promise<unknown> {
    const answered = this.#send(text);
    answered.catch(() => {
      this.#isSpoilt = true;
    });
    return answered;
  }

  #send<Row>(text: string, values: readonly unknown[] = []): Promise<Answer<Row>> {
    if (!this.#client) {
      const refused = Promise.reject(this.#late(text));
      // The caller may be gone, and an unhandled rejection would end the process.
      refused.catch(() => undefined);
      return refused;
    }
    const answered = this.#client.query<Row>(text, values);
    const settled = () => void this.#underWay.delete(answered);
    this.#underWay.add(answered);
    answered.then(settled, (error: unknown) => {
      settled();
      this.#failure ??= error;
    });
    return answered;
  }

  async #resultOf<Row>(begun: Promise<unknown>, answered: Promise<Answer<Row>>): Promise<QueryResult<Row>> {
    await begun;
    try {
      return resultOf(await answered);
    } catch (error) {
      throw this.#causeOf(error);
    }
  }

  #causeOf(error: unknown): unknown {
    return codeOf(error) === inFailedTransaction ? this.#failure : error;
  }

  #late(text: string): LateQuery {
    const late = new LateQuery(text);
    this.#onLate(late);
    return late;
  }
}

/** An error whose stack shows where the query was sent, and not only where its answer arrived. */
export async function traced<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** Several statements in one message take no values, so these stand in its text. */
function beginning({ mode, settings = {}, locks = [] }: Opening): string {
  const set = Object.entries(settings).map(([name, value]) => {
    if (!/^[\w-]+$/.test(value)) throw new TypeError(`${name} cannot be ${value}`);
    return `set local ${name} = '${value}'`;
  });
  return [mode, ...set, ...locks.map(({ key, isShared }) => `select pg_advisory_xact_lock${isShared ? '_shared' : ''}(${key})`)].join('; ');
}

function resultOf<Row>({ command, rows, rowCount }: Answer<Row>): QueryResult<Row> {
  return command !== undefined && writing.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
