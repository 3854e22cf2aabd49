/** A connection of pg, lent by whichever engine it leads to. */
import { hash } from 'node:crypto';
import pg from 'pg';
import type { Answer, Client } from './client.ts';
import { PipelinedQuery } from './query.ts';
import { parsers } from './values.ts';
import { liftLimits } from './without-timeouts.ts';

/** The most that Node's timers can wait. */
const withoutEnd = 2 ** 31 - 1;

export const types = new pg.TypeOverrides();
for (const [oid, parser] of Object.entries(parsers)) types.setTypeParser(Number(oid), parser);

export interface Lending {
  /** Whether statements with parameters are prepared under a name, once a connection: planning costs more than running them. */
  readonly isNaming: boolean;
  /** Another limit (ms) for each statement than that of the connection. */
  readonly timeoutMs?: number;
  /** @param isSpoilt the state of the connection is unknown, so it is not reused as it is */
  readonly release: (isSpoilt?: boolean) => void;
}

export class PgClient implements Client {
  readonly #client: pg.ClientBase;
  readonly #isNaming: boolean;
  /** Without an end from the statement that lifts the limits until the connection goes back. */
  #timeoutMs: number | undefined;
  readonly release: Lending['release'];
  constructor(client: pg.ClientBase, { isNaming, timeoutMs, release }: Lending) {
    this.#client = client;
    this.#isNaming = isNaming;
    this.#timeoutMs = timeoutMs;
    this.release = release;
  }
  get isIdle() {
    return this.#client.getTransactionStatus() === 'I';
  }
  query<Row>(text: string, values: readonly unknown[]): Promise<Answer<Row>> {
    if (text === liftLimits) this.#timeoutMs = withoutEnd;
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

/** All columns there are: others once the next version has added one, and then PostgreSQL refuses what was prepared. */
const star = /(?:\bselect (?:distinct )?|\breturning |\.)\*/;
const names = new Map<string, string>();
/** Short, because PostgreSQL cuts names at 63 bytes; a limited number, because lists in a query make ever new texts. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known ?? (names.size >= 500 || star.test(text))) return known;
  const made = hash('sha256', text, 'base64url');
  names.set(text, made);
  return made;
}
