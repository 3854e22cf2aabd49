/**
 * Migrations keep what the previous version uses, so that both versions run together while servers are replaced one by one
 * (`test/faults/versions.test.ts`). The system catalog of PostgreSQL shows what each migration has removed or newly requires.
 */
import { sql } from 'kysely';
import semver from 'semver';
import { expect, test } from 'vitest';
import { findAccess } from '#platform/database/access';
import type { SystemDatabase } from '#platform/database/handle';
import { migrate, migrationFiles } from '#platform/database/migrate';
import { openDatabase } from '#platform/database/open';
import { tenantRoleOf } from '#platform/database/tenant-role';
import { migrationsOf, releases } from '../support/released.ts';

/** Everything in the database that the previous version may rely on, as descriptive texts. */
interface Schema {
  /** The type of each column, and whether an insert must set it. */
  readonly columns: ReadonlyMap<string, { readonly type: string; readonly isDemanded: boolean }>;
  /** Tables into which functions insert without naming the columns: a running function fails when a column is added. */
  readonly insertTargets: ReadonlySet<string>;
  readonly routines: ReadonlySet<string>;
  readonly rights: ReadonlySet<string>;
  /** Constraints that reject rows, with the columns that they check. */
  readonly rules: ReadonlyMap<string, readonly string[]>;
}

/**
 * Migrations of the next release that remove something that 0.1.0 uses, and why. Servers of 0.1.0 are stopped first, as the changelog says.
 * These are exceptions: normally one release stops using something, and the next release removes it from the schema.
 */
const breaking: Readonly<Record<string, string>> = {
  '0011_files.sql': 'a record names only files that are stored',
  '0013_accounts.sql': 'accounts and members are parted, and an organization has each address once',
  '0017_risks-and-vendors.sql':
    'an acceptance keeps the level that was accepted; an item of work keeps who made it, and its states got the names of the contract',
  '0025_trust-portal.sql': 'a grant of access follows a request',
  '0036_states.sql': 'states that mean the same have the same word',
};

const insertWithoutColumns = /insert\s+into\s+(\w+)\s+(?:select|values)\b/gi;

async function schemaOf(db: SystemDatabase): Promise<Schema> {
  const { rows: columns } = await sql<{ name: string; type: string; isDemanded: boolean }>`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull and not a.atthasdef and a.attidentity = '' as "isDemanded"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`.execute(db);
  const { rows: routines } = await sql<{ name: string; source: string; isTrigger: boolean }>`
    select prosrc as source, prorettype = 'trigger'::regtype as "isTrigger", proname || '(' || pg_get_function_identity_arguments(oid) || ') ' || coalesce(pg_get_function_result(oid), '') as name
    from pg_proc where pronamespace = 'public'::regnamespace`.execute(db);
  const { rows: rules } = await sql<{ table: string; definition: string; columns: string[] }>`
    select c.relname as table, r.definition, coalesce((select array_agg(c.relname || '.' || a.attname)
      from pg_attribute a where a.attrelid = c.oid and a.attnum = any (r.keys)), '{}') as columns
    from (
      select conrelid as relation, pg_get_constraintdef(oid) as definition, conkey as keys from pg_constraint where contype in ('c', 'f', 'x')
      union all
      select indrelid, regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', 'unique '), indkey::smallint[] from pg_index where indisunique) r
    join pg_class c on c.oid = r.relation where c.relnamespace = 'public'::regnamespace`.execute(db);
  const { tables, routines: callable } = await findAccess(db, await tenantRoleOf(db));
  return {
    columns: new Map(columns.map(({ name, ...column }) => [name, column])),
    insertTargets: new Set(routines.flatMap(({ source }) => [...source.matchAll(insertWithoutColumns)].map(([, table = '']) => table))),
    routines: new Set(routines.flatMap(({ name, isTrigger }) => (isTrigger ? [] : [name]))),
    rights: new Set([
      ...Object.entries(tables).flatMap(([table, { granted: roles }]) =>
        roles.map(({ to, privilege }) => `${privilege} on ${table} for ${to}`),
      ),
      ...Object.entries(callable).flatMap(([name, roles]) => (roles.includes('tenant') ? [`call of ${name} for tenant`] : [])),
    ]),
    rules: new Map(rules.map(({ table, definition, columns: columnNames }) => [`${table}: ${definition}`, columnNames])),
  };
}

const tableOf = (column: string) => column.split('.', 1)[0] ?? '';

/** @returns what a migration has removed, changed or newly required, such as the columns that an insert must set */
function breakingChanges(before: Schema, after: Schema): string[] {
  const tables = new Set([...before.columns.keys()].map(tableOf));
  return [
    ...[...before.columns].flatMap(([name, { type, isDemanded }]) => {
      const columnAfter = after.columns.get(name);
      if (!columnAfter) return [`${name} is gone`];
      if (columnAfter.type !== type) return [`${name} is ${columnAfter.type} and was ${type}`];
      return columnAfter.isDemanded && !isDemanded ? [`${name} is demanded`] : [];
    }),
    ...[...after.columns]
      .filter(([name]) => !before.columns.has(name) && tables.has(tableOf(name)))
      .flatMap(([name, { isDemanded }]) => {
        if (before.insertTargets.has(tableOf(name))) return [`${name} is new where a function inserts without naming columns`];
        return isDemanded ? [`${name} is new and demanded`] : [];
      }),
    ...[...after.rules]
      // A constraint on a new column accepts null, which all rows of the previous version have there.
      .filter(([name, columns]) => !before.rules.has(name) && columns.every((column) => before.columns.has(column)))
      .map(([name]) => `rows are refused by ${name}`),
    ...[...before.routines].filter((name) => !after.routines.has(name)).map((name) => `${name} is gone`),
    ...[...before.rights].filter((name) => !after.rights.has(name)).map((name) => `there is no ${name}`),
  ];
}

test('migrations since the last release only add, except for the listed ones', async () => {
  const releasedMigrations = migrationsOf(semver.sort([...releases]).at(-1) ?? '');
  const names = migrationFiles().map(({ name }) => name);
  const database = await openDatabase({});
  const changesByMigration: Record<string, string[]> = {};
  await migrate(
    database.system,
    names.filter((name) => name in releasedMigrations),
  );
  let before = await schemaOf(database.system);
  for (const name of names.filter((one) => !(one in releasedMigrations))) {
    await migrate(database.system, [name]);
    const after = await schemaOf(database.system);
    const breakingOfMigration = breakingChanges(before, after);
    if (breakingOfMigration.length) changesByMigration[name] = breakingOfMigration;
    before = after;
  }
  await database.close();
  expect(before.insertTargets).toContain('search_entry');
  const unexpectedChanges = Object.entries(changesByMigration).filter(([name]) => !(name in breaking));
  expect(Object.fromEntries(unexpectedChanges)).toEqual({});
  expect(Object.keys(changesByMigration)).toEqual(Object.keys(breaking));
}, 600_000);
