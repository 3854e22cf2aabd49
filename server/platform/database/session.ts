/**
 * One connection lent to one unit of work. After the work has settled, it accepts no more queries, so none can reach the connection's next user. The
 * connection is returned once all queries are answered, and is reused only if its transaction ended properly.
 */
import { randomUUID } from 'node:crypto';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { Answer, Client } from './client.ts';
import type { Lock } from './locks.ts';
import { rolledBack } from '../signals.ts';

const writeCommands: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
/** PostgreSQL's error codes. */
const divisionByZero = '22012';
const noTransaction = '25P01';
const inFailedTransaction = '25P02';

/** A query whose transaction had ended, usually in a parallel branch that went on after another branch had failed. It is not sent. */
export class LateQuery extends Error {
  /** @param text with placeholders and without values */
  constructor(text: string) {
    super(`a query was asked after its transaction had ended, and was refused: ${text}`);
  }
}

/** How a transaction begins: a mode such as `begin read write`, and its settings. */
export interface TransactionStart {
  readonly mode: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Locks held until the end, acquired in this order. */
  readonly locks?: readonly Lock[];
}

export class Session implements DatabaseConnection {
  #client: Client | undefined;
  readonly #onLate: (error: LateQuery) => void;
  readonly #pendingAnswers = new Set<Promise<unknown>>();
  #begun: Promise<unknown> = Promise.resolve();
  #token = '';
  #isSettled = false;
  #isBroken = false;
  /** The first error of the transaction. Queries sent after the failed statement fail only because of it. */
  #failure: unknown;

  /** @param onLate called for each refused query */
  constructor(client: Client, onLate: (error: LateQuery) => void) {
    this.#client = client;
    this.#onLate = onLate;
  }

  /** @throws LateQuery, or the error that prevented the transaction from beginning, because the answer is then invalid */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.assertOpen(query);
    const pendingAnswer = this.#send<Row>(query.sql, query.parameters);
    return withCallerStack(this.#resultOf(this.#begun, pendingAnswer));
  }

  /** @throws LateQuery when the work has already settled */
  assertOpen({ sql }: CompiledQuery): void {
    if (this.#isSettled) throw this.#createLateQuery(sql);
  }

  streamQuery(): never {
    throw new TypeError('no cursors on a pipelined connection');
  }

  /** Begins a transaction without awaiting the answer, so that it is sent together with the first query. If it fails, so do the queries. */
  begin({ settings, ...opening }: TransactionStart): void {
    this.#token = randomUUID();
    this.#failure = undefined;
    this.#begun = this.#control(beginStatements({ ...opening, settings: { ...settings, 'app.transaction': this.#token } }));
  }

  /** Resolves when the transaction has begun. @throws the error that prevented it */
  get begun(): Promise<unknown> {
    return this.#begun;
  }

  /**
   * Commits. Queries sent earlier in the same turn are sent with it, and committed only if all of them succeed.
   * @throws if the open transaction is not the one that `begin` started, or a statement of it failed; nothing is committed then
   */
  async commit(): Promise<void> {
    this.#isSettled = true;
    // A single message: after an error in its first statement, the database skips the second.
    const commitAnswer = this.#send(
      `select 1 / (current_setting('app.transaction', true) is not distinct from '${this.#token}')::integer; commit`,
    );
    await this.#begun;
    try {
      await commitAnswer;
    } catch (error) {
      const code = codeOf(error);
      if (code === divisionByZero || code === noTransaction) {
        this.#isBroken = true;
        throw new Error('the transaction to be committed was not the one that was begun, so nothing was committed', { cause: error });
      }
      throw code === inFailedTransaction
        ? new Error('a statement failed and the failure was ignored, so nothing was committed', { cause: this.#causeOf(error) })
        : error;
    }
  }

  /** Accepts no further queries. If the rollback fails, the connection is closed, which ends the transaction. */
  async rollback(): Promise<void> {
    this.#isSettled = true;
    rolledBack.publish(undefined);
    await this.#control('rollback').catch(() => undefined);
  }

  /**
   * Sends all queries as one complete read-only transaction, so that no other query runs in between.
   * @returns the result of each query
   */
  readTogether(settings: TransactionStart['settings'], queries: readonly CompiledQuery[]): Promise<QueryResult<never>>[] {
    const begun = this.#control(beginStatements({ mode: 'begin read only', settings: settings ?? {} }));
    const answers = queries.map(({ sql, parameters }) => this.#send<never>(sql, parameters));
    this.#control('rollback').catch(() => undefined);
    return answers.map((pendingAnswer) => this.#resultOf(begun, pendingAnswer));
  }

  /** Accepts no further queries, and returns the connection when all are answered. */
  async release(): Promise<void> {
    this.#isSettled = true;
    while (this.#pendingAnswers.size) await Promise.allSettled(this.#pendingAnswers);
    const client = this.#client;
    this.#client = undefined;
    client?.release(this.#isBroken || !client.isIdle);
  }

  /** Sends a statement that begins or ends a transaction. If it fails, the connection's state is unknown. */
  #control(text: string): Promise<unknown> {
    const pendingAnswer = this.#send(text);
    pendingAnswer.catch(() => {
      this.#isBroken = true;
    });
    return pendingAnswer;
  }

  #send<Row>(text: string, values: readonly unknown[] = []): Promise<Answer<Row>> {
    if (!this.#client) {
      const rejection = Promise.reject(this.#createLateQuery(text));
      // The caller may no longer await it, and an unhandled rejection would end the process.
      rejection.catch(() => undefined);
      return rejection;
    }
    const pendingAnswer = this.#client.query<Row>(text, values);
    const removePending = () => void this.#pendingAnswers.delete(pendingAnswer);
    this.#pendingAnswers.add(pendingAnswer);
    pendingAnswer.then(removePending, (error: unknown) => {
      removePending();
      this.#failure ??= error;
    });
    return pendingAnswer;
  }

  async #resultOf<Row>(begun: Promise<unknown>, pendingAnswer: Promise<Answer<Row>>): Promise<QueryResult<Row>> {
    await begun;
    try {
      return resultOf(await pendingAnswer);
    } catch (error) {
      throw this.#causeOf(error);
    }
  }

  #causeOf(error: unknown): unknown {
    return codeOf(error) === inFailedTransaction ? this.#failure : error;
  }

  #createLateQuery(text: string): LateQuery {
    const error = new LateQuery(text);
    this.#onLate(error);
    return error;
  }
}

/** Gives an error the stack of the caller that sent the query, instead of the stack where its answer arrived. */
export async function withCallerStack<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** A message of several statements takes no parameters, so the settings are inserted into its text. */
function beginStatements({ mode, settings = {}, locks = [] }: TransactionStart): string {
  const setStatements = Object.entries(settings).map(([name, value]) => {
    if (!/^[\w-]+$/.test(value)) throw new TypeError(`${name} cannot be ${value}`);
    return `set local ${name} = '${value}'`;
  });
  return [
    mode,
    ...setStatements,
    ...locks.map(({ key, isShared }) => `select pg_advisory_xact_lock${isShared ? '_shared' : ''}(${key})`),
  ].join('; ');
}

function resultOf<Row>({ command, rows, rowCount }: Answer<Row>): QueryResult<Row> {
  return command !== undefined && writeCommands.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
