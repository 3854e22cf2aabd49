/** Listing employees: filters, search, order and pages. */
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { allPages, startApp } from '../../support/app.ts';
import { add, invalid, names } from '../../support/employees.ts';

const app = startApp();

test('200 lists all employees without the filter active, active employees for true, and inactive employees for false', async () => {
  const { call } = await app.caller();
  await add(call, { name: 'Here', email: 'here@example.com' });
  await add(call, { name: 'Gone', email: 'gone@example.com', isActive: false });
  expect(await names(call)).toEqual(['Gone', 'Here']);
  expect(await names(call, '?active=true')).toEqual(['Here']);
  expect(await names(call, '?active=false')).toEqual(['Gone']);
});
test('400 for any other value of active, naming true and false', async () => {
  const { call } = await app.caller();
  for (const active of ['yes', '1', 'TRUE', 'null']) {
    expect(await call('GET', `/v1/employees?active=${active}`), active).toMatchObject(
      invalid({ active: { _errors: expect.arrayContaining(['must be true or false']) } }),
    );
  }
  expect(await call('GET', '/v1/employees?active=')).toMatchObject(invalid({ active: { _errors: [expect.any(String)] } }));
});
test('200 lists the employees of any of the departments, and combines different filters', async () => {
  const { call } = await app.caller();
  for (const [name, department, isActive] of [
    ['A', 'it', true],
    ['B', 'hr', true],
    ['C', 'it', false],
    ['D', 'none', true],
  ])
    await add(call, { name, email: `${name}@example.com`, department, isActive });
  expect(await names(call, '?department=it')).toEqual(['A', 'C']);
  expect(await names(call, '?department=it&department=hr')).toEqual(['A', 'B', 'C']);
  expect(await names(call, '?department=it&active=true')).toEqual(['A']);
  expect(await names(call, '?department=it&active=false&search=c@')).toEqual(['C']);
  expect(await names(call, '?department=qms')).toEqual([]);
});
test('200 lists the employees whose name or e-mail address contains the search text, ignoring case, with any characters in the text', async () => {
  const { call } = await app.caller();
  for (const [name, email] of [
    ['Ada Marsh', 'a.m@example.com'],
    ["Ben O'Koro", 'ben@example.org'],
    ['100% Chen_Liu', 'c@example.com'],
    ['Dora \\ "D"', 'd@example.com'],
  ])
    await add(call, { name, email });
  const search = (text: string) => names(call, `?search=${encodeURIComponent(text)}`);
  expect(await search('MARSH')).toEqual(['Ada Marsh']);
  expect(await search('Example.ORG')).toEqual(["Ben O'Koro"]);
  expect(await search("o'k")).toEqual(["Ben O'Koro"]);
  expect(await search('%')).toEqual(['100% Chen_Liu']);
  expect(await search('_')).toEqual(['100% Chen_Liu']);
  expect(await search('\\')).toEqual(['Dora \\ "D"']);
  expect(await search('"d"')).toEqual(['Dora \\ "D"']);
  expect(await search("'; drop table employee; --")).toEqual([]);
  expect(await search('a_m')).toEqual([]);
});
test('200 sorts by name and then by id, on one page, or on several pages, which alone have a cursor', async () => {
  const { call } = await app.caller();
  for (const name of ['C', 'A', 'B', 'A', 'A']) await add(call, { name, email: `${newId('x')}@example.com` });
  const { data, ...others } = (await call('GET', '/v1/employees')).body;
  expect(others).toEqual({ success: true });
  const sortKeys = data.map(({ name, id }: { name: string; id: string }) => `${name} ${id}`);
  expect(sortKeys).toEqual([...sortKeys].sort());
  for (const limit of [1, 2, 5, 250]) {
    const pages = await allPages(call, `/v1/employees?limit=${limit}`);
    expect(pages.every(({ success, nextCursor }) => success === true && nextCursor !== undefined)).toBe(true);
    expect(pages.flatMap((page) => page.data)).toEqual(data);
  }
  expect((await call('GET', '/v1/employees?limit=5')).headers.get('link')).toBeNull();
});
test('200 returns pages also for names of the maximum length and with unusual characters', async () => {
  const { call } = await app.caller();
  for (const n of [1, 2, 3]) await add(call, { name: `${'ü"'.repeat(127)}${n}`, email: `${n}@example.com` });
  expect((await allPages(call, '/v1/employees?limit=1')).map(({ data }) => data[0].email)).toEqual([
    '1@example.com',
    '2@example.com',
    '3@example.com',
  ]);
});
test('400 for an invalid limit or cursor', async () => {
  const { call } = await app.caller();
  for (const query of ['limit=0', 'limit=251', 'limit=x', 'limit=1&cursor=abc'])
    expect(await call('GET', `/v1/employees?${query}`), query).toMatchObject({ status: 400, body: { error: 'Validation failed' } });
});
