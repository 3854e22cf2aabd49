/** Sets nullable references that are empty, because only a reference with a value shows what an answer reveals about the target record. */
import { sql } from 'kysely';
import type { Database } from '#platform/database/open';

interface Reference {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  readonly key: string;
  readonly hasOrganization: boolean;
}

/** References that remain empty, and why. */
export const emptyReferenceReasons: Readonly<Record<string, string>> = {
  'engagement_letter.pdf_key': 'a letter has a file once both parties have signed, and files are checked where they are created',
  'engagement_letter_signature.file_key': 'files are checked where they are created',
  'integration_connection.inventory_key': 'files are checked where they are created',
  'isms_version.docx_key': 'files are checked where they are created',
  'isms_version.pdf_key': 'files are checked where they are created',
  'organization_chart.file_key': 'an uploaded file replaces the nodes of the chart',
};

export async function fillReferences(database: Pick<Database, 'system'>, organizationId: string): Promise<void> {
  for (const reference of await emptyReferences(database, organizationId)) {
    const { table, column, target, key, hasOrganization } = reference;
    if (`${table}.${column}` in emptyReferenceReasons) continue;
    const value = sql`(select ${sql.ref(key)} from ${sql.table(target)} ${hasOrganization ? sql`where organization_id = ${organizationId}` : sql``}
      order by ${sql.ref(key)} limit 1)`;
    const row = sql`select ctid from ${sql.table(table)} where organization_id = ${organizationId} order by ctid limit 1`;
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ctid = (${row})`.execute(database.system);
  }
}

/** @returns the nullable references without any value, for tables that have rows of the organization */
export async function emptyReferences({ system }: Pick<Database, 'system'>, organizationId: string): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select distinct c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as target, r.attname as key,
      exists (select from pg_attribute o where o.attrelid = c.confrelid and o.attname = 'organization_id') as "hasOrganization"
    from pg_constraint c cross join unnest(c.conkey, c.confkey) as k (own, foreign_key)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
      join pg_attribute r on r.attrelid = c.confrelid and r.attnum = k.foreign_key
    where c.contype = 'f' and a.attname <> 'organization_id' and not a.attnotnull and c.conparentid = 0
      and exists (select from pg_attribute o where o.attrelid = c.conrelid and o.attname = 'organization_id')
    order by 1, 2`.execute(system);
  const references: Reference[] = [];
  for (const reference of rows) {
    const { rows: counts } = await sql<{ all: string; filled: string }>`
      select count(*) as all, count(${sql.ref(reference.column)}) as filled from ${sql.table(reference.table)}
      where organization_id = ${organizationId}`.execute(system);
    if (Number(counts[0]?.all) > 0 && Number(counts[0]?.filled) === 0) references.push(reference);
  }
  return references;
}
