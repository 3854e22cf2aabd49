/** Tests `admin distribute`: the placement of each table and the statements for Citus, which were run on Citus manually (ARCHITECTURE). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { placements, placementOf } from '#admin/distribution/placements';
import { planDistribution, type StatementGroup } from '#admin/distribution/statements';
import { type Database, openDatabase } from '#platform/database/open';
import { admin } from './support/admin.ts';
import { databaseUrl } from './support/engine.ts';
import { ownDatabase, ownDatabaseUrl } from './support/own-database.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'admin-distribute-'));
afterAll(() => rmSync(folder, { recursive: true }));
const env: Record<string, string> = { DEMO: '0', SECRET: 'the same of all servers on one database', DATA_DIR: path.join(folder, 'data') };
const makeUrl = ownDatabaseUrl(inject('template'));
const makeDatabase = ownDatabase();
let database: Database;
beforeAll(async () => {
  Object.assign(env, await makeUrl());
  database = await makeDatabase();
});

const statementsOf = (parts: readonly StatementGroup[]) => parts.flatMap(({ statements }) => statements);
async function requirePlan() {
  const plan = await planDistribution(database.system);
  if (!plan) throw new Error('nothing is to be distributed');
  return plan;
}
async function tables() {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select relname as name, array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(database.system);
  return rows;
}

test('the placement of each table is decided once and has a reason', async () => {
  const allTables = await tables();
  for (const { name, columns } of allTables) expect(() => placementOf(name, columns), name).not.toThrow();
  expect(() => placementOf('new', ['id'])).toThrow('where the rows of new are when organizations are distributed is not decided');
  const listedTables = allTables.filter(({ columns }) => !columns.includes('organization_id')).map(({ name }) => name);
  // No migration creates the table `migration`, and the dump for embedded tests does not contain it.
  expect(Object.keys(placements).sort()).toEqual([...new Set([...listedTables, 'migration'])].sort());
  for (const { because } of Object.values(placements)) expect(because).not.toBe('');
});

test('each table that is not local is distributed once, the organization first', async () => {
  const { together } = await requirePlan();
  const statements = statementsOf(together);
  const plannedTables = statements.flatMap((text) => /^select create_(?:reference|distributed)_table\('(\w+)'/.exec(text)?.[1] ?? []);
  const distributedTables = (await tables())
    .filter(({ name, columns }) => placementOf(name, columns).kind !== 'local')
    .map(({ name }) => name);
  expect([...plannedTables].sort()).toEqual(distributedTables.sort());
  const byOrganization = statements.filter((text) => text.startsWith('select create_distributed_table'));
  expect(byOrganization[0]).toBe("select create_distributed_table('organization', 'id', colocate_with => 'none')");
  expect(byOrganization.slice(1).every((text) => text.includes("colocate_with => 'organization'"))).toBe(true);
  expect(byOrganization).toContain("select create_distributed_table('audit_entry', 'organization_id', colocate_with => 'organization')");
});

test('each planned text is a single statement, and after all statements nothing remains that Citus rejects', async () => {
  const { together } = await requirePlan();
  const columns = Object.fromEntries(
    (await tables()).flatMap((table) => {
      const placement = placementOf(table.name, table.columns);
      return placement.kind === 'distributed' ? [[table.name, placement.by]] : [];
    }),
  );
  const undone = new Error('undone');
  await database.system
    .transaction()
    .execute(async (db) => {
      // These functions of Citus do nothing here.
      for (const signature of ['reference_table(text)', 'distributed_table(text, text, colocate_with text)', 'distributed_function(text)'])
        await sql.raw(`create function create_${signature} returns void language sql as ''`).execute(db);
      await sql`create function truncate_local_data_after_distributing_table(text) returns void language sql as ''`.execute(db);
      for (const statement of statementsOf(together)) await sql.raw(statement).execute(db);
      const { rows } = await sql<{ fault: string }>`
        with kind (name, by) as (select * from json_each_text(${JSON.stringify(columns)}::json))
        select i.indexrelid::regclass || ' is unique across organizations' as fault from pg_index i join pg_class c on c.oid = i.indrelid
          join kind k on k.name = c.relname join pg_attribute a on a.attrelid = c.oid and a.attname = k.by where i.indisunique and not a.attnum = any (i.indkey)
        union all select r.conname || ' crosses organizations' from pg_constraint r join pg_class f on f.oid = r.conrelid join pg_class t on t.oid = r.confrelid
          join kind k on k.name = f.relname join kind o on o.name = t.relname
          join pg_attribute a on a.attrelid = f.oid and a.attname = k.by join pg_attribute b on b.attrelid = t.oid and b.attname = o.by
          where r.contype = 'f' and not (array_position(r.conkey, a.attnum) is not null and r.confkey[array_position(r.conkey, a.attnum)] = b.attnum)
        union all select r.conname || ' clears a reference' from pg_constraint r join pg_class f on f.oid = r.conrelid join pg_class t on t.oid = r.confrelid
          join kind k on k.name = f.relname join kind o on o.name = t.relname where r.contype = 'f' and r.confdeltype in ('n', 'd')
        union all select p.polrelid::regclass || ' has a policy with a subquery' from pg_policy p where pg_get_expr(p.polqual, p.polrelid) || pg_get_expr(p.polwithcheck, p.polrelid) ~* 'select'`.execute(
        db,
      );
      expect(rows).toEqual([]);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
});

test('exit code 0, with the statements as a script in one transaction except for the extension', async () => {
  expect((await admin(env, 'migrate')).code).toBe(0);
  const { code, out, err } = await admin(env, 'distribute');
  expect({ code, err }).toEqual({ code: 0, err: [] });
  const { before, together } = await requirePlan();
  const lines = out.split('\n').filter((line) => line !== '' && !line.startsWith('--'));
  expect(lines).toEqual([...statementsOf(before), 'begin', ...statementsOf(together), 'commit'].flatMap((text) => `${text};`.split('\n')));
});
test('exit code 1 without Citus, and no statement is executed', async () => {
  const { code, err } = await admin(env, 'distribute', '--run');
  expect(code).toBe(1);
  expect(err).toEqual([
    env.DATABASE_URL === undefined
      ? 'the embedded database cannot be distributed; DATABASE_URL names one of PostgreSQL with Citus'
      : 'this PostgreSQL has no Citus: install it, and name it in shared_preload_libraries',
  ]);
});
test.runIf(databaseUrl)('exit code 1 from other commands when tables are distributed, and distribute skips these tables', async () => {
  const openedDatabase = await openDatabase({ databaseUrl: env.DATABASE_URL });
  // Citus records distributed tables in a catalog like this one.
  await sql`create schema noted`.execute(openedDatabase.system);
  await sql`do $$ begin execute format('alter database %I set search_path = public, noted', current_database()); end $$`.execute(
    openedDatabase.system,
  );
  await sql`create table noted.pg_dist_partition (logicalrelid regclass, partmethod "char", repmodel "char")`.execute(
    openedDatabase.system,
  );
  await sql`insert into noted.pg_dist_partition values ('organization', 'h', 's'), ('risk', 'h', 's'), ('user_account', 'n', 't')`.execute(
    openedDatabase.system,
  );
  await openedDatabase.close();
  const statements = (await admin(env, 'distribute')).out
    .split('\n')
    .filter((line) => /^select create_/.test(line))
    .join('\n');
  expect(statements).toContain("'control'");
  for (const table of ['organization', 'risk', 'user_account']) expect(statements).not.toContain(`_table('${table}'`);
  const { code, err } = await admin(env, 'organization', 'list');
  expect(code).toBe(1);
  expect(err).toEqual(['the database cannot be used: it is distributed by Citus, which this version does not work with']);
});
test('exit code 1 for an old schema, which must be migrated first', async () => {
  const { code, err } = await admin({ ...env, DATABASE_URL: '', DATA_DIR: path.join(folder, 'empty') }, 'distribute');
  expect(code).toBe(1);
  expect(err).toEqual([expect.stringMatching(/^the schema lacks 0001_foundation\.sql, .*; run: npm run admin -- migrate$/)]);
});
