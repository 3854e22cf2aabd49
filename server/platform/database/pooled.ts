/**
 * Supports poolers that lend a connection per transaction, such as PgBouncer in transaction mode. Nothing may be kept in a session: each transaction sets
 * its own settings, statements are not prepared by name, and a query outside a transaction is sent together with its own begin and commit.
 */
import type { Answer, Client } from './client.ts';

/** Returns whether the URL has the conventional marker `?pgbouncer=true`. */
export function isPooled(connectionString: string): boolean {
  return /[?&]pgbouncer=true(?:&|$)/.test(connectionString);
}

const endPattern = /\b(?:commit|rollback)$/;

export class PooledClient implements Client {
  readonly #client: Client;
  readonly #settings: string;
  /** Statement that begins a transaction for a single query. It has no read-write mode, because it may run on a replica. */
  readonly #beginAlone: string;
  /** Whether a transaction is open according to the statements sent so far, because their results arrive later. */
  #isInTransaction = false;

  /** @param settings of sessions, each as `name=value` */
  constructor(client: Client, settings: readonly string[]) {
    this.#client = client;
    this.#settings = `select ${settings.map(toLocalSetting).join(', ')}`;
    this.#beginAlone = settings.includes('default_transaction_read_only=on') ? 'begin read only' : 'begin';
  }
  get isIdle() {
    return this.#client.isIdle;
  }
  query<Row>(text: string, values: readonly unknown[]): Promise<Answer<Row>> {
    if (text.startsWith('begin')) {
      this.#isInTransaction = true;
      return this.#client.query(this.#withSettings(text), values);
    }
    // A rollback is always sent, because a failed transaction must be ended.
    if (!this.#isInTransaction && text !== 'rollback') return this.#runAlone(text, values);
    if (endPattern.test(text)) this.#isInTransaction = false;
    return this.#client.query(text, values);
  }
  release(isBroken?: boolean) {
    this.#client.release(isBroken);
  }

  /** Inserts the settings after `begin` and before the other statements of the same text, such as locks. */
  #withSettings(beginText: string): string {
    const [begin, ...otherStatements] = beginText.split('; ');
    return [begin, this.#settings, ...otherStatements].join('; ');
  }

  /** Runs a query in its own transaction. Resolves after the commit, and throws the first failure, which causes the other failures. */
  async #runAlone<Row>(text: string, values: readonly unknown[]): Promise<Answer<Row>> {
    const [, answer] = await Promise.all([
      this.#client.query(this.#withSettings(this.#beginAlone), []),
      this.#client.query<Row>(text, values),
      this.#client.query('commit', []),
    ]);
    return answer;
  }
}

function toLocalSetting(setting: string): string {
  const [, name, value] = /^([\w.]+)=([\w-]+)$/.exec(setting) ?? [];
  if (name === undefined) throw new TypeError(`${setting} cannot be set in a transaction`);
  return `set_config('${name}', '${value}', true)`;
}
