/** The combined permissions and obligations of roles, and the obligations of built-in roles. */
import { describe, expect, test } from 'vitest';
import { builtInRoles, roles } from '#platform/identity/roles';
import { type Caller, startApp } from '../../support/app.ts';
import { within } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp();
const lead = { name: 'Risk lead', permissions: { risk: ['create', 'read'], app: ['read'] } };
type Call = Caller['call'];

async function addRole(call: Call, body: object = lead): Promise<{ id: string; updatedAt: string; [field: string]: unknown }> {
  const answer = await call('POST', '/v1/roles', { body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
const statusAndError = (answer: { status: number; body: { error: string } }) => [answer.status, answer.body.error];
const repeat = <T>(length: number, make: (n: number) => T) => Array.from({ length }, (_, n) => make(n));

describe('resolveRolePermissions', () => {
  const resolve = async (call: Call, ...roleNames: string[]) =>
    (await call('GET', `/v1/roles/permissions?${new URLSearchParams(roleNames.map((role): [string, string] => ['role', role]))}`)).body;
  test('200 returns the union for names of built-in roles, and ids and names of custom roles', async () => {
    const { call } = await app.caller();
    const { id } = await addRole(call, { ...lead, obligations: { compliance: true } });
    await addRole(call, { name: 'Board observer', permissions: { vendor: ['read'] } });
    expect(await resolve(call, 'employee')).toEqual({ permissions: roles.employee.permissions, obligations: { compliance: true } });
    expect(await resolve(call, 'auditor')).toEqual({ permissions: roles.auditor.permissions, obligations: {} });
    expect(await resolve(call, 'auditor', id)).toMatchObject({
      permissions: { ...roles.auditor.permissions, risk: ['create', 'read'], portal: ['read', 'update'] },
      obligations: { compliance: true },
    });
    expect(await resolve(call, 'board Observer', 'contractor')).toEqual({
      permissions: { ...roles.contractor.permissions, vendor: ['read'] },
      obligations: { compliance: true },
    });
  });
  test('200 returns the obligations that the organization has set (rule 5)', async () => {
    const { call } = await app.caller();
    expect((await resolve(call, 'admin')).obligations).toEqual({});
    for (const [name, compliance] of [
      ['admin', true],
      ['owner', false],
    ] as const)
      await call('PATCH', `/v1/roles/built-in/${name}/obligations`, { body: { obligations: { compliance } } });
    expect([
      (await resolve(call, 'admin')).obligations,
      (await resolve(call, 'owner')).obligations,
      (await resolve(call, 'owner', 'admin')).obligations,
    ]).toEqual([{ compliance: true }, { compliance: false }, { compliance: true }]);
  });
  test('200 skips unknown roles: partial names and ids, lists in one value, and roles of another organization', async () => {
    const [{ call }, other] = [await app.caller(), await app.caller()];
    const { id } = await addRole(other.call);
    await addRole(call, { ...lead, name: 'Compliance Lead' });
    expect(await resolve(call, id, 'Lead', 'owner,admin', 'Risk lead', '%', 'rol_', 'toString')).toEqual({
      permissions: {},
      obligations: {},
    });
    expect(await resolve(call, 'nobody', 'contractor')).toMatchObject({ permissions: roles.contractor.permissions });
  });
  test('400 without a role or with more than 50, 401 without a credential, 403 without app:read', async () => {
    const { call } = await app.caller();
    for (const query of ['', '?role=', `?${repeat(51, () => 'role=owner').join('&')}`])
      expect([query, (await call('GET', `/v1/roles/permissions${query}`)).status]).toEqual([query, 400]);
    const other = await app.caller(['ac:read']);
    expect([
      (await app.call('GET', '/v1/roles/permissions?role=owner')).status,
      (await other.call('GET', '/v1/roles/permissions?role=owner')).status,
    ]).toEqual([401, 403]);
  });
});

describe('obligations of built-in roles', () => {
  const path = (name: string) => `/v1/roles/built-in/${name}/obligations`;
  test('200 returns the defaults, and 304 while they are unchanged', async () => {
    const { call } = await app.caller();
    for (const name of builtInRoles)
      expect(await call('GET', path(name))).toMatchObject({ status: 200, body: { name, obligations: roles[name].obligations } });
    const { headers } = await call('GET', path('admin'));
    expect((await call('GET', path('admin'), { headers: { 'If-None-Match': headers.get('etag') ?? '' } })).status).toBe(304);
    expect((await call('GET', `${path('admin')}?x=1`)).status).toBe(400);
  });
  test('200 sets the obligations of the organization, seen by every operation, and {} restores the default', async () => {
    const [{ call }, other] = [await app.caller(), await app.caller()];
    const setObligations = (name: string, obligations: object) => call('PATCH', path(name), { body: { obligations } });
    expect(await setObligations('owner', { compliance: false })).toMatchObject({
      status: 200,
      body: { name: 'owner', obligations: { compliance: false } },
    });
    expect(await setObligations('admin', { compliance: true })).toMatchObject({
      status: 200,
      body: { name: 'admin', obligations: { compliance: true } },
    });
    expect((await call('GET', path('owner'))).body).toEqual({ name: 'owner', obligations: { compliance: false } });
    expect((await call('GET', '/v1/roles')).body).toMatchObject({
      data: [{ obligations: { compliance: false } }, { obligations: { compliance: true } }, {}, {}, {}],
    });
    expect((await other.call('GET', path('owner'))).body.obligations).toEqual({ compliance: true });
    expect((await setObligations('owner', {})).body).toEqual({ name: 'owner', obligations: { compliance: true } });
    expect((await setObligations('admin', {})).body).toEqual({ name: 'admin', obligations: {} });
  });
  test('200 returns the default when the stored obligations are malformed', async () => {
    const { call, organization } = await app.caller();
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('role_obligation')
        .values({ id: `rob_${organization.id}`, role: 'owner', obligations: JSON.stringify(['compliance']) })
        .execute(),
    );
    expect((await call('GET', path('owner'))).body.obligations).toEqual({ compliance: true });
  });
  test('400 for unknown or malformed obligations', async () => {
    const { call } = await app.caller();
    for (const body of [
      {},
      { obligations: null },
      { obligations: { compliance: 'yes' } },
      { obligations: { training: true } },
      { compliance: true },
    ])
      expect([body, (await call('PATCH', path('owner'), { body })).status]).toEqual([body, 400]);
  });
  test('404 for an unknown name, and for custom roles', async () => {
    const { call } = await app.caller();
    const { id } = await addRole(call);
    for (const name of ['Owner', 'root', 'toString', id])
      for (const [method, body] of [
        ['GET', undefined],
        ['PATCH', { obligations: {} }],
      ] as const)
        expect(statusAndError(await call(method, path(name), { body }))).toEqual([404, 'Role not found']);
  });
  test('409 for changing the obligations of auditor, employee and contractor', async () => {
    const { call } = await app.caller();
    for (const name of ['auditor', 'employee', 'contractor'])
      expect(statusAndError(await call('PATCH', path(name), { body: { obligations: { compliance: false } } }))).toEqual([
        409,
        'Only the obligations of owner and admin can be changed',
      ]);
    expect(await call('PATCH', path('auditor'), { body: { obligations: {} }, ...asProblem })).toMatchObject({
      status: 409,
      body: { status: 409, detail: 'Only the obligations of owner and admin can be changed' },
    });
  });
  test('412 for an outdated version', async () => {
    const { call } = await app.caller();
    const headers = { 'If-Match': (await call('GET', path('admin'))).headers.get('etag') ?? '' };
    expect((await call('PATCH', path('admin'), { headers, body: { obligations: { compliance: true } } })).status).toBe(200);
    expect((await call('PATCH', path('admin'), { headers, body: { obligations: {} } })).status).toBe(412);
  });
});
