/** Nobody gives what they do not have, nor takes anything from who has more: in every operation whose body carries roles. */
import { describe, expect, test } from 'vitest';
import { grantableScopes } from '../../server/platform/identity/roles.ts';
import { startApp } from '../support/app.ts';
import { document, resolve } from '../support/contract.ts';
import { newAccount, newApiKey, newMember, newRole, type TestOrganization } from '../support/organization.ts';

const app = startApp();
type Call = (
  method: string,
  url: string,
  options?: { body?: unknown },
) => Promise<{ status: number; text: string; body: { data?: { outcome: string }[]; results?: { outcome: string }[]; errors?: unknown[] } }>;

/** Each operation whose body carries roles or what roles grant: one request that would give somebody this role, or make one like it. */
const giving: Readonly<
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
    (await call('PATCH', `/v1/people/${(await newMember(app.database, id, ['employee'])).id}`, { body: { roles: ['employee', role] } }))
      .status === 200,
  upsertMembers: async (call, { id }, role) => {
    const { email, name } = await newMember(app.database, id, ['employee']);
    const { body } = await call('PUT', '/v1/people/bulk', {
      body: { rows: [{ externalId: email, email, name, roles: ['employee', role] }] },
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
    [...Map.groupBy(pairs, (pair) => pair.split(':')[0] ?? '')].map(([resource, held]) => [
      resource,
      held.map((pair) => pair.split(':')[1]),
    ]),
  );

/** What the members of a body's schema are called, wherever in it they stand. */
function fieldsOf(schema: object): string[] {
  const {
    properties = {},
    items,
    allOf = [],
    oneOf = [],
  }: { properties?: Record<string, object>; items?: object; allOf?: object[]; oneOf?: object[] } = resolve(schema);
  return [...Object.keys(properties), ...[...Object.values(properties), ...(items ? [items] : []), ...allOf, ...oneOf].flatMap(fieldsOf)];
}
test('every operation whose body carries roles is one of these', () => {
  const carrying = Object.values(document.paths).flatMap((item) =>
    ['post', 'put', 'patch'].flatMap((method) => {
      const operation = item[method];
      const schema = operation?.requestBody ? resolve(operation.requestBody).content?.['application/json']?.schema : undefined;
      const fields = schema ? fieldsOf(schema) : [];
      return operation && fields.some((field) => ['role', 'roles', 'permissions'].includes(field)) ? [operation.operationId] : [];
    }),
  );
  // Who is mailed about what has a role as well, and gives nobody any.
  expect(carrying.filter((id) => id !== 'replaceRoleNotificationSettings').toSorted()).toEqual(Object.keys(giving).toSorted());
});

describe.each(Object.entries(giving))('%s', (_id, give) => {
  const own = ['member:create', 'member:read', 'member:update', 'member:delete', 'ac:create', 'ac:update', 'risk:read'];
  test('gives what the caller has, and not what the caller lacks, by session and by key', async () => {
    const { organization } = await app.caller();
    const [less, more] = [['risk:read'], ['risk:read', 'apiKey:create']];
    const [lesser, greater] = [await newRole(app.database, organization.id, less), await newRole(app.database, organization.id, more)];
    const member = await newMember(app.database, organization.id, [await newRole(app.database, organization.id, own), lesser, greater]);
    const { key } = await newApiKey(app.database, organization.id, { scopes: own, created_by_member_id: member.id });
    const byKey: Call = (method, url, options) => app.call(method, url, { key, ...options });
    expect([await give(byKey, organization, lesser, less), await give(byKey, organization, greater, more)]).toEqual([true, false]);
    const without = await app.session(organization, [await newRole(app.database, organization.id, own), lesser]);
    expect([await give(without.call, organization, lesser, less), await give(without.call, organization, greater, more)]).toEqual([
      true,
      false,
    ]);
  });
});

test('an auditor gives nobody a custom role with member:* and apiKey:*', async () => {
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
test('a key with no more than member:* makes nobody an admin or an auditor', async () => {
  const { organization } = await app.caller();
  const { key } = await newApiKey(app.database, organization.id, {
    scopes: grantableScopes.filter((scope) => scope.startsWith('member:')),
  });
  for (const role of ['admin', 'auditor']) {
    const { body } = await app.call('POST', '/v1/people/invite', {
      key,
      body: { invites: [{ email: 'ally@example.com', roles: [role] }] },
    });
    expect(body.data).toMatchObject([{ outcome: 'failed', error: `You cannot assign the role ${role}` }]);
  }
});

describe('who has more', () => {
  const managing = ['member:create', 'member:read', 'member:update', 'member:delete'];
  test('keeps all roles, and is not made active again, where the caller has less', async () => {
    const { organization } = await app.caller();
    const { call } = await app.session(organization, [await newRole(app.database, organization.id, managing)]);
    const [admin, former, worker] = [
      await newMember(app.database, organization.id, ['admin', 'employee']),
      await newMember(app.database, organization.id, ['admin'], { active: false }),
      await newMember(app.database, organization.id, ['employee'], { active: false }),
    ];
    expect(await call('PATCH', `/v1/people/${admin.id}`, { body: { roles: ['employee'] } })).toMatchObject({
      status: 403,
      body: { error: 'You cannot change the roles of a member who may do more than you' },
    });
    for (const [method, url, body] of [
      ['POST', `/v1/people/${former.id}/reactivate`, undefined],
      ['PATCH', `/v1/people/${former.id}`, { isActive: true }],
    ] as const)
      expect(await call(method, url, { body })).toMatchObject({ status: 403, body: { error: 'You cannot assign the role admin' } });
    expect(await call('POST', `/v1/people/${worker.id}/reactivate`)).toMatchObject({ status: 200 });
  });
  test('an admin changes no owner, and reactivates none; an owner does', async () => {
    const { organization } = await app.caller();
    const former = await newMember(app.database, organization.id, ['owner'], { active: false });
    const admin = await app.session(organization, ['admin', 'employee']);
    expect(await admin.call('PATCH', `/v1/people/${organization.owner.id}`, { body: { roles: ['owner', 'employee'] } })).toMatchObject({
      status: 403,
      body: { error: 'Only an owner can change an owner' },
    });
    expect(await admin.call('POST', `/v1/people/${former.id}/reactivate`)).toMatchObject({
      status: 403,
      body: { error: 'Only an owner can change an owner' },
    });
    expect(await app.call('POST', `/v1/people/${former.id}/reactivate`, { key: organization.key })).toMatchObject({
      status: 403,
      body: { code: 'session_required' },
    });
    const owner = await app.session(organization, ['owner']);
    expect(await owner.call('POST', `/v1/people/${former.id}/reactivate`)).toMatchObject({ status: 200 });
  });
  test('an invitation to a role that the caller could not give is not sent again', async () => {
    const { organization, call } = await app.caller();
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
    expect(await call('POST', `/v1/auth/invitations/${id}/resend`)).toMatchObject({ status: 200 });
  });
});
