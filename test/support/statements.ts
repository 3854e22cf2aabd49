/** A database of which a test sees what handlers ask it. */
import { CompiledQuery, sql, type Transaction } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import type { Pool } from '../../server/platform/database/client.ts';
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
  readonly 'Total Cost': number;
  readonly Plans?: readonly Step[];
}

/** What EXPLAIN says; the times (ms) only where it executed the statement. */
interface Explained {
  readonly Plan: Step;
  readonly 'Planning Time'?: number;
  readonly 'Execution Time'?: number;
}

/** @param connectionString the database; without it, that of this run */
export async function openWatchedDatabase(connectionString?: string) {
  const seen: Statement[] = [];
  const watch = (pool: Pool) => ({
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
  });
  const { database } = await openDatabaseBehind(watch, undefined, connectionString);
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
    await actFor(db, tenant.role, organizationId);
    for (const setting of ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'])
      await sql`select set_config(${setting}, 'off', true)`.execute(db);
    return (await explain(db, `explain (format json) ${text}`, values)).Plan;
  });
}

/**
 * @param fill writes, for the time being, what makes a difference
 * @returns what the planner expects each of these statements to cost this organization: with all indexes, without the first one of `indexes`, without the
 *   first two, and so on. Nothing of it stays.
 */
export async function costsWithout(
  { system, tenant }: Database,
  organizationId: string,
  indexes: readonly string[],
  statements: readonly Statement[],
  fill: (db: Transaction<SystemTables>) => Promise<unknown>,
): Promise<readonly (readonly number[])[]> {
  const undone = new Error('nothing of it stays');
  const costs = statements.map((): number[] => []);
  const work = system.transaction().execute(async (db) => {
    await fill(db);
    await sql`select set_config('app.organization_id', ${organizationId}, true)`.execute(db);
    for (const index of [undefined, ...indexes]) {
      if (index !== undefined) await sql`drop index ${sql.id(index)}`.execute(db);
      await sql`set local role ${sql.id(tenant.role)}`.execute(db);
      for (const [place, { text, values }] of statements.entries())
        costs[place]?.push((await explain(db, `explain (format json) ${text}`, values)).Plan['Total Cost']);
      await sql`reset role`.execute(db);
    }
    throw undone;
  });
  await work.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return costs;
}

/** How long (ms) the database takes to plan and execute these statements for this organization; those that read nothing are left out. */
export async function timeOf({ system, tenant }: Database, organizationId: string, statements: readonly Statement[]): Promise<number> {
  return system.transaction().execute(async (db) => {
    await actFor(db, tenant.role, organizationId);
    let time = 0;
    for (const { text, values } of statements.filter((statement) => /^(select|with)\b(?!.*set_config)/is.test(statement.text))) {
      const { 'Planning Time': planned = NaN, 'Execution Time': executed = NaN } = await explain(
        db,
        `explain (analyze, format json) ${text}`,
        values,
      );
      time += planned + executed;
    }
    return time;
  });
}

async function actFor(db: Transaction<SystemTables>, role: string, organizationId: string): Promise<void> {
  for (const [setting, value] of Object.entries({ 'app.organization_id': organizationId, role }))
    await sql`select set_config(${setting}, ${value}, true)`.execute(db);
}

async function explain(db: Transaction<SystemTables>, text: string, values: readonly unknown[]): Promise<Explained> {
  const {
    rows: [row],
  } = await db.executeQuery<{ 'QUERY PLAN': readonly Explained[] }>(CompiledQuery.raw(text, [...values]));
  const [plan] = row?.['QUERY PLAN'] ?? [];
  if (!plan) throw new Error(`no plan for ${text}`);
  return plan;
}
