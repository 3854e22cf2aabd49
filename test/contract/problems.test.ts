/** The `type` of each problem document is the URL of a page that explains this kind of error. */
import { expect, test } from 'vitest';
import { problems } from '#generated/problems';
import { startApp } from '../support/app.ts';

const app = startApp();
const fetchPage = (path: string, accept: string) => fetch(new URL(path, app.base), { headers: { accept } });

test.each(Object.entries(problems))('%s is explained in HTML and in JSON', async (code, kind) => {
  const [page, data] = [await fetchPage(`/problems/${code}`, 'text/html'), await fetchPage(`/problems/${code}`, 'application/json')];
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  expect(await page.text()).toContain(`<code>${code}</code>`);
  expect(await data.json()).toEqual({ type: `/problems/${code}`, title: expect.any(String), ...kind });
});

test('lists all kinds of errors', async () => {
  const { data }: { data: object[] } = JSON.parse(await (await fetchPage('/problems', 'application/json')).text());
  expect(data).toHaveLength(Object.keys(problems).length);
  const page = await (await fetchPage('/problems', 'text/html')).text();
  for (const code of Object.keys(problems)) expect(page).toContain(`href="problems/${code}"`);
});

test('404 with the error envelope for an unknown code', async () => {
  const answer = await fetchPage('/problems/constructor', 'application/json');
  expect([answer.status, await answer.json()]).toEqual([404, { success: false, error: 'Not found', code: 'not_found' }]);
});

test('a problem links to its explanation', async () => {
  const { call } = await app.caller();
  const { body } = await call('GET', '/v1/roles/rol_none', { accept: 'application/problem+json' });
  expect(body).toMatchObject({ type: '/problems/role_not_found', title: 'Role not found', code: 'role_not_found' });
  expect((await fetchPage(body.type, 'text/html')).status).toBe(200);
});
