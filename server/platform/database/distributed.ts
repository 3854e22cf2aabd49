import { sql } from 'kysely';
import type { SystemDatabase } from './handle.ts';

/** @returns the tables that Citus distributes over several nodes; none without Citus */
export async function findDistributed(db: SystemDatabase): Promise<ReadonlySet<string>> {
  const {
    rows: [citus],
  } = await sql<{ there: boolean }>`select to_regclass('pg_dist_partition') is not null as there`.execute(db);
  if (!citus?.there) return new Set();
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where p.partmethod = 'h' or p.repmodel = 't'`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
