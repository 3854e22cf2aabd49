/**
 * A pg query that caches the columns of prepared statements per connection. PostgreSQL does not change these columns, and describing a wide row
 * costs both sides more than sending it.
 */
import pg from 'pg';
import type { Answer } from './client.ts';

type Rows = pg.QueryResult['rows'];
type Callback = (error: Error | null, answer?: Answer<Rows[number]>) => void;

/** The names and parsers of a row's columns, in the order of the received texts. */
interface Columns {
  readonly names: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
  /** An empty row to copy, so that all rows have the same object shape. */
  readonly empty: pg.QueryResultRow;
}
/** The parts of PostgreSQL's messages that are used here. */
interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}
interface DataRow {
  readonly fields: readonly (string | null)[];
}
interface CommandComplete {
  readonly text: string;
}

const noColumns: Columns = { names: [], parsers: [], empty: {} };
/** Keyed by the name of the prepared statement. */
type ColumnsByStatement = Map<string, Columns>;
const descriptionsByConnection = new WeakMap<pg.Connection, { readonly columns: ColumnsByStatement; readonly quiet: pg.Connection }>();

export interface QueryOptions {
  /** Name of the prepared statement. Without a name, the columns are requested each time. */
  readonly name: string | undefined;
  readonly types: pg.CustomTypesConfig;
  /** Overrides the pool's time limit (ms). */
  readonly timeoutMs: number | undefined;
  /** Called with the result of the text's last statement, or the error. */
  readonly callback: Callback;
}

export class PipelinedQuery extends pg.Query {
  readonly name: string | undefined;
  readonly query_timeout: number | undefined;
  /** Public, because pg wraps it to apply its time limit. */
  callback: Callback;
  readonly #types: pg.CustomTypesConfig;
  #columnsByStatement: ColumnsByStatement | undefined;
  #columns: Columns | undefined;
  #rows: Rows = [];
  #answer: Answer<Rows[number]> = { command: undefined, rows: [], rowCount: null };
  #parseError: unknown;

  constructor(text: string, values: readonly unknown[], { name, types, timeoutMs, callback }: QueryOptions) {
    super(text, values.length ? [...values] : undefined);
    this.name = name;
    this.#types = types;
    this.query_timeout = timeoutMs;
    this.callback = callback;
  }

  override submit = (connection: pg.Connection) => {
    const { columns, quiet } = descriptionsOf(connection);
    this.#columnsByStatement = columns;
    this.#columns = this.name === undefined ? undefined : columns.get(this.name);
    return pg.Query.prototype.submit.call(this, this.#columns ? quiet : connection);
  };

  handleRowDescription({ fields }: RowDescription): void {
    this.#columns = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }): ((text: string) => unknown) => this.#types.getTypeParser(dataTypeID, 'text')),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
  }

  handleDataRow({ fields }: DataRow): void {
    const { names, parsers, empty } = this.#columns ?? noColumns;
    const row = { ...empty };
    try {
      for (const [index, name] of names.entries()) {
        const text = fields[index] ?? null;
        if (text !== null) row[name] = parsers[index]?.(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#parseError ??= error;
    }
  }

  handleCommandComplete({ text }: CommandComplete): void {
    // `SELECT 5`, `INSERT 0 1`, `CREATE TABLE`
    const [command, ...words] = text.split(' ');
    const count = Number(words.at(-1));
    this.#answer = { command, rows: this.#rows, rowCount: Number.isNaN(count) ? null : count };
    this.#rows = [];
    if (this.name !== undefined) this.#columnsByStatement?.set(this.name, this.#columns ?? noColumns);
  }

  handleReadyForQuery(): void {
    if (this.#parseError === undefined) this.callback(null, this.#answer);
    else this.callback(this.#parseError instanceof Error ? this.#parseError : new TypeError('a value could not be read'));
  }
}

function descriptionsOf(connection: pg.Connection) {
  const descriptions = descriptionsByConnection.get(connection) ?? {
    columns: new Map(),
    // The same connection, but it does not request column descriptions.
    quiet: Object.create(connection, { describe: { value: () => undefined } }),
  };
  descriptionsByConnection.set(connection, descriptions);
  return descriptions;
}
