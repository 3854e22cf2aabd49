/** The tenant role with direct access to the tables: a transaction of one organization sees no rows of another. */
import { sql, type Transaction } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TenantTables } from '#generated/database';
import { newId } from '#platform/database/ids';
import { openTestDatabase, startApp } from '../support/app.ts';
import { newAccount } from '../support/organization.ts';
import { exceptions } from './catalog.ts';
import { trackChanges } from './changes.ts';
import { fingerprint, newFullOrganization, type Organization, tenantTables } from './organizations.ts';

const app = startApp();
let theirs: Organization;
let ours: Organization;
let tables: Awaited<ReturnType<typeof tenantTables>>;
beforeAll(async () => {
  const changes = await trackChanges(app.database);
  [theirs, ours] = [await newFullOrganization(app, changes), await newFullOrganization(app, changes)];
  await changes.end();
  tables = await tenantTables(app.database);
});

type Tenant = Transaction<TenantTables>;
const rollback = new Error('undone');
/** Runs as the tenant role in a transaction of this organization, which is rolled back. */
async function inside(organizationId: string, work: (db: Tenant) => Promise<void>): Promise<void> {
  await app.database.tenant
    .transaction()
    .execute(async (db) => {
      await sql`select set_config('app.organization_id', ${organizationId}, true), set_config('role', tenant_role(), true)`.execute(db);
      await work(db);
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
}
/** The number of rows affected by a statement, or its error code. The statement is rolled back. */
async function outcome(db: Tenant, statement: ReturnType<typeof sql>): Promise<string> {
  await sql`savepoint before`.execute(db);
  const result = await statement.execute(db).then(
    ({ numAffectedRows, rows }) => `${numAffectedRows ?? rows.length} rows`,
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );
  await sql`rollback to savepoint before`.execute(db);
  return result;
}
const refused = '42501';
/** The expected result of a select, unless the tenant may not read the table at all. */
const selected = (name: string, answer: string) => (exceptions[name]?.grants.includes('SELECT') === false ? refused : answer);
/** @param filled a column that should not be empty */
const rowOf = async (name: string, key: string, { id }: Organization, filled = key) => {
  const {
    rows: [found],
  } = await sql<{
    row: Record<string, unknown>;
  }>`select to_jsonb(t) as row from ${sql.table(name)} t where ${sql.ref(key)} = ${id} order by ${sql.ref(filled)} is null limit 1`.execute(
    app.database.system,
  );
  if (!found) throw new Error(`${name} has no row`);
  return found.row;
};
const copy = (name: string, row: object) => {
  const columns = sql.join((tables.find((table) => table.name === name)?.written ?? []).map((column) => sql.ref(column)));
  return sql`insert into ${sql.table(name)} (${columns}) select ${columns} from jsonb_populate_record(null::${sql.table(name)}, ${JSON.stringify(row)}::jsonb)`;
};

test('in every table, only its own rows can be read, changed and deleted', async () => {
  for (const { name, key } of tables) {
    const table = sql.table(name);
    const {
      rows: [count],
    } = await sql<{ n: number }>`select count(*)::int as n from ${table} where ${sql.ref(key)} = ${ours.id}`.execute(app.database.system);
    const may = (privilege: string) => (exceptions[name]?.grants ?? [privilege]).includes(privilege);
    await inside(ours.id, async (db) => {
      expect.soft(await outcome(db, sql`select from ${table}`), name).toBe(may('SELECT') ? `${count?.n} rows` : refused);
      expect.soft(count?.n, name).toBeGreaterThan(0);
      expect
        .soft(await outcome(db, sql`select from ${table} where ${sql.ref(key)} = ${theirs.id}`), name)
        .toBe(may('SELECT') ? '0 rows' : refused);
      expect
        .soft(await outcome(db, sql`update ${table} set ${sql.ref(key)} = ${sql.ref(key)} where ${sql.ref(key)} = ${theirs.id}`), name)
        .toBe(may('UPDATE') ? '0 rows' : refused);
      expect
        .soft(await outcome(db, sql`delete from ${table} where ${sql.ref(key)} = ${theirs.id}`), name)
        .toBe(may('DELETE') ? '0 rows' : refused);
      expect.soft(await outcome(db, sql`truncate ${table} cascade`), name).toBe(refused);
    });
  }
});

/** Columns that a row must not fill together with others. */
const conflictingColumns: Readonly<Record<string, ReturnType<typeof sql>>> = {
  'trust_certificate.custom_framework_id': sql`framework = null,`,
};

test('in no table can a row be inserted into, moved to or refer to another organization', async () => {
  const before = await fingerprint(app, theirs);
  for (const { name, key, hasId } of tables) {
    const [row, mine] = [await rowOf(name, key, theirs), await rowOf(name, key, ours)];
    await inside(ours.id, async (db) => {
      expect
        .soft(
          await outcome(db, copy(name, { ...row, ...(hasId && { id: key === 'id' ? theirs.id : newId('new') }) })),
          `insert into ${name}`,
        )
        .toBe(refused);
      expect
        .soft(
          await outcome(
            db,
            sql`update ${sql.table(name)} set ${sql.ref(key)} = ${theirs.id} where ${sql.ref(hasId ? 'id' : key)} = ${mine[hasId ? 'id' : key]}`,
          ),
          `update ${name}`,
        )
        .toBe(refused);
    });
  }
  const { rows: references } = await sql<{
    name: string;
    column: string;
    to: string;
    isWritable: boolean;
  }>`select has_table_privilege(tenant_role(), c.conrelid, 'update') as "isWritable", c.conrelid::regclass::text as name, a.attname as column, c.confrelid::regclass::text as to
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'organization_id'
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and exists (select from pg_attribute o where o.attrelid = c.confrelid and o.attname = 'organization_id')
      and exists (select from pg_attribute o where o.attrelid = c.conrelid and o.attname = 'organization_id')`.execute(app.database.system);
  expect(references.length).toBeGreaterThan(5);
  for (const { name, column, to, isWritable } of references) {
    const [target, mine] = [await rowOf(to, 'organization_id', theirs), await rowOf(name, 'organization_id', ours, column)];
    await inside(ours.id, async (db) => {
      await sql`set constraints all immediate`.execute(db);
      expect
        .soft(
          await outcome(
            db,
            sql`update ${sql.table(name)} set ${conflictingColumns[`${name}.${column}`] ?? sql``} ${sql.ref(column)} = ${target.id} where id = ${mine.id}`,
          ),
          `${name}.${column}`,
        )
        .toBe(isWritable ? '23503' : refused);
    });
  }
  expect(await fingerprint(app, theirs)).toEqual(before);
});

test('an entry appended to the log is appended to its own, whatever organization it names', async () => {
  const before = await fingerprint(app, theirs);
  const head = async (organization: Organization) =>
    (
      await app.database.system
        .selectFrom('audit_head')
        .select('sequence')
        .where('organization_id', '=', organization.id)
        .executeTakeFirstOrThrow()
    ).sequence;
  const last = await head(ours);
  const entry = JSON.stringify({ id: newId('aud'), organizationId: theirs.id, organization_id: theirs.id, data: {} });
  await app.database.tenant.transaction().execute(async (db) => {
    await sql`select set_config('app.organization_id', ${ours.id}, true), set_config('role', tenant_role(), true)`.execute(db);
    await sql`select append_audit(${entry}::jsonb, '{', '}')`.execute(db);
  });
  expect(await head(ours)).toBe(last + 1);
  expect(await fingerprint(app, theirs)).toEqual(before);
});

test('temporary tables cannot mislead functions that run with the rights of the owner', async () => {
  const stranger = await newAccount(app.database);
  await inside(ours.id, async (db) => {
    await sql`create temporary table user_account (id text, name text, email text, image text) on commit drop`.execute(db);
    await sql`insert into user_account values (${stranger}, 'Eve', 'eve@example.com', null), ('usr_made_up', 'Eve', 'eve@example.com', null)`.execute(
      db,
    );
    expect((await sql`select may_name_account('usr_made_up') as may`.execute(db)).rows).toEqual([{ may: false }]);
    const { rows } = await sql<{
      name: string;
    }>`update member set user_id = ${stranger} where id = ${ours.member.id} returning name`.execute(db);
    expect(rows).toEqual([{ name: 'Sam Stranger' }]);
  });
});

test('an account of another organization cannot get a membership without its consent', async () => {
  const row = await rowOf('member', 'organization_id', ours);
  await inside(ours.id, async (db) => {
    expect(await outcome(db, copy('member', { ...row, id: newId('mem'), user_id: theirs.member.userId, email: 'new@example.com' }))).toBe(
      refused,
    );
    expect(await outcome(db, sql`update member set user_id = ${theirs.member.userId} where id = ${ours.member.id}`)).toBe(refused);
    await sql`select consenting_account('usr_new', 'x', ${theirs.member.email})`.execute(db);
    expect(await outcome(db, sql`update member set user_id = ${theirs.member.userId} where id = ${ours.member.id}`)).toBe('1 rows');
    expect(await outcome(db, sql`update member set user_id = ${theirs.owner.userId} where id = ${ours.member.id}`)).toBe(refused);
  });
});

describe('without an organization', () => {
  test('no table returns or accepts rows', async () => {
    for (const { name, key, hasId } of tables) {
      const row = await rowOf(name, key, ours);
      await inside('', async (db) => {
        expect.soft(await outcome(db, sql`select from ${sql.table(name)}`), name).toBe(selected(name, '0 rows'));
        expect.soft(await outcome(db, copy(name, { ...row, ...(hasId && { id: newId('new') }) })), name).toBe(refused);
      });
    }
  });
  test('a connection that never had an organization fails', async () => {
    const database = await openTestDatabase();
    await database.tenant.transaction().execute(async (db) => {
      await sql`select set_config('role', tenant_role(), true)`.execute(db);
      for (const { name } of tables)
        expect.soft(await outcome(db, sql`select from ${sql.table(name)}`), name).toBe(selected(name, '42704'));
    });
    await database.close();
  });
});
