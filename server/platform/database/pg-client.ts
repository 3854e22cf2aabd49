/** A pg connection on loan from the pool of either engine. */
import { hash } from 'node:crypto';
import pg from 'pg';
import type { Answer, Client } from './client.ts';
import { PipelinedQuery } from './query.ts';
import { parsers } from './values.ts';
import { liftLimits } from './without-timeouts.ts';

/** The longest delay of Node's timers. */
const maxTimeout = 2 ** 31 - 1;

export const types = new pg.TypeOverrides();
for (const [oid, parser] of Object.entries(parsers)) types.setTypeParser(Number(oid), parser);

export interface ClientOptions {
  /** Whether to prepare statements with parameters by name, once per connection, because planning them costs more than running them. */
  readonly isNaming: boolean;
  /** Overrides the connection's time limit for each statement (ms). */
  readonly timeoutMs?: number;
  /** @param isBroken whether the connection's state is unknown, so it cannot be reused as it is */
  readonly release: (isBroken?: boolean) => void;
}

export class PgClient implements Client {
  readonly #client: pg.ClientBase;
  readonly #isNaming: boolean;
  /** Becomes unlimited when the work lifts the time limits, until the connection is released. */
  #timeoutMs: number | undefined;
  readonly release: ClientOptions['release'];
  constructor(client: pg.ClientBase, { isNaming, timeoutMs, release }: ClientOptions) {
    this.#client = client;
    this.#isNaming = isNaming;
    this.#timeoutMs = timeoutMs;
    this.release = release;
  }
  get isIdle() {
    return this.#client.getTransactionStatus() === 'I';
  }
  query<Row>(text: string, values: readonly unknown[]): Promise<Answer<Row>> {
    if (text === liftLimits) this.#timeoutMs = maxTimeout;
    return new Promise((resolve, reject) => {
      this.#client.query(
        new PipelinedQuery(text, values, {
          name: this.#isNaming && values.length ? nameOf(text) : undefined,
          types,
          timeoutMs: this.#timeoutMs,
          callback: (error, answer) => (answer ? resolve(answer) : reject(error)),
        }),
      );
    });
  }
}

/** Matches `*`. Such a statement is not prepared, because PostgreSQL refuses it once a later version has added a column. */
const star = /(?:\bselect (?:distinct )?|\breturning |\.)\*/;
const names = new Map<string, string>();
/**
 * Returns the name of a prepared statement: a hash, because PostgreSQL cuts names at 63 bytes. The number of names is limited, because queries
 * with lists have many different texts. @returns undefined for a statement that must not be prepared
 */
function nameOf(text: string): string | undefined {
  const cached = names.get(text);
  if (cached ?? (names.size >= 500 || star.test(text))) return cached;
  const name = hash('sha256', text, 'base64url');
  names.set(text, name);
  return name;
}
