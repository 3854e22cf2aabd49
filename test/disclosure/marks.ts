/** Puts a canary into each free text of the demonstration's records, because requests could not create records in all these states. */
import { sql } from 'kysely';
import type { Database } from '#platform/database/open';
import { withCanary } from './canary.ts';
import { structuredColumns, textColumns } from './columns.ts';

type Row = Readonly<Record<string, unknown>>;

export async function markRecords({ system }: Pick<Database, 'system'>, organizationId: string): Promise<void> {
  for (const table of Object.keys({ ...textColumns, ...structuredColumns })) {
    const ownRows =
      table === 'user_account'
        ? sql`id in (select user_id from member where organization_id = ${organizationId})`
        : sql`organization_id = ${organizationId}`;
    const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${ownRows}`.execute(system);
    for (const column of splitNames(textColumns[table])) {
      const changes = rows.flatMap(({ id, [column]: text }) =>
        typeof text === 'string' && text !== '' ? [{ id, value: withCanary(text) }] : [],
      );
      await updateColumn(table, column, changes, sql`value`);
    }
    for (const column of splitNames(structuredColumns[table])) {
      const changes = rows.flatMap(({ id, [column]: value }) =>
        value === null ? [] : [{ id, value: JSON.stringify(withInnerCanaries(value)) }],
      );
      await updateColumn(table, column, changes, sql`value::jsonb`);
    }
  }
  // The table of members contains copies of the names in accounts.
  await sql`update member m set name = a.name, email = a.email from user_account a
    where a.id = m.user_id and m.organization_id = ${organizationId}`.execute(system);

  async function updateColumn(table: string, column: string, changes: readonly object[], value: ReturnType<typeof sql>): Promise<void> {
    if (!changes.length) return;
    await sql`update ${sql.table(table)} t set ${sql.ref(column)} = (select ${value})
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c(id text, value text) where t.id = c.id`.execute(system);
  }
}

const splitNames = (list = '') => list.split(/\s+/).filter((name) => name !== '');

/** @returns the value with a canary in each text that has several words */
export function withInnerCanaries(value: unknown): unknown {
  if (typeof value === 'string') return /\S \S/.test(value) ? withCanary(value) : value;
  if (Array.isArray(value)) return value.map(withInnerCanaries);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withInnerCanaries(inner)]));
}
