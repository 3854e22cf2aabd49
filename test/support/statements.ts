/** A database of which a test sees what handlers ask it. */
import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../../server/platform/database/open.ts';
import { openDatabaseBehind } from './behind.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}
/** A step of a plan, as EXPLAIN gives it. */
export interface Step {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Parent Relationship'?: string;
  readonly Plans?: readonly Step[];
}

export async function openWatchedDatabase() {
  const seen: Statement[] = [];
  const { database } = await openDatabaseBehind((pool) => ({
    pool: {
      end: () => pool.end(),
      async connect() {
        const client = await pool.connect();
        const query = client.query.bind(client);
        return Object.assign(client, {
          query: (text: string, values: readonly unknown[]) => {
            seen.push({ text, values });
            return query(text, values);
          },
        });
      },
    },
  }));
  return {
    database,
    /** What was asked while `work` ran. */
    async during(work: () => Promise<unknown>): Promise<Statement[]> {
      seen.length = 0;
      await work();
      return seen.splice(0);
    },
  };
}

/** How the database would go about it for this organization if reading whole tables and sorting were the last thing to do. */
export async function planOf({ system, tenant }: Database, organizationId: string, { text, values }: Statement): Promise<Step> {
  return system.transaction().execute(async (db) => {
    for (const [setting, value] of Object.entries({
      'app.organization_id': organizationId,
      role: tenant.role,
      enable_seqscan: 'off',
      enable_bitmapscan: 'off',
      enable_sort: 'off',
    }))
      await sql`select set_config(${setting}, ${value}, true)`.execute(db);
    const {
      rows: [row],
    } = await db.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: Step }[] }>(
      CompiledQuery.raw(`explain (format json) ${text}`, [...values]),
    );
    const [plan] = row?.['QUERY PLAN'] ?? [];
    if (!plan) throw new Error(`no plan for ${text}`);
    return plan.Plan;
  });
}
