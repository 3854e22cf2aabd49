/** Uses the tenant role to access the tables directly: a transaction of one organization sees no rows of another organization. */
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
/** Runs `work` as the tenant role in a transaction of this organization, and rolls it back. */
async function rollBackAfter(organizationId: string, work: (db: Tenant) => Promise<void>): Promise<void> {
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
/** Runs a statement and rolls it back. @returns the number of affected rows, or the error code */
async function outcomeOf(db: Tenant, statement: ReturnType<typeof sql>): Promise<string> {
  await sql`savepoint before`.execute(db);
  const result = await statement.execute(db).then(
    ({ numAffectedRows, rows }) => `${numAffectedRows ?? rows.length} rows`,
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );
  await sql`rollback to savepoint before`.execute(db);
  return result;
}
const permissionDenied = '42501';
/** @returns the expected outcome of a select, which fails if the tenant may not read the table at all */
const expectedSelect = (name: string, answer: string) =>
  exceptions[name]?.grants.includes('SELECT') === false ? permissionDenied : answer;
/** @returns a row of the organization. @param filledColumn a column that should not be empty in the row */
const rowOf = async (name: string, key: string, { id }: Organization, filledColumn = key) => {
  const {
    rows: [foundRow],
  } = await sql<{
    row: Record<string, unknown>;
  }>`select to_jsonb(t) as row from ${sql.table(name)} t where ${sql.ref(key)} = ${id} order by ${sql.ref(filledColumn)} is null limit 1`.execute(
    app.database.system,
  );
  if (!foundRow) throw new Error(`${name} has no row`);
  return foundRow.row;
};
const insertCopy = (name: string, row: object) => {
  const columns = sql.join((tables.find((table) => table.name === name)?.written ?? []).map((column) => sql.ref(column)));
  return sql`insert into ${sql.table(name)} (${columns}) select ${columns} from jsonb_populate_record(null::${sql.table(name)}, ${JSON.stringify(row)}::jsonb)`;
};

test('in every table, an organization can read, change and delete only its own rows', async () => {
  for (const { name, key } of tables) {
    const table = sql.table(name);
    const {
      rows: [count],
    } = await sql<{ n: number }>`select count(*)::int as n from ${table} where ${sql.ref(key)} = ${ours.id}`.execute(app.database.system);
    const hasPrivilege = (privilege: string) => (exceptions[name]?.grants ?? [privilege]).includes(privilege);
    await rollBackAfter(ours.id, async (db) => {
      expect
        .soft(await outcomeOf(db, sql`select from ${table}`), name)
        .toBe(hasPrivilege('SELECT') ? `${count?.n} rows` : permissionDenied);
      expect.soft(count?.n, name).toBeGreaterThan(0);
      expect
        .soft(await outcomeOf(db, sql`select from ${table} where ${sql.ref(key)} = ${theirs.id}`), name)
        .toBe(hasPrivilege('SELECT') ? '0 rows' : permissionDenied);
      expect
        .soft(await outcomeOf(db, sql`update ${table} set ${sql.ref(key)} = ${sql.ref(key)} where ${sql.ref(key)} = ${theirs.id}`), name)
        .toBe(hasPrivilege('UPDATE') ? '0 rows' : permissionDenied);
      expect
        .soft(await outcomeOf(db, sql`delete from ${table} where ${sql.ref(key)} = ${theirs.id}`), name)
        .toBe(hasPrivilege('DELETE') ? '0 rows' : permissionDenied);
      expect.soft(await outcomeOf(db, sql`truncate ${table} cascade`), name).toBe(permissionDenied);
    });
  }
});

/** Columns that a row must not fill together with certain other columns, and the value to use instead. */
const conflictingColumns: Readonly<Record<string, ReturnType<typeof sql>>> = {
  'trust_certificate.custom_framework_id': sql`framework = null,`,
};

test('in every table, an organization cannot insert a row into, move a row to, or refer to a row of another organization', async () => {
  const fingerprintBefore = await fingerprint(app, theirs);
  for (const { name, key, hasId } of tables) {
    const [row, ourRow] = [await rowOf(name, key, theirs), await rowOf(name, key, ours)];
    await rollBackAfter(ours.id, async (db) => {
      expect
        .soft(
          await outcomeOf(db, insertCopy(name, { ...row, ...(hasId && { id: key === 'id' ? theirs.id : newId('new') }) })),
          `insert into ${name}`,
        )
        .toBe(permissionDenied);
      expect
        .soft(
          await outcomeOf(
            db,
            sql`update ${sql.table(name)} set ${sql.ref(key)} = ${theirs.id} where ${sql.ref(hasId ? 'id' : key)} = ${ourRow[hasId ? 'id' : key]}`,
          ),
          `update ${name}`,
        )
        .toBe(permissionDenied);
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
    const [theirRow, ourRow] = [await rowOf(to, 'organization_id', theirs), await rowOf(name, 'organization_id', ours, column)];
    await rollBackAfter(ours.id, async (db) => {
      await sql`set constraints all immediate`.execute(db);
      expect
        .soft(
          await outcomeOf(
            db,
            sql`update ${sql.table(name)} set ${conflictingColumns[`${name}.${column}`] ?? sql``} ${sql.ref(column)} = ${theirRow.id} where id = ${ourRow.id}`,
          ),
          `${name}.${column}`,
        )
        .toBe(isWritable ? '23503' : permissionDenied);
    });
  }
  expect(await fingerprint(app, theirs)).toEqual(fingerprintBefore);
});

test("an audit entry is appended to the organization's own log, whatever organization the entry names", async () => {
  const fingerprintBefore = await fingerprint(app, theirs);
  const lastSequence = async (organization: Organization) =>
    (
      await app.database.system
        .selectFrom('audit_head')
        .select('sequence')
        .where('organization_id', '=', organization.id)
        .executeTakeFirstOrThrow()
    ).sequence;
  const sequenceBefore = await lastSequence(ours);
  const entry = JSON.stringify({ id: newId('aud'), organizationId: theirs.id, organization_id: theirs.id, data: {} });
  await app.database.tenant.transaction().execute(async (db) => {
    await sql`select set_config('app.organization_id', ${ours.id}, true), set_config('role', tenant_role(), true)`.execute(db);
    await sql`select append_audit(${entry}::jsonb, '{', '}')`.execute(db);
  });
  expect(await lastSequence(ours)).toBe(sequenceBefore + 1);
  expect(await fingerprint(app, theirs)).toEqual(fingerprintBefore);
});

test('temporary tables cannot mislead functions that run with the permissions of their owner', async () => {
  const stranger = await newAccount(app.database);
  await rollBackAfter(ours.id, async (db) => {
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
  await rollBackAfter(ours.id, async (db) => {
    expect(
      await outcomeOf(db, insertCopy('member', { ...row, id: newId('mem'), user_id: theirs.member.userId, email: 'new@example.com' })),
    ).toBe(permissionDenied);
    expect(await outcomeOf(db, sql`update member set user_id = ${theirs.member.userId} where id = ${ours.member.id}`)).toBe(
      permissionDenied,
    );
    await sql`select consenting_account('usr_new', 'x', ${theirs.member.email})`.execute(db);
    expect(await outcomeOf(db, sql`update member set user_id = ${theirs.member.userId} where id = ${ours.member.id}`)).toBe('1 rows');
    expect(await outcomeOf(db, sql`update member set user_id = ${theirs.owner.userId} where id = ${ours.member.id}`)).toBe(
      permissionDenied,
    );
  });
});

describe('without an organization', () => {
  test('no table returns or accepts rows', async () => {
    for (const { name, key, hasId } of tables) {
      const row = await rowOf(name, key, ours);
      await rollBackAfter('', async (db) => {
        expect.soft(await outcomeOf(db, sql`select from ${sql.table(name)}`), name).toBe(expectedSelect(name, '0 rows'));
        expect.soft(await outcomeOf(db, insertCopy(name, { ...row, ...(hasId && { id: newId('new') }) })), name).toBe(permissionDenied);
      });
    }
  });
  test('every read fails on a connection on which no organization was ever set', async () => {
    const database = await openTestDatabase();
    await database.tenant.transaction().execute(async (db) => {
      await sql`select set_config('role', tenant_role(), true)`.execute(db);
      for (const { name } of tables)
        expect.soft(await outcomeOf(db, sql`select from ${sql.table(name)}`), name).toBe(expectedSelect(name, '42704'));
    });
    await database.close();
  });
});
