/** Deleting an organization. */
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { confirm } from '../../support/confirmation.ts';
import { within } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp();
const url = '/v1/organization';

test('204 on delete removes all records of the organization, but no accounts and no other organizations', async () => {
  const [{ call, organization }, other] = [await app.caller(), await app.caller()];
  await call('POST', '/v1/risks', { body: { title: 't', description: 'd', category: 'other' } });
  await within(app.database, organization.id, async (db) => {
    await db
      .insertInto('custom_role')
      .values({ id: newId('rol'), name: 'Lead' })
      .execute();
    await db
      .insertInto('onboarding')
      .values({ id: newId('onb') })
      .execute();
  });
  await call('PATCH', url, { body: { name: 'Doomed' } });
  await app.ports.files.put(`${organization.id}/logo/1-a.png`, Buffer.from('a'));
  await app.ports.files.put(`${other.organization.id}/logo/1-a.png`, Buffer.from('a'));
  expect(await confirm(call, 'DELETE', url)).toMatchObject({ status: 204, text: '' });

  const { rows: tables } = await sql<{
    name: string;
  }>`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'organization_id'`.execute(
    app.database.system,
  );
  expect(tables.length).toBeGreaterThan(10);
  for (const { name } of tables)
    expect([
      name,
      (await sql`select 1 from ${sql.table(name)} where organization_id = ${organization.id}`.execute(app.database.system)).rows,
    ]).toEqual([name, []]);
  const { system } = app.database;
  expect(
    await system.selectFrom('organization').select('id').where('id', 'in', [organization.id, other.organization.id]).execute(),
  ).toEqual([{ id: other.organization.id }]);
  expect(await system.selectFrom('user_account').select('id').where('id', '=', organization.owner.userId).execute()).toHaveLength(1);
  expect(await app.ports.files.size(`${organization.id}/logo/1-a.png`)).toBeUndefined();
  expect(await app.ports.files.size(`${other.organization.id}/logo/1-a.png`)).toBe(1);
  expect((await other.call('GET', url)).status).toBe(200);
});
test('401 shortly afterwards for the API key that deleted its organization', async () => {
  const { call } = await app.caller();
  expect((await confirm(call, 'DELETE', url)).status).toBe(204);
  await expect.poll(async () => (await call('GET', url)).status).toBe(401);
});
test('403 on delete for an admin, 204 for an owner', async () => {
  const { organization } = await app.caller();
  expect((await (await app.session(organization, ['admin'])).call('DELETE', url)).status).toBe(403);
  const owner = await app.session(organization, organization.owner);
  expect((await confirm(owner.call, 'DELETE', url)).status).toBe(204);
});
test.each(['', '?confirm=true', '?confirm=test%20organization', '?confirm=Test%20organization%20'])(
  '409 for deleting with the query %j lists the records that would be deleted (rule 3)',
  async (query) => {
    const { call } = await app.caller();
    await call('POST', '/v1/risks', { body: { title: 't', description: 'd', category: 'other' } });
    const expected = {
      status: 409,
      body: { code: 'confirmation_required', confirmation: 'Test organization', records: ['1 member', '1 API key', '1 risk'] },
    };
    expect(await call('DELETE', `${url}${query}`)).toMatchObject(expected);
    expect((await call('GET', '/v1/risks')).body.data).toHaveLength(1);
  },
);
test('409 for deleting omits the number of records that the caller may not read (rule 3)', async () => {
  const { call } = await app.caller(['organization:delete', 'member:read']);
  expect(await call('DELETE', url)).toMatchObject({
    status: 409,
    body: { code: 'confirmation_required', records: ['1 member', 'records that the caller may not read'] },
  });
});
const operations: [method: string, path: string, body?: object][] = [
  ['GET', url],
  ['PATCH', url, { name: 'x' }],
  ['DELETE', url],
  ['GET', `${url}/primary-color`],
  ['POST', '/v1/organization-access/auto-approve'],
  [
    'POST',
    `${url}/logo`,
    { fileName: 'a.gif', fileType: 'image/gif', fileData: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' },
  ],
];
// The key is cached for half a second, and a request on a busy machine may take longer.
const longTimeout = { timeout: 150_000 };
test.each(operations)('404 for %s %s while the API key of a deleted organization is cached', async (method, path, body) => {
  await vi.waitFor(async () => {
    const { call, organization } = await app.caller();
    await call('GET', url);
    await app.database.system.deleteFrom('organization').where('id', '=', organization.id).execute();
    expect(await call(method, path, { body })).toMatchObject({ status: 404, body: { success: false, error: 'Organization not found' } });
    expect(await call(method, path, { body, ...asProblem })).toMatchObject({
      status: 404,
      body: { status: 404, detail: 'Organization not found' },
    });
  }, longTimeout);
});
