import { type RawBuilder, type Transaction, sql } from 'kysely';
import type { SystemTables } from '../../../generated/database.d.ts';
import type { Written } from './format.ts';
import type { Table } from './tables.ts';

/** Few enough to fit into memory, however long their texts are. */
const batchSize = 100;

/** The rows of an organization, and of a shared table those that it refers to, by key, whatever the collation of the database. */
export async function* rowsOf(
  db: Transaction<SystemTables>,
  { name, owner, columns, key, referredBy }: Table,
  organizationId: string,
): AsyncGenerator<Written> {
  const texts = columns.map((column) => sql`t.${sql.id(column.name)}::text as ${sql.id(column.name)}`);
  const whose =
    owner === undefined
      ? sql.join(
          referredBy.map((reference) => referredTo(reference, organizationId)),
          sql` or `,
        )
      : sql`t.${sql.id(owner)} = ${organizationId}`;
  const order = key.map((column) => sql`t.${sql.id(column)}::text collate "C"`);
  await sql`declare archived no scroll cursor for select row_to_json(r)::text as json from (select ${sql.join(texts)} from ${sql.table(name)} t where ${whose} order by ${sql.join(order)}) r`.execute(
    db,
  );
  for (let full = true; full;) {
    const { rows } = await sql<{ json: string }>`fetch ${sql.lit(batchSize)} from archived`.execute(db);
    for (const { json } of rows) yield { table: name, json };
    full = rows.length === batchSize;
  }
  await sql`close archived`.execute(db);
}

function referredTo({ from, columns, targets }: Table['referredBy'][number], organizationId: string): RawBuilder<unknown> {
  const list = (names: readonly string[], of: string) => sql.join(names.map((column) => sql.ref(`${of}.${column}`)));
  return sql`(${list(targets, 't')}) in (select ${list(columns, 'f')} from ${sql.table(from)} f where f.organization_id = ${organizationId})`;
}
