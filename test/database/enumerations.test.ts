/** Each enumeration is declared once, in the contract: the checks of the database allow exactly the values of the contract's schemas. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { columnSchema, type EnumerationSchema } from '../../scripts/generate-database/column-schema.ts';
import { enumerations, ownLists } from '../../scripts/generate-database/enumerations.ts';
import { startApp } from '../support/app.ts';

const app = startApp();
const contract: { components: { schemas: Record<string, EnumerationSchema> } } = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));
const { schemas } = contract.components;

/** @returns the columns whose check, or the check of their domain, is a list of values */
async function listedColumns(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ column: string; definition: string }>`
    select t.relname || '.' || a.attname as column, pg_get_constraintdef(k.oid) as definition
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    join pg_constraint k on k.contype = 'c' and (k.conrelid = t.oid and k.conkey = array[a.attnum] or k.contypid = a.atttypid and k.contypid <> 0)
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%::text%'`.execute(app.database.system);
  return new Map(
    rows.map(({ column, definition }) => [column, [...definition.matchAll(/'([^']+)'::text/g)].map(([, value = '']) => value)]),
  );
}

test('each column with a list of values has the values of its schema', async () => {
  const columns = await listedColumns();
  expect(columns.size).toBeGreaterThan(100);
  for (const [column, values] of columns) expect(() => columnSchema(column, values, schemas)).not.toThrow();
});
test('each declared column has a check with a list of values', async () => {
  const columns = await listedColumns();
  expect([...Object.keys(enumerations), ...Object.keys(ownLists)].filter((column) => !columns.has(column))).toEqual([]);
});
test.each([
  [
    'risk.status',
    ['open', 'closed'],
    /^The check of risk\.status differs from RiskStatus of the contract \(it refuses pending, archived\)/,
  ],
  [
    'risk.status',
    ['open', 'pending', 'closed', 'archived', 'parked'],
    /\(it allows parked\): change the check in a new migration, or the schema/,
  ],
  [
    'widget.state',
    ['on', 'off'],
    /^widget\.state has a list of allowed values: name its schema in scripts\/generate-database\/enumerations\.ts/,
  ],
])('a check of %s that allows %j fails with one sentence', (column, values, message) => {
  expect(() => columnSchema(column, values, schemas)).toThrow(message);
});
test('a declared schema without values fails with one sentence', () => {
  expect(() => columnSchema('risk.status', ['open'], { RiskStatus: {} })).toThrow(/RiskStatus .* which is not an enumeration/);
});
