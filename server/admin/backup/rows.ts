/** Reads the rows of every table in an installation, so that new areas are included automatically. */
import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '#generated/database';
import { withoutTimeouts } from '#platform/database/without-timeouts';
import { type CatalogTable, findTables } from '../archive/tables.ts';
import type { Rows } from './parts.ts';

/** Tables that describe only this installation. */
const excludedTables: ReadonlySet<string> = new Set(['installation_backup']);
/** Target characters of a batch, and its maximum number of rows. */
const batch = { characters: 250_000, rows: 1_000 } as const;
/** Settings that determine the text format of values. pg_dump uses the same settings. */
const settings = {
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  timezone: 'UTC',
} as const;

/** Prepares a transaction that moves a whole installation: values have the same text everywhere, and no timeout applies. */
export async function prepareTransaction(db: Transaction<SystemTables>): Promise<void> {
  await withoutTimeouts(db);
  await sql`select ${sql.join(Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}`.execute(db);
}

export async function findBackupTables(db: Transaction<SystemTables>): Promise<readonly CatalogTable[]> {
  return (await findTables(db)).filter(({ name }) => !excludedTables.has(name));
}

/** Yields a table's rows in the order of their keys. A table without rows yields one empty batch. */
export async function* readRows(db: Transaction<SystemTables>, { name, columns, key }: CatalogTable): AsyncGenerator<Rows> {
  const texts = columns.map((column) => sql`t.${sql.id(column.name)}::text as ${sql.id(column.name)}`);
  const order = key.map((column) => sql`t.${sql.id(column)}::text collate "C"`);
  await sql`declare rows_of_table no scroll cursor for select row_to_json(r)::text as json
    from (select ${sql.join(texts)} from ${sql.table(name)} t order by ${sql.join(order)}) r`.execute(db);
  let fetchSize = 100;
  for (let isBatchFull = true; isBatchFull;) {
    const { rows } = await sql<{ json: string }>`fetch ${sql.lit(fetchSize)} from rows_of_table`.execute(db);
    const lines = rows.map(({ json }) => `${json}\n`).join('');
    yield { table: name, rows: rows.length, lines: Buffer.from(lines) };
    isBatchFull = rows.length === fetchSize;
    // Fetches fewer long rows at a time, so that memory stays bounded.
    const fittingSize = Math.ceil((fetchSize * batch.characters) / Math.max(lines.length, 1));
    fetchSize = Math.max(1, Math.min(fittingSize, 2 * fetchSize, batch.rows));
  }
  await sql`close rows_of_table`.execute(db);
}
