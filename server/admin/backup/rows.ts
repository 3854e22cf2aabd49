/** The rows of a whole installation, of every table that the database has, so that those of a new area come along by themselves. */
import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '../../../generated/database.d.ts';
import { withoutTimeouts } from '../../platform/database/without-timeouts.ts';
import { type Found, findTables } from '../archive/tables.ts';
import type { Rows } from './parts.ts';

/** Of this installation alone. */
const bookkeeping: ReadonlySet<string> = new Set(['installation_backup']);
/** Characters that a batch should have, and the maximum number of its rows. */
const batch = { characters: 250_000, rows: 1_000 } as const;
/** What the texts of values depend on, as for pg_dump. */
const settings = {
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  timezone: 'UTC',
} as const;

/** For a transaction that moves a whole installation: values have the same texts everywhere, and it may take its time. */
export async function prepare(db: Transaction<SystemTables>): Promise<void> {
  await withoutTimeouts(db);
  await sql`select ${sql.join(Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}`.execute(db);
}

export async function tablesOf(db: Transaction<SystemTables>): Promise<readonly Found[]> {
  return (await findTables(db)).filter(({ name }) => !bookkeeping.has(name));
}

/** By key, whatever the collation of the database; a table without rows gives one batch of none. */
export async function* rowsOf(db: Transaction<SystemTables>, { name, columns, key }: Found): AsyncGenerator<Rows> {
  const texts = columns.map((column) => sql`t.${sql.id(column.name)}::text as ${sql.id(column.name)}`);
  const order = key.map((column) => sql`t.${sql.id(column)}::text collate "C"`);
  await sql`declare rows_of_table no scroll cursor for select row_to_json(r)::text as json
    from (select ${sql.join(texts)} from ${sql.table(name)} t order by ${sql.join(order)}) r`.execute(db);
  let wanted = 100;
  for (let full = true; full;) {
    const { rows } = await sql<{ json: string }>`fetch ${sql.lit(wanted)} from rows_of_table`.execute(db);
    const lines = rows.map(({ json }) => `${json}\n`).join('');
    yield { table: name, rows: rows.length, lines: Buffer.from(lines) };
    full = rows.length === wanted;
    // Few of long rows, so that the memory does not grow with them.
    const fitting = Math.ceil((wanted * batch.characters) / Math.max(lines.length, 1));
    wanted = Math.max(1, Math.min(fitting, 2 * wanted, batch.rows));
  }
  await sql`close rows_of_table`.execute(db);
}
