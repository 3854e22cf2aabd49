/** Tests that the schema separates organizations, and that each rule of `catalog.ts` detects a violation. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withRole } from '#platform/database/tenant-role';
import { startApp } from '../support/app.ts';
import { callableFunctions, exceptions, findFaults, globallyUnique, sharedReferences } from './catalog.ts';

const app = startApp();
const rollback = new Error('undone');

/** Runs statements on new tables and rolls them back, so that no other test waits for locks. @returns the faults that they cause */
async function faultsAfter(...statements: readonly string[]): Promise<string[]> {
  let faults: string[] = [];
  await app.database.system
    .transaction()
    .execute(async (db) => {
      for (const statement of ['create table probe (id text primary key, member_id text, name text)', ...statements])
        await sql.raw(withRole(statement, app.database.tenant.role)).execute(db);
      faults = await findFaults(db);
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  return faults;
}
const makeTenantTable = "call tenant_table('probe')";
const createPartitions = [
  'create table probe_log (id text not null) partition by hash (id)',
  "call tenant_table('probe_log')",
  'create table probe_part partition of probe_log for values with (modulus 1, remainder 0)',
] as const;
const secureFirstPartition = 'alter table probe_part enable row level security';

test('the schema has no faults, and neither has a table that a migration turns into a tenant table', async () => {
  expect(await findFaults(app.database.system)).toEqual([]);
  expect(
    await faultsAfter(
      makeTenantTable,
      'alter table probe add foreign key (organization_id, member_id) references member (organization_id, id) on delete set null (member_id)',
    ),
  ).toEqual([]);
  expect(await faultsAfter(makeTenantTable, ...createPartitions, secureFirstPartition)).toEqual([]);
});

test('reports a table for which a migration did not call tenant_table', async () => {
  expect(await faultsAfter()).toEqual(
    expect.arrayContaining([
      'probe: has no row-level security',
      'probe: has not one policy',
      'probe: may have rows of no organization',
      'probe: is granted otherwise than intended: ',
    ]),
  );
});

test.each([
  ['has no row-level security', 'alter table probe disable row level security'],
  ['has not one policy', 'drop policy tenant on probe'],
  ['has not one policy', 'create policy another on probe to tenant using (true)'],
  ['its policy is not for everything that the tenant does', 'alter policy tenant on probe to public'],
  ['its policy shows rows of others', 'alter policy tenant on probe using (true)'],
  ['its policy lets rows of others be written', 'alter policy tenant on probe with check (true)'],
  [
    'its policy lets rows of others be written',
    'drop policy tenant on probe',
    'create policy tenant on probe to tenant using (organization_id = (select current_organization()))',
  ],
  [
    'may have rows of no organization',
    'alter table probe drop constraint probe_pkey',
    'alter table probe alter organization_id drop not null',
  ],
  ['does not know whose a new row is', 'alter table probe alter organization_id drop default'],
  ['does not go with its organization', 'alter table probe drop constraint probe_organization_id_fkey'],
  ['cannot be referred to within its organization', 'alter table probe drop constraint probe_pkey'],
  [
    'its key does not begin with its organization',
    'alter table probe drop constraint probe_pkey',
    'alter table probe add primary key (id, organization_id)',
  ],
  ['says whether others have the same (id)', 'create unique index on probe (id)'],
  ['is granted otherwise than intended', 'grant truncate on probe to tenant'],
  ['is granted otherwise than intended', 'grant select on probe to public'],
  ['is granted otherwise than intended', 'grant references (id) on probe to tenant'],
  ['is granted otherwise than intended', 'revoke delete on probe from tenant'],
  ['its reference to member can cross', 'alter table probe add foreign key (member_id) references member (id)'],
  ["refers to user_account, which is no organization's", 'alter table probe add foreign key (member_id) references user_account'],
  [
    'forgets its organization when its member is deleted',
    'alter table probe add foreign key (organization_id, member_id) references member (organization_id, id) on delete set null',
  ],
  ['says whether others have the same (name)', 'create unique index on probe (name)'],
  ['can be read around its table', ...createPartitions],
  ['can be read around its table', ...createPartitions, secureFirstPartition, 'grant select on probe_part to tenant'],
  ['can be read around its table', ...createPartitions, secureFirstPartition, 'create policy tenant on probe_part to tenant using (true)'],
  ['is no table (v)', 'create view probe_view as select * from member'],
  ['is no table (S)', 'create sequence probe_number'],
  [
    'looks for what it uses where its caller says',
    "create function probe() returns trigger language plpgsql security definer as 'begin return null; end'",
  ],
  [
    'looks for what it uses where its caller says',
    "create function probe() returns trigger language plpgsql security definer set search_path = public as 'begin return null; end'",
  ],
  ['is not among the functions that may be called', "create function probe() returns integer language sql as 'select 1'"],
  ['is granted otherwise than intended', "create function may_name_account(integer) returns integer language sql as 'select 1'"],
])('%s: %s', async (fault, ...statements) => {
  const faults = await faultsAfter(makeTenantTable, ...statements);
  expect(faults).not.toEqual([]);
  for (const foundFault of faults)
    expect(foundFault).toMatch(/^(probe|probe_part|probe_view|probe_number|probe\(\)|may_name_account\(\)): /);
  expect(faults.map((foundFault) => foundFault.slice(foundFault.indexOf(': ') + 2))).toContainEqual(expect.stringContaining(fault));
});

test('each exception is still needed, and has a reason', async () => {
  const { rows } = await sql<{
    name: string;
  }>`select relname as name from pg_class where relnamespace = 'public'::regnamespace union all select proname from pg_proc where pronamespace = 'public'::regnamespace
    union all select attrelid::regclass || '.' || attname from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(
    app.database.system,
  );
  // No migration creates the table `migration`, and the dump for embedded tests does not contain it.
  const existingTables = new Set(['migration', ...rows.map(({ name }) => name)]);
  const listedExceptions = Object.entries({ ...exceptions, ...callableFunctions, ...sharedReferences, ...globallyUnique });
  expect(listedExceptions.filter(([name]) => !existingTables.has(name))).toEqual([]);
  expect(listedExceptions.filter(([, reason]) => (typeof reason === 'string' ? reason : reason.because) === '')).toEqual([]);
});

test('the tenant role has no privileges outside of the tables', async () => {
  const { rows } =
    await sql`select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as mighty, rolcanlogin as login,
      exists (select from pg_auth_members where member = r.oid) as member, exists (select from pg_class where relowner = r.oid) or exists (select from pg_proc where proowner = r.oid) as owner,
      has_schema_privilege(rolname, 'public', 'create') as creates, has_database_privilege(rolname, current_database(), 'create') as schemas
    from pg_roles r where rolname = tenant_role()`.execute(app.database.system);
  expect(rows).toEqual([{ mighty: false, login: false, member: false, owner: false, creates: false, schemas: false }]);
});
