/** Generates from the migrations: generated/database.d.ts, the tables as Kysely types, and generated/access.json, the rights on them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { findAccess } from '#platform/database/access';
import { migrate } from '#platform/database/migrate';
import { openDatabase } from '#platform/database/open';
import { columnSchema, type EnumerationSchema } from './generate-database/column-schema.ts';

const database = await openDatabase({});
await migrate(database.system);

const contract: { components: { schemas: Record<string, EnumerationSchema> } } = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));
const { schemas } = contract.components;

/** `scoped`: the rows of the table belong to organizations. `shared`: requests of all organizations may read the table. */
interface Column {
  table_name: string;
  column_name: string;
  type: string;
  domain: string | null;
  is_nullable: string;
  column_default: string | null;
  is_generated: string;
  scoped: boolean;
  shared: boolean;
}
const { rows } = await sql<Column>`
  select c.table_name, c.column_name, c.udt_name as type, c.domain_name as domain, c.is_nullable, c.column_default, c.is_generated, t.relrowsecurity as scoped,
    not t.relrowsecurity and has_table_privilege(tenant_role(), t.oid, 'select') as shared
  from information_schema.columns c join pg_class t on t.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
  where c.table_schema = 'public' and not t.relispartition order by c.table_name, c.ordinal_position`.execute(database.system);
const { rows: checks } = await sql<{ table: string; domain: string | null; definition: string }>`
  select conrelid::regclass::text as table, (select typname from pg_type where oid = contypid) as domain, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c'`.execute(
  database.system,
);

const types: Record<string, string> = {
  text: 'string',
  _text: 'string[]',
  int4: 'number',
  int8: 'number',
  bool: 'boolean',
  jsonb: 'unknown',
  date: 'string',
  timestamptz: 'string',
  float4: 'number',
  float8: 'number',
  bytea: 'Uint8Array',
  tsvector: 'unknown',
  uuid: 'string',
};
function typeOf(column: Column) {
  if (column.scoped && column.column_name === 'organization_id') return 'ColumnType<string, never, never>';
  const check = checks.find(({ table, domain, definition }) =>
    domain === null ? table === column.table_name && definition.includes(`((${column.column_name} = ANY`) : domain === column.domain,
  );
  const values = check && [...check.definition.matchAll(/'([^']+)'::text/g)].map(([, value = '']) => value);
  const base = values ? typeOfList(column, values) : types[column.type];
  if (!base) throw new Error(`${column.table_name}.${column.column_name}: no type for ${column.type}`);
  const full = column.is_nullable === 'YES' ? `${base} | null` : base;
  if (column.is_generated === 'ALWAYS') return `ColumnType<${full}, never, never>`;
  return column.column_default === null ? full : `Generated<${full}>`;
}

/** @returns the type of the contract's schema, or of the values of a list that is not in the contract */
function typeOfList({ table_name, column_name }: Column, values: readonly string[]) {
  const schema = columnSchema(`${table_name}.${column_name}`, values, schemas);
  return schema === undefined ? values.map((value) => `'${value}'`).join(' | ') : `Enumerations['${schema}']`;
}

const tables = Map.groupBy(rows, (row) => row.table_name);
const pascal = (name: string) => name.replace(/(^|_)(\w)/g, (_all, _mark, letter: string) => letter.toUpperCase());
const tenantTables = [...tables].filter(([, [column]]) => column?.scoped);
const sharedTables = [...tables].filter(([, [column]]) => column?.shared);
const outputLines = [
  '// Generated from server/platform/database/migrations/. Do not edit.',
  "import type { ColumnType, Generated } from 'kysely';",
  "import type { components } from './api.d.ts';",
  '',
  "type Enumerations = components['schemas'];",
  '',
];
for (const [table, columns] of tables)
  outputLines.push(
    `export interface ${pascal(table)} {`,
    ...columns.map((column) => `  ${column.column_name}: ${typeOf(column)};`),
    '}',
    '',
  );
outputLines.push(
  'type Shared<T> = { [K in keyof T]: ColumnType<T[K] extends ColumnType<infer S, unknown, unknown> ? S : T[K], never, never> };',
  '/** What an organization sees. Its own id is written by the database, never by a query; what all organizations share is only read. */',
  'export interface TenantTables {',
  ...tenantTables.map(([table]) => `  ${table}: ${pascal(table)};`),
  ...sharedTables.map(([table]) => `  ${table}: Shared<${pascal(table)}>;`),
  '}',
  '',
  "type Unscoped<T> = { [K in keyof T]: K extends 'organization_id' ? string : T[K] };",
  '/** What the owner sees: every table, every organization. */',
  'export interface SystemTables {',
  ...[...tables].map(([table]) => `  ${table}: Unscoped<${pascal(table)}>;`),
  '}',
  '',
);
writeFileSync('generated/database.d.ts', outputLines.join('\n'));

const { tables: tableRights, routines } = await findAccess(database.system, database.tenant.role);
const lines = (entries: object) =>
  Object.entries(entries)
    .map(([name, access]) => `    ${JSON.stringify(name)}: ${JSON.stringify(access)}`)
    .join(',\n');
writeFileSync('generated/access.json', `{\n  "tables": {\n${lines(tableRights)}\n  },\n  "routines": {\n${lines(routines)}\n  }\n}\n`);
await database.close();
