import { sql } from 'kysely';
import type { SystemDatabase } from '#platform/database/handle';
import { listPendingMigrations } from '#platform/database/migrate';
import { withoutTimeouts } from '#platform/database/without-timeouts';
import { openUnmigrated } from '#start/open';
import { command, Failure } from './command.ts';
import { type Distribution, planDistribution, type StatementGroup } from './distribution/statements.ts';
import { withInstallation } from './installation.ts';

export const distribute = command({
  name: 'distribute',
  meaning:
    'Prints the statements by which Citus distributes the tables by organization, without those that are distributed already. --run runs them, in a database with Citus and without servers: this version does not serve from one that is distributed.',
  flags: ['run'],
  plan: ({ run }) =>
    withInstallation(async ({ config, database: { system } }) => {
      if (run !== undefined) await requireCitus(system, config.databaseUrl === undefined);
      const pending = await listPendingMigrations(system);
      if (pending.length) throw new Failure(`the schema lacks ${pending.join(', ')}; run: npm run admin -- migrate`);
      const distribution = await planDistribution(system);
      if (run !== undefined) return { statements: distribution ? await runAll(system, distribution) : 0 };
      process.stdout.write(distribution ? formatScript(distribution) : '');
      return undefined;
    }, openUnmigrated),
});

async function requireCitus(db: SystemDatabase, isEmbedded: boolean): Promise<void> {
  if (isEmbedded) throw new Failure('the embedded database cannot be distributed; DATABASE_URL names one of PostgreSQL with Citus');
  const { rows } = await sql`select from pg_available_extensions where name = 'citus'`.execute(db);
  if (!rows.length) throw new Failure('this PostgreSQL has no Citus: install it, and name it in shared_preload_libraries');
}

function formatScript({ before, together }: Distribution): string {
  const formatGroup = ({ what, statements }: StatementGroup) => `-- ${what}\n${statements.map((statement) => `${statement};\n`).join('')}`;
  return [...before.map(formatGroup), 'begin;\n', ...together.map(formatGroup), 'commit;\n'].join('\n');
}

/** @returns the number of statements */
async function runAll(system: SystemDatabase, { before, together }: Distribution): Promise<number> {
  const statementsOf = (groups: readonly StatementGroup[]) => groups.flatMap(({ statements }) => statements);
  for (const statement of statementsOf(before)) await runInTransaction(system, [statement]);
  await runInTransaction(system, statementsOf(together));
  return statementsOf([...before, ...together]).length;
}

async function runInTransaction(system: SystemDatabase, statements: readonly string[]): Promise<void> {
  await system
    .transaction()
    .execute(async (db) => {
      await withoutTimeouts(db);
      for (const statement of statements) await sql.raw(statement).execute(db);
    })
    .catch((error: unknown) => {
      throw new Failure(`nothing was distributed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    });
}
