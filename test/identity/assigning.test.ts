/**
 * Members cannot grant permissions that they lack, nor take roles from members with more permissions, in every operation whose body
 * contains roles.
 */
import { describe, expect, test } from 'vitest';
import { grantableScopes } from '#platform/identity/roles';
import { startApp } from '../support/app.ts';
import { document, resolve } from '../support/contract.ts';
import { newAccount, newApiKey, newMember, newRole, type TestOrganization } from '../support/organization.ts';

const app = startApp();
type Call = (
  method: string,
  url: string,
  options?: { body?: unknown },
) => Promise<{ status: number; text: string; body: { data?: { outcome: string }[]; results?: { outcome: string }[]; errors?: unknown[] } }>;

/** For each operation whose body contains roles or permissions: a request that assigns a role, or creates a role like it. */
const requests: Readonly<
  Record<string, (call: Call, organization: TestOrganization, role: string, pairs: readonly string[]) => Promise<boolean>>
> = {
  createMember: async (call, _organization, role) =>
    (await call('POST', '/v1/people', { body: { userId: await newAccount(app.database), role } })).status === 201,
  bulkCreateMembers: async (call, _organization, role) =>
    (await call('POST', '/v1/people/bulk', { body: { members: [{ userId: await newAccount(app.database), role }] } })).body.errors
      ?.length === 0,
  inviteMembers: async (call, _organization, role) =>
    (await call('POST', '/v1/people/invite', { body: { invites: [{ email: `${Math.random()}@example.com`, roles: [role] }] } })).body
      .data?.[0]?.outcome === 'invited',
  updateMember: async (call, { id }, role) =>
    (await call('PATCH', `/v1/people/${(await newMember(app.database, id, ['employee'])).id}`, { body: { role } })).status === 200,
  upsertMembers: async (call, { id }, role) => {
    const { email, name } = await newMember(app.database, id, ['employee']);
    const { body } = await call('PUT', '/v1/people/bulk', {
      body: { rows: [{ externalId: email, email, name, roles: [role] }] },
    });
    return body.results?.[0]?.outcome === 'updated';
  },
  createRole: async (call, _organization, _role, pairs) =>
    (await call('POST', '/v1/roles', { body: { name: `R${Math.random()}`.replace('.', ''), permissions: permissionsOf(pairs) } }))
      .status === 201,
  updateRole: async (call, { id }, _role, pairs) =>
    (await call('PATCH', `/v1/roles/${await newRole(app.database, id, [])}`, { body: { permissions: permissionsOf(pairs) } })).status ===
    200,
};
const permissionsOf = (pairs: readonly string[]) =>
  Object.fromEntries(
    [...Map.groupBy(pairs, (pair) => pair.split(':')[0] ?? '')].map(([resource, pairsOfResource]) => [
      resource,
      pairsOfResource.map((pair) => pair.split(':')[1]),
    ]),
  );

/** @returns the property names of a body's schema at any depth */
function fieldsOf(schema: object): string[] {
  const {
    properties = {},
    items,
    allOf = [],
    oneOf = [],
  }: { properties?: Record<string, object>; items?: object; allOf?: object[]; oneOf?: object[] } = resolve(schema);
  return [...Object.keys(properties), ...[...Object.values(properties), ...(items ? [items] : []), ...allOf, ...oneOf].flatMap(fieldsOf)];
}
test('every operation whose body contains roles is tested', () => {
  const withRoles = Object.values(document.paths).flatMap((item) =>
    ['post', 'put', 'patch'].flatMap((method) => {
      const operation = item[method];
      const schema = operation?.requestBody ? resolve(operation.requestBody).content?.['application/json']?.schema : undefined;
      const fields = schema ? fieldsOf(schema) : [];
      return operation && fields.some((field) => ['role', 'roles', 'permissions'].includes(field)) ? [operation.operationId] : [];
    }),
  );
  // These settings select recipients of notifications by role, but assign no role.
  expect(withRoles.filter((id) => id !== 'replaceRoleNotificationSettings').toSorted()).toEqual(Object.keys(requests).toSorted());
});

describe.each(Object.entries(requests))('%s', (_id, assign) => {
  const ownPermissions = ['member:create', 'member:read', 'member:update', 'member:delete', 'ac:create', 'ac:update', 'risk:read'];
  test('assigns permissions that the caller has, and none that the caller lacks, by session and by key', async () => {
    const { organization } = await app.caller();
    const [lesserPermissions, greaterPermissions] = [['risk:read'], ['risk:read', 'apiKey:create']];
    const [lesser, greater] = [
      await newRole(app.database, organization.id, lesserPermissions),
      await newRole(app.database, organization.id, greaterPermissions),
    ];
    const member = await newMember(app.database, organization.id, [
      await newRole(app.database, organization.id, ownPermissions),
      lesser,
      greater,
    ]);
    const { key } = await newApiKey(app.database, organization.id, { scopes: ownPermissions, created_by_member_id: member.id });
    const byKey: Call = (method, url, options) => app.call(method, url, { key, ...options });
    expect([
      await assign(byKey, organization, lesser, lesserPermissions),
      await assign(byKey, organization, greater, greaterPermissions),
    ]).toEqual([true, false]);
    const caller = await app.session(organization, [await newRole(app.database, organization.id, ownPermissions), lesser]);
    expect([
      await assign(caller.call, organization, lesser, lesserPermissions),
      await assign(caller.call, organization, greater, greaterPermissions),
    ]).toEqual([true, false]);
  });
});

test('an auditor cannot assign a custom role with member:* and apiKey:*', async () => {
  const { organization } = await app.caller();
  const role = await newRole(app.database, organization.id, [
    'member:create',
    'member:read',
    'member:update',
    'member:delete',
    'apiKey:create',
    'apiKey:read',
    'apiKey:delete',
  ]);
  const { call } = await app.session(organization, ['auditor']);
  const invite = (roles: string[]) => call('POST', '/v1/people/invite', { body: { invites: [{ email: 'ally@example.com', roles }] } });
  expect((await invite([role])).body.data).toEqual([
    { email: 'ally@example.com', outcome: 'failed', error: `You cannot assign the role ${role}` },
  ]);
  expect((await invite(['employee'])).body.data).toMatchObject([{ outcome: 'added' }]);
});
test('a key with only member:* cannot make a member an admin or an auditor', async () => {
  const { organization } = await app.caller();
  const { key } = await newApiKey(app.database, organization.id, {
    scopes: grantableScopes.filter((scope) => scope.startsWith('member:')),
  });
  for (const role of ['admin', 'auditor']) {
    const { body } = await app.call('POST', '/v1/people/invite', {
      key,
      body: { invites: [{ email: 'ally@example.com', roles: [role] }] },
    });
    expect(body.data).toMatchObject([{ outcome: 'failed', error: 'An API key cannot do this: it requires the session of a person' }]);
  }
});

describe('a member with more permissions than the caller', () => {
  const manageMembers = ['member:create', 'member:read', 'member:update', 'member:delete'];
  test('keeps all roles and cannot be reactivated by the caller', async () => {
    const { organization } = await app.caller();
    const { call } = await app.session(organization, [await newRole(app.database, organization.id, manageMembers)]);
    const [admin, formerMember, worker] = [
      await newMember(app.database, organization.id, ['admin', 'employee']),
      await newMember(app.database, organization.id, ['admin'], { active: false }),
      await newMember(app.database, organization.id, ['employee'], { active: false }),
    ];
    expect(await call('PATCH', `/v1/people/${admin.id}`, { body: { roles: ['employee'] } })).toMatchObject({
      status: 403,
      body: { error: 'You cannot change the roles of a member who may do more than you' },
    });
    for (const [method, url, body] of [
      ['POST', `/v1/people/${formerMember.id}/reactivate`, undefined],
      ['PATCH', `/v1/people/${formerMember.id}`, { isActive: true }],
    ] as const)
      expect(await call(method, url, { body })).toMatchObject({ status: 403, body: { error: 'You cannot assign the role admin' } });
    expect(await call('POST', `/v1/people/${worker.id}/reactivate`)).toMatchObject({ status: 200 });
  });
  test('an admin cannot change or reactivate an owner; an owner can', async () => {
    const { organization } = await app.caller();
    const formerMember = await newMember(app.database, organization.id, ['owner'], { active: false });
    const admin = await app.session(organization, ['admin', 'employee']);
    expect(await admin.call('PATCH', `/v1/people/${organization.owner.id}`, { body: { roles: ['owner', 'employee'] } })).toMatchObject({
      status: 403,
      body: { error: 'Only an owner can change an owner' },
    });
    expect(await admin.call('POST', `/v1/people/${formerMember.id}/reactivate`)).toMatchObject({
      status: 403,
      body: { error: 'Only an owner can change an owner' },
    });
    expect(await app.call('POST', `/v1/people/${formerMember.id}/reactivate`, { key: organization.key })).toMatchObject({
      status: 403,
      body: { code: 'session_required' },
    });
    const owner = await app.session(organization, ['owner']);
    expect(await owner.call('POST', `/v1/people/${formerMember.id}/reactivate`)).toMatchObject({ status: 200 });
  });
  test('an invitation to a role that the caller cannot assign is not sent again', async () => {
    const { organization, call: byKey, inPerson: call } = await app.caller();
    await call('POST', '/v1/people/invite', { body: { invites: [{ email: 'ada@example.com', roles: ['admin'] }] } });
    const {
      body: {
        data: [{ id }],
      },
    } = await call('GET', '/v1/auth/invitations');
    const auditor = await app.session(organization, ['auditor']);
    expect(await auditor.call('POST', `/v1/auth/invitations/${id}/resend`)).toMatchObject({
      status: 403,
      body: { error: 'You cannot assign the role admin' },
    });
    expect(await byKey('POST', `/v1/auth/invitations/${id}/resend`)).toMatchObject({ status: 403, body: { code: 'session_required' } });
    expect(await call('POST', `/v1/auth/invitations/${id}/resend`)).toMatchObject({ status: 200 });
  });
});

test('403 for a second role that gives an employee permissions which the caller lacks', async () => {
  const { organization, inPerson } = await app.caller();
  const readerRole = await newRole(app.database, organization.id, ['vendor:read']);
  const addMembers = await newRole(app.database, organization.id, ['member:create', 'member:read', 'member:update', 'vendor:read']);
  const { call } = await app.session(organization, [addMembers, readerRole]);
  const employee = await newMember(app.database, organization.id, ['employee']);
  const invites = [{ email: employee.email, roles: [readerRole] }];
  expect((await call('POST', '/v1/people/invite', { body: { invites } })).body.data).toMatchObject([
    { outcome: 'failed', error: 'You cannot assign the role employee' },
  ]);
  expect(await call('PATCH', `/v1/people/${employee.id}`, { body: { roles: ['employee', readerRole] } })).toMatchObject({
    status: 403,
    body: { code: 'role_not_assignable' },
  });
  expect((await inPerson('POST', '/v1/people/invite', { body: { invites } })).body.data).toMatchObject([{ outcome: 'updated' }]);
});

test('a former admin cannot be added with fewer roles, or given another address, by a member with fewer permissions', async () => {
  const { organization, inPerson } = await app.caller();
  const manageMembers = ['create', 'read', 'update', 'delete'].map((action) => `member:${action}`);
  const { call } = await app.session(organization, [await newRole(app.database, organization.id, manageMembers), 'employee']);
  const admin = await newMember(app.database, organization.id, ['admin']);
  const invites = [{ email: admin.email, roles: ['employee'] }];
  expect(await inPerson('DELETE', `/v1/people/${admin.id}`)).toMatchObject({ status: 204 });
  expect((await call('POST', '/v1/people/invite', { body: { invites } })).body.data).toMatchObject([
    { outcome: 'failed', error: 'You cannot change the roles of a member who may do more than you' },
  ]);
  expect(await call('POST', '/v1/people', { body: { userId: admin.userId, role: 'employee' } })).toMatchObject({
    status: 403,
    body: { code: 'superior_protected' },
  });
  expect((await inPerson('POST', '/v1/people/invite', { body: { invites } })).body.data).toMatchObject([{ outcome: 'reactivated' }]);
  expect(await call('PATCH', `/v1/people/${admin.id}`, { body: { email: 'taken@example.com' } })).toMatchObject({
    status: 403,
    body: { code: 'email_of_superior' },
  });
});

test("a caller who has just reduced the permissions of a member's role cannot change the address of that member", async () => {
  const { organization } = await app.caller();
  const reducerRole = await newRole(app.database, organization.id, ['member:read', 'member:update', 'ac:read', 'ac:update']);
  const { call } = await app.session(organization, [reducerRole]);
  const role = await newRole(app.database, organization.id, ['member:read', 'policy:update']);
  const superior = await newMember(app.database, organization.id, [role]);
  const body = { permissions: { member: ['read'] } };
  expect(await call('PATCH', `/v1/roles/${role}`, { body })).toMatchObject({ status: 200 });
  expect(await call('PATCH', `/v1/people/${superior.id}`, { body: { email: 'taken@example.com' } })).toMatchObject({
    status: 403,
    body: { code: 'email_of_superior' },
  });
});
