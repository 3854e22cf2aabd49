import { type RawBuilder, type Transaction, sql } from 'kysely';
import type { SystemTables } from '#generated/database';
import type { ArchiveEntry } from './format.ts';
import type { Table } from './tables.ts';

/** Rows per query, few enough to fit into memory however long the texts are. */
const batchSize = 100;

/** Yields an organization's rows in the order of their keys. From a shared table, it yields only the rows that the organization refers to. */
export async function* readRows(
  db: Transaction<SystemTables>,
  { name, owner, columns, key, referredBy }: Table,
  organizationId: string,
): AsyncGenerator<ArchiveEntry> {
  const texts = columns.map((column) => sql`t.${sql.id(column.name)}::text as ${sql.id(column.name)}`);
  const condition =
    owner === undefined
      ? sql.join(
          referredBy.map((reference) => referenceCondition(reference, organizationId)),
          sql` or `,
        )
      : sql`t.${sql.id(owner)} = ${organizationId}`;
  const order = key.map((column) => sql`t.${sql.id(column)}::text collate "C"`);
  await sql`declare archived no scroll cursor for select row_to_json(r)::text as json from (select ${sql.join(texts)} from ${sql.table(name)} t where ${condition} order by ${sql.join(order)}) r`.execute(
    db,
  );
  for (let isBatchFull = true; isBatchFull;) {
    const { rows } = await sql<{ json: string }>`fetch ${sql.lit(batchSize)} from archived`.execute(db);
    for (const { json } of rows) yield { table: name, json };
    isBatchFull = rows.length === batchSize;
  }
  await sql`close archived`.execute(db);
}

function referenceCondition({ from, columns, targets }: Table['referredBy'][number], organizationId: string): RawBuilder<unknown> {
  const columnList = (names: readonly string[], alias: string) => sql.join(names.map((column) => sql.ref(`${alias}.${column}`)));
  return sql`(${columnList(targets, 't')}) in (select ${columnList(columns, 'f')} from ${sql.table(from)} f where f.organization_id = ${organizationId})`;
}
