/** What roles add up to, and what built-in roles oblige to. */
import { describe, expect, test } from 'vitest';
import { builtInRoles, roles } from '#platform/identity/roles';
import { type Caller, startApp } from '../../support/app.ts';
import { within } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp();
const lead = { name: 'Risk lead', permissions: { risk: ['create', 'read'], app: ['read'] } };
type Call = Caller['call'];

async function created(call: Call, body: object = lead): Promise<{ id: string; updatedAt: string; [field: string]: unknown }> {
  const answer = await call('POST', '/v1/roles', { body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
const named = (answer: { status: number; body: { error: string } }) => [answer.status, answer.body.error];
const of = <T>(length: number, make: (n: number) => T) => Array.from({ length }, (_, n) => make(n));

describe('resolveRolePermissions', () => {
  const resolve = async (call: Call, ...wanted: string[]) =>
    (await call('GET', `/v1/roles/permissions?${new URLSearchParams(wanted.map((role): [string, string] => ['role', role]))}`)).body;
  test('200 with the union of built-in names, ids and names of custom roles', async () => {
    const { call } = await app.caller();
    const { id } = await created(call, { ...lead, obligations: { compliance: true } });
    await created(call, { name: 'Board observer', permissions: { vendor: ['read'] } });
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
  test('200 with the obligations as the organization has set them (rule 5)', async () => {
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
  test('200 with unknown roles skipped: part of a name, of a list or of an id, and roles of another organization', async () => {
    const [{ call }, other] = [await app.caller(), await app.caller()];
    const { id } = await created(other.call);
    await created(call, { ...lead, name: 'Compliance Lead' });
    expect(await resolve(call, id, 'Lead', 'owner,admin', 'Risk lead', '%', 'rol_', 'toString')).toEqual({
      permissions: {},
      obligations: {},
    });
    expect(await resolve(call, 'nobody', 'contractor')).toMatchObject({ permissions: roles.contractor.permissions });
  });
  test('400 without a role and for more than 50, 401 without a credential, 403 without app:read', async () => {
    const { call } = await app.caller();
    for (const query of ['', '?role=', `?${of(51, () => 'role=owner').join('&')}`])
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
  test('200 with the defaults, and 304 while they hold', async () => {
    const { call } = await app.caller();
    for (const name of builtInRoles)
      expect(await call('GET', path(name))).toMatchObject({ status: 200, body: { name, obligations: roles[name].obligations } });
    const { headers } = await call('GET', path('admin'));
    expect((await call('GET', path('admin'), { headers: { 'If-None-Match': headers.get('etag') ?? '' } })).status).toBe(304);
    expect((await call('GET', `${path('admin')}?x=1`)).status).toBe(400);
  });
  test('200 with what the organization says, seen everywhere, and {} for the default again', async () => {
    const [{ call }, other] = [await app.caller(), await app.caller()];
    const set = (name: string, obligations: object) => call('PATCH', path(name), { body: { obligations } });
    expect(await set('owner', { compliance: false })).toMatchObject({
      status: 200,
      body: { name: 'owner', obligations: { compliance: false } },
    });
    expect(await set('admin', { compliance: true })).toMatchObject({
      status: 200,
      body: { name: 'admin', obligations: { compliance: true } },
    });
    expect((await call('GET', path('owner'))).body).toEqual({ name: 'owner', obligations: { compliance: false } });
    expect((await call('GET', '/v1/roles')).body).toMatchObject({
      data: [{ obligations: { compliance: false } }, { obligations: { compliance: true } }, {}, {}, {}],
    });
    expect((await other.call('GET', path('owner'))).body.obligations).toEqual({ compliance: true });
    expect((await set('owner', {})).body).toEqual({ name: 'owner', obligations: { compliance: true } });
    expect((await set('admin', {})).body).toEqual({ name: 'admin', obligations: {} });
  });
  test('200 though what is stored is malformed: the default', async () => {
    const { call, organization } = await app.caller();
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('role_obligation')
        .values({ id: `rob_${organization.id}`, role: 'owner', obligations: JSON.stringify(['compliance']) })
        .execute(),
    );
    expect((await call('GET', path('owner'))).body.obligations).toEqual({ compliance: true });
  });
  test('400 for anything but the known obligations', async () => {
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
  test('404 for a name that no built-in role has, custom roles included', async () => {
    const { call } = await app.caller();
    const { id } = await created(call);
    for (const name of ['Owner', 'root', 'toString', id])
      for (const [method, body] of [
        ['GET', undefined],
        ['PATCH', { obligations: {} }],
      ] as const)
        expect(named(await call(method, path(name), { body }))).toEqual([404, 'Role not found']);
  });
  test('409 for auditor, employee and contractor', async () => {
    const { call } = await app.caller();
    for (const name of ['auditor', 'employee', 'contractor'])
      expect(named(await call('PATCH', path(name), { body: { obligations: { compliance: false } } }))).toEqual([
        409,
        'Only the obligations of owner and admin can be changed',
      ]);
    expect(await call('PATCH', path('auditor'), { body: { obligations: {} }, ...asProblem })).toMatchObject({
      status: 409,
      body: { status: 409, detail: 'Only the obligations of owner and admin can be changed' },
    });
  });
  test('412 for a version that is gone', async () => {
    const { call } = await app.caller();
    const headers = { 'If-Match': (await call('GET', path('admin'))).headers.get('etag') ?? '' };
    expect((await call('PATCH', path('admin'), { headers, body: { obligations: { compliance: true } } })).status).toBe(200);
    expect((await call('PATCH', path('admin'), { headers, body: { obligations: {} } })).status).toBe(412);
  });
});
