/** A database that records the statements of handlers. */
import { CompiledQuery, sql, type Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import type { Pool } from '#platform/database/client';
import type { Database } from '#platform/database/open';
import { openWrappedDatabase } from './wrapped-database.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Identifies one use of a connection, from when it is acquired until it is released. */
  readonly connection?: symbol;
}
/** A step of a query plan, as EXPLAIN returns it. */
export interface Step {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Parent Relationship'?: string;
  readonly 'Total Cost': number;
  readonly Plans?: readonly Step[];
}

/** The output of EXPLAIN; the times (ms) exist only if it executed the statement. */
interface Explained {
  readonly Plan: Step;
  readonly 'Planning Time'?: number;
  readonly 'Execution Time'?: number;
}

/** Opens a database whose statements are recorded. @param connectionString of the database; by default the database of this run */
export async function openWatchedDatabase(connectionString?: string) {
  const recordedStatements: Statement[] = [];
  const recordStatements = (pool: Pool) => ({
    pool: {
      end: () => pool.end(),
      async connect() {
        const client = await pool.connect();
        const query = client.query.bind(client);
        const connection = Symbol('connection');
        return Object.assign(client, {
          query: (text: string, values: readonly unknown[]) => {
            recordedStatements.push({ text, values, connection });
            return query(text, values);
          },
        });
      },
    },
  });
  const { database } = await openWrappedDatabase(recordStatements, undefined, connectionString);
  return {
    database,
    /**
     * @returns the statements that were executed while `work` ran
     * @param organizationId includes only the transactions of this organization; leaves out, for example, background work of the service
     */
    async during(work: () => Promise<unknown>, organizationId?: string): Promise<Statement[]> {
      recordedStatements.length = 0;
      await work();
      const statements = recordedStatements.splice(0);
      return organizationId === undefined ? statements : statementsOf(organizationId, statements);
    },
  };
}

/** @returns the statements of the transactions of this organization, whose first statement names it */
function statementsOf(organizationId: string, statements: readonly Statement[]): Statement[] {
  const ownConnections = new Set(
    statements.filter(({ text }) => text.startsWith('begin') && text.includes(organizationId)).map(({ connection }) => connection),
  );
  return statements.filter(({ connection }) => ownConnections.has(connection));
}

/** The query plan for this organization if sequential scans and sorts are avoided as far as possible. */
export async function planOf({ system, tenant }: Database, organizationId: string, { text, values }: Statement): Promise<Step> {
  return system.transaction().execute(async (db) => {
    await actFor(db, tenant.role, organizationId);
    for (const setting of ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'])
      await sql`select set_config(${setting}, 'off', true)`.execute(db);
    return (await explain(db, `explain (format json) ${text}`, values)).Plan;
  });
}

/**
 * @param fill temporarily inserts the rows that matter @returns the cost that the planner estimates for each of these statements: with all
 * indexes, without the first one of `indexes`, without the first two, and so on. Everything is rolled back.
 */
export async function costsWithout(
  { system, tenant }: Database,
  organizationId: string,
  indexes: readonly string[],
  statements: readonly Statement[],
  fill: (db: Transaction<SystemTables>) => Promise<unknown>,
): Promise<readonly (readonly number[])[]> {
  const rollback = new Error('nothing of it stays');
  const costs = statements.map((): number[] => []);
  const work = system.transaction().execute(async (db) => {
    await fill(db);
    await sql`select set_config('app.organization_id', ${organizationId}, true)`.execute(db);
    for (const index of [undefined, ...indexes]) {
      if (index !== undefined) await sql`drop index ${sql.id(index)}`.execute(db);
      await sql`set local role ${sql.id(tenant.role)}`.execute(db);
      for (const [statementIndex, { text, values }] of statements.entries())
        costs[statementIndex]?.push((await explain(db, `explain (format json) ${text}`, values)).Plan['Total Cost']);
      await sql`reset role`.execute(db);
    }
    throw rollback;
  });
  await work.catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
  return costs;
}

/**
 * How long (ms) the database takes to plan and execute these statements for this organization; only statements that read are included.
 */
export async function timeOf({ system, tenant }: Database, organizationId: string, statements: readonly Statement[]): Promise<number> {
  return system.transaction().execute(async (db) => {
    await actFor(db, tenant.role, organizationId);
    let time = 0;
    for (const { text, values } of statements.filter((statement) => /^(select|with)\b(?!.*set_config)/is.test(statement.text))) {
      const { 'Planning Time': planningTime = NaN, 'Execution Time': executionTime = NaN } = await explain(
        db,
        `explain (analyze, format json) ${text}`,
        values,
      );
      time += planningTime + executionTime;
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
