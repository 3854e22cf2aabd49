/**
 * What autovacuum does for a server, and PGlite has not: without statistics the planner reads whole tables where an index would do
 * (finding passages among 60 organizations: 428 ms without, 13 ms with them), and what was deleted stays where it was.
 */
import { trusted } from '../trusted.ts';

/** Tables that have changed by so much that PostgreSQL's own rules, with their usual thresholds, would take them up. */
const changed = `
  select format('%I', s.relname) as name, s.n_dead_tup > 50 + 0.2 * had.rows or s.n_ins_since_vacuum > 1000 + 0.2 * had.rows as worn
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid cross join lateral (select greatest(c.reltuples, 0) as rows) had
  where s.n_mod_since_analyze > 50 + 0.1 * had.rows or s.n_dead_tup > 50 + 0.2 * had.rows or s.n_ins_since_vacuum > 1000 + 0.2 * had.rows`;

/** @param query runs a statement outside of any transaction; others have their turn between two of them */
export async function autovacuum(query: (text: string) => Promise<{ readonly rows: readonly unknown[] }>): Promise<void> {
  const { rows } = await query(changed);
  for (const { name, worn } of trusted<readonly Changed[]>(rows, 'the statement above selects them'))
    await query(worn ? `vacuum (analyze) ${name}` : `analyze ${name}`);
}

interface Changed {
  readonly name: string;
  readonly worn: boolean;
}
