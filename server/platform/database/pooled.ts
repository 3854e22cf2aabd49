/**
 * PostgreSQL behind a pooler that lends a connection for one transaction, such as PgBouncer in transaction mode: the next one may have
 * another. So nothing is kept in a session. Each transaction sets for itself what sessions have otherwise, statements are not prepared under
 * names, and what is asked outside of a transaction gets one of its own, because it would have no settings. Begin, question and end travel
 * together.
 */
import type { Answer, Client } from './client.ts';

/** Whether an address says so itself, as it does for other programs: `?pgbouncer=true`. */
export function isPooled(connectionString: string): boolean {
  return /[?&]pgbouncer=true(?:&|$)/.test(connectionString);
}

const ending = /\b(?:commit|rollback)$/;

export class PooledClient implements Client {
  readonly #client: Client;
  readonly #settings: string;
  /** Without a mode where a replica may have to take it. */
  readonly #beginAlone: string;
  /** From what was sent: answers come later. */
  #isWithin = false;

  /** @param settings of sessions, each as `name=value` */
  constructor(client: Client, settings: readonly string[]) {
    this.#client = client;
    this.#settings = `select ${settings.map(localOf).join(', ')}`;
    this.#beginAlone = settings.includes('default_transaction_read_only=on') ? 'begin read only' : 'begin';
  }
  get isIdle() {
    return this.#client.isIdle;
  }
  query<Row>(text: string, values: readonly unknown[]): Promise<Answer<Row>> {
    if (text.startsWith('begin')) {
      this.#isWithin = true;
      return this.#client.query(this.#withSettings(text), values);
    }
    // A transaction that failed has to be ended, whatever was sent.
    if (!this.#isWithin && text !== 'rollback') return this.#alone(text, values);
    if (ending.test(text)) this.#isWithin = false;
    return this.#client.query(text, values);
  }
  release(isSpoilt?: boolean) {
    this.#client.release(isSpoilt);
  }

  /** They come before anything else that is sent in the same text, such as locks. */
  #withSettings(beginning: string): string {
    const [begin, ...rest] = beginning.split('; ');
    return [begin, this.#settings, ...rest].join('; ');
  }

  /** Of what fails the first is the cause of the rest. What was not committed has no answer. */
  async #alone<Row>(text: string, values: readonly unknown[]): Promise<Answer<Row>> {
    const [, answer] = await Promise.all([
      this.#client.query(this.#withSettings(this.#beginAlone), []),
      this.#client.query<Row>(text, values),
      this.#client.query('commit', []),
    ]);
    return answer;
  }
}

function localOf(setting: string): string {
  const [, name, value] = /^([\w.]+)=([\w-]+)$/.exec(setting) ?? [];
  if (name === undefined) throw new TypeError(`${setting} cannot be set in a transaction`);
  return `set_config('${name}', '${value}', true)`;
}
