/** Every list in pages can be sorted, searched and filtered in the same way (spec/conventions, 7). Each list is asked in each of its orders. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../support/app.ts';
import { contract, type Parameter, resolve } from '../support/contract.ts';
import { withValidAddress } from '../support/signed.ts';
import { trackChanges } from '../tenancy/changes.ts';
import { exampleOf, newFullOrganization, type Organization, tenantTables } from '../tenancy/organizations.ts';
import { compare, sortValueOf } from '../support/list-orders.ts';

type List = (typeof contract)[number];
type Row = Readonly<Record<string, unknown>>;

// The search over records of all kinds has filters and an order of its own, which its own tests are about.
const lists = contract.filter(({ id, registry }) => 'paged' in registry && id !== 'searchRecords');
const queryOf = ({ parameters }: List, name: string): Parameter | undefined =>
  parameters.find((parameter) => parameter.in === 'query' && parameter.name === name);

/** Lists without an order of the caller's choice, and why. */
const unsorted: Readonly<Record<string, string>> = {
  listAuditCheckpoints: 'a chain has one order',
  listAuditLogs: 'a chain has one order',
  listAvailableFrameworkRequirements: 'a framework has an order of its own',
  listEngagementLetterTemplates: 'those that are built in come first',
  listFrameworkRequirements: 'a framework has an order of its own',
  listTaskTemplates: 'a catalog by name',
  listVendorCatalog: 'a catalog by name',
};
/** Lists without a filter by ids, and why. */
const withoutIds: Readonly<Record<string, string>> = {
  listComplianceResourcesByToken: 'visitors do not see ids of certificates',
  listPolicyAcknowledgements: 'a row is a member, who has an id of their own in the list of members',
  listTwoFactorStatuses: 'a row is an address',
  listVendorCatalog: 'its vendors have no ids',
};
/** Lists that have names or titles and no search, and why. */
const unsearched: Readonly<Record<string, string>> = { listAutomationVersions: 'a version is known by its number' };

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
}
/** @returns the properties of a record of the list */
function propertiesOf({ responses }: List): Readonly<Record<string, Schema>> {
  const page: Schema = responses.find(({ status }) => status === 200)?.answer.content?.['application/json']?.schema ?? {};
  const collect = (schema: Schema): Record<string, Schema> => {
    const { properties = {}, allOf = [] } = resolve(schema);
    return Object.assign({}, ...allOf.map(collect), properties);
  };
  return collect(collect(page).data?.items ?? {});
}
const names = ['name', 'title', 'label', 'fileName', 'question'];

describe('the contract', () => {
  const without = (filter: string, among: readonly List[]) =>
    among
      .filter((list) => !queryOf(list, filter))
      .map(({ id }) => id)
      .sort();
  test('lets each list be sorted', () => {
    expect(without('sortBy', lists)).toEqual(Object.keys(unsorted));
  });
  test('lets each list be filtered by ids', () => {
    expect(without('ids', lists)).toEqual(Object.keys(withoutIds));
  });
  test('lets each list of named records be searched', () => {
    const named = lists.filter((list) => names.some((name) => name in propertiesOf(list)));
    expect(without('search', named)).toEqual(Object.keys(unsearched));
  });
  test.each(lists.filter(({ id }) => !(id in unsorted)))('lets $id be sorted by the times, names and due days of its records', (list) => {
    const orders = queryOf(list, 'sortBy')?.schema?.enum ?? [];
    const wanted = Object.keys(propertiesOf(list)).filter(
      (name) => ['createdAt', 'updatedAt', 'name', 'title'].includes(name) || /due/i.test(name),
    );
    expect(wanted.filter((name) => !orders.includes(name))).toEqual([]);
  });
});

const app = startApp();
let organization: Organization;
let ids: Awaited<ReturnType<Organization['ids']>>;
beforeAll(async () => {
  const changes = await trackChanges(app.database);
  organization = await newFullOrganization(app, changes);
  ids = await organization.ids();
  await changes.end();
  await makeValuesEqual();
  await assignToOwner();
});

/** Gives two records of each table the same times, so that lists have equal values. */
async function makeValuesEqual(): Promise<void> {
  const { system } = app.database;
  for (const { name } of await tablesWith('created_at', 'updated_at'))
    await sql`
      update ${sql.table(name)} set created_at = '2026-01-05T10:00:00Z', updated_at = '2026-01-06T10:00:00Z'
      where organization_id = ${organization.id}
        and id in (select id from ${sql.table(name)} where organization_id = ${organization.id} order by id limit 2)`.execute(system);
}

/** Assigns a record of each table to the caller's member, for each filter by member other than whom a record is about. */
async function assignToOwner(): Promise<void> {
  const columns = new Set(memberFilters.map(({ name }) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)));
  columns.delete('member_id');
  for (const column of columns)
    for (const { name } of await tablesWith(column))
      await sql`
        update ${sql.table(name)} set ${sql.ref(column)} = ${organization.owner.id} where organization_id = ${organization.id}
          and id = (select max(id) from ${sql.table(name)} where organization_id = ${organization.id})`.execute(app.database.system);
}

async function tablesWith(...columns: readonly string[]) {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = any(${columns})
    group by table_name having count(*) = ${columns.length}`.execute(app.database.system);
  const found = new Set(rows.map(({ name }) => name));
  return (await tenantTables(app.database)).filter(({ name, key, hasId }) => hasId && key === 'organization_id' && found.has(name));
}

/** @returns the records of a list, at most 250, and the cursor of the next page */
async function read(list: List, query: string): Promise<{ readonly data: readonly Row[]; readonly nextCursor: string | null }> {
  const example = exampleOf(list, (kind) => ids.get(kind)?.[0] ?? newId(kind));
  const path = withValidAddress(list, example.path, app.ports.secrets, organization.id);
  const answer = await organization.call('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
const idOf = ({ id, memberId, vendorId, control }: Row): unknown => id ?? memberId ?? vendorId ?? Object(control).id;
const idsIn = (rows: readonly Row[]) => rows.map(idOf);

const orders = lists.flatMap((list) =>
  (queryOf(list, 'sortBy')?.schema?.enum ?? []).map((sortBy) => ({
    list,
    sortBy: String(sortBy),
    title: `${list.id} by ${String(sortBy)}`,
  })),
);
/** Orders in which records with equal values were read, on two pages. */
const ordersWithEqualValues = new Set<string>();
afterAll(() => {
  expect(ordersWithEqualValues.size).toBeGreaterThan(orders.length / 3);
});

test.each(orders)('200 of $title in both directions, on two pages', async ({ list, sortBy, title }) => {
  for (const sortOrder of ['asc', 'desc'] as const) {
    const query = `sortBy=${sortBy}&sortOrder=${sortOrder}`;
    const { data: rows } = await read(list, `${query}&limit=250`);
    const values = rows.map((row) => sortValueOf(list.id, sortBy, row));
    expect(values).not.toContain(undefined);
    // Records without a value come last in both directions.
    const sortedValues = values.toSorted((a, b) =>
      a === null || b === null ? Number(a === null) - Number(b === null) : compare(sortBy, a, b) * (sortOrder === 'asc' ? 1 : -1),
    );
    expect(values).toEqual(sortedValues);
    const equalPlace = values.findIndex((value, index) => index > 0 && value === values[index - 1]);
    if (equalPlace > 0) ordersWithEqualValues.add(title);
    if (rows.length < 2) continue;
    const first = await read(list, `${query}&limit=${equalPlace > 0 ? equalPlace : Math.ceil(rows.length / 2)}`);
    const second = await read(list, `${query}&limit=250&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
    expect(idsIn([...first.data, ...second.data])).toEqual(idsIn(rows));
  }
});

test.each(lists.filter((list) => queryOf(list, 'ids')))('200 of $id with exactly the records of the given ids', async (list) => {
  const { data } = await read(list, 'limit=250');
  const wanted = idsIn(data).filter((_id, index) => index % 2 === 1);
  expect((await read(list, `ids=${newId('tsk')}`)).data).toEqual([]);
  if (!wanted.length) return;
  const found = await read(
    list,
    `limit=250&ids=${newId('tsk')}&${wanted
      .slice(0, 90)
      .map((id) => `ids=${String(id)}`)
      .join('&')}`,
  );
  expect(idsIn(found.data)).toEqual(wanted.slice(0, 90));
});

test.each(lists.filter((list) => queryOf(list, 'search')))('200 of $id with the records whose name contains a text', async (list) => {
  expect((await read(list, 'search=no-record-has-this-text')).data).toEqual([]);
  const { data } = await read(list, 'limit=250');
  for (const row of data.slice(0, 3)) {
    const name = names.map((one) => row[one]).find((value) => typeof value === 'string');
    if (typeof name !== 'string') continue;
    const found = await read(list, `limit=250&search=${encodeURIComponent(name.slice(0, 60).toUpperCase())}`);
    expect(idsIn(found.data)).toContain(idOf(row));
  }
});

const isMemberFilter = ({ schema }: Parameter): boolean => {
  const { $ref, items }: Schema = schema ?? {};
  return ($ref ?? items?.$ref ?? '').endsWith('/MemberFilter');
};
const memberFilters = lists.flatMap((list) => list.parameters.filter(isMemberFilter).map(({ name }) => ({ list, name, id: list.id })));

/** @returns the id of the member whom a filter is about, null if there is none */
function memberOf(row: Row, filter: string): unknown {
  const value = filter in row ? row[filter] : Object(row[filter.replace(/Id$/, '')]).id;
  return value ?? null;
}
test.each(memberFilters)('200 of $id with `me` and `none` as $name', async ({ list, name }) => {
  const { data } = await read(list, 'limit=250');
  const expected = (memberId: string | null) => idsIn(data.filter((row) => memberOf(row, name) === memberId));
  expect(idsIn((await read(list, `limit=250&${name}=me`)).data)).toEqual(expected(organization.owner.id));
  expect(idsIn((await read(list, `limit=250&${name}=none`)).data)).toEqual(expected(null));
});

const windows = lists.flatMap((list) =>
  list.parameters
    .filter(({ in: where, name }) => where === 'query' && /(After|Before)$/.test(name))
    .map(({ name }) => ({ list, id: list.id, name, field: name.replace(/(After|Before)$/, '') }))
    .filter(({ field }) => field in propertiesOf(list)),
);
test.each(windows)('200 of $id with the records within $name', async ({ list, name, field }) => {
  const { data, nextCursor } = await read(list, 'limit=250');
  const timeOf = (row: Row) => (typeof row[field] === 'string' ? Date.parse(row[field]) : NaN);
  const times = data.map(timeOf).filter((time) => !Number.isNaN(time));
  const bound = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Date.parse('2026-06-01');
  const isWithin = (row: Row) => (name.endsWith('After') ? timeOf(row) >= bound : timeOf(row) <= bound);
  const found = await read(list, `limit=250&${name}=${new Date(bound).toISOString()}`);
  expect(found.data.filter((row) => !isWithin(row))).toEqual([]);
  if (nextCursor === null) expect(idsIn(found.data)).toEqual(idsIn(data.filter(isWithin)));
});

test('the contract has lists with each kind of filter', () => {
  for (const found of [orders, memberFilters, windows]) expect(found.length).toBeGreaterThan(10);
});
