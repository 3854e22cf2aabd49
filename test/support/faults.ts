import { sql } from 'kysely';
import type { Database } from '../../server/database/open.ts';

/** While `work` runs, each row of the table that belongs to this organization fails when it is read or written; those of others do not. */
export async function whileBroken<R>({ system }: Database, table: string, organizationId: string, work: () => Promise<R>): Promise<R> {
  const policy = sql.id(`broken_${organizationId}`);
  await sql`create policy ${policy} on ${sql.table(table)} as restrictive to tenant
    using (case when organization_id = ${sql.lit(organizationId)} then organization_id::int > 0 else true end)`.execute(system);
  try {
    return await work();
  } finally {
    await sql`drop policy ${policy} on ${sql.table(table)}`.execute(system);
  }
}
