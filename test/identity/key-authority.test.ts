/** Neither a key nor scheduled work of the service can give a member permissions to approve (people, rule 24). */
import { describe, expect, test } from 'vitest';
import { approvingPermissions } from '#platform/identity/approving';
import { acceptInvitationById } from '#domain/people/invitations/accept';
import { writeTransaction } from '#platform/database/handle';
import { grantableScopes } from '#platform/identity/roles';
import { type Caller, startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { newAccount, newMember, newRole, type TestOrganization } from '../support/organization.ts';
import { addTask, setApproval } from '../support/tasks.ts';

const app = startApp();
type Call = Caller['call'];

test('every permission of an operation that decides something in a session is listed as an approving permission', () => {
  const unlistedPermissions = contract
    .filter(({ registry, method }) => registry && 'requiresSession' in registry && method !== 'GET')
    .filter(({ registry }) => {
      const permission: unknown = registry?.permission;
      const requiredPermissions = (Array.isArray(permission) ? permission : [permission]).filter((pair) => pair !== 'authenticated');
      return requiredPermissions.length > 0 && !requiredPermissions.some((pair) => approvingPermissions.has(String(pair)));
    });
  expect(unlistedPermissions.map(({ id }) => id)).toEqual([]);
});

/** Every way to assign a role. Each returns whether a member or an invitation has the role afterwards. */
const assignments: Readonly<Record<string, (call: Call, organization: TestOrganization, role: string) => Promise<boolean>>> = {
  createMember: async (call, _organization, role) =>
    (await call('POST', '/v1/people', { body: { userId: await newAccount(app.database), role } })).status === 201,
  bulkCreateMembers: async (call, _organization, role) =>
    (await call('POST', '/v1/people/bulk', { body: { members: [{ userId: await newAccount(app.database), role }] } })).body.summary
      .successful > 0,
  inviteMembers: async (call, _organization, role) => invite(call, `${Math.random()}@example.com`, role),
  'inviteMembers of a former member': async (call, { id }, role) =>
    invite(call, (await newMember(app.database, id, ['contractor'], { active: false })).email, role),
  updateMember: async (call, { id }, role) =>
    (await call('PATCH', `/v1/people/${(await newMember(app.database, id, ['employee'])).id}`, { body: { role } })).status === 200,
  upsertMembers: async (call, { id }, role) => {
    const { email, name } = await newMember(app.database, id, ['employee']);
    const { body } = await call('PUT', '/v1/people/bulk', { body: { rows: [{ externalId: email, email, name, roles: [role] }] } });
    return body.results[0].outcome === 'updated';
  },
  reactivateMember: async (call, { id }, role) => {
    const member = await newMember(app.database, id, [role], { active: false });
    return (await call('POST', `/v1/people/${member.id}/reactivate`)).status === 200;
  },
  'updateMember of a former member': async (call, { id }, role) => {
    const member = await newMember(app.database, id, [role], { active: false });
    return (await call('PATCH', `/v1/people/${member.id}`, { body: { isActive: true } })).status === 200;
  },
};
async function invite(call: Call, email: string, role: string): Promise<boolean> {
  const { body } = await call('POST', '/v1/people/invite', { body: { invites: [{ email, roles: [role] }] } });
  return body.data[0].outcome !== 'failed';
}

describe.each(Object.entries(assignments))('%s with a key that has all scopes', (_name, assignRole) => {
  test('assigns no role that may approve, and any other role within the scopes', async () => {
    const { organization, call } = await app.caller(grantableScopes);
    const organizationIdOnly = { id: organization.id };
    const readerRole = await newRole(app.database, organizationIdOnly.id, ['risk:read', 'vendor:read']);
    for (const role of ['employee', 'contractor', readerRole])
      expect([role, await assignRole(call, organization, role)]).toEqual([role, true]);
    const approvingRoles = await Promise.all([...approvingPermissions].map((pair) => newRole(app.database, organizationIdOnly.id, [pair])));
    for (const role of ['admin', 'auditor', ...approvingRoles])
      expect([role, await assignRole(call, organization, role)]).toEqual([role, false]);
  });
});

test('403 for a second role that lifts the restriction of an employee with permissions that may approve', async () => {
  const { organization, call } = await app.caller(grantableScopes);
  const readerRole = await newRole(app.database, organization.id, ['vendor:read']);
  const member = await newMember(app.database, organization.id, ['employee']);
  expect(await call('PATCH', `/v1/people/${member.id}`, { body: { roles: [readerRole, 'employee'] } })).toMatchObject({
    status: 403,
    body: { code: 'session_required' },
  });
});

test('403 for taking a role that may approve from a member, which would allow changing their e-mail address', async () => {
  const { organization, call } = await app.caller(grantableScopes);
  const admin = await newMember(app.database, organization.id, ['admin']);
  for (const body of [{ role: 'employee' }, { role: 'employee', email: 'taken@example.com' }])
    expect(await call('PATCH', `/v1/people/${admin.id}`, { body })).toMatchObject({ status: 403, body: { code: 'session_required' } });
});

test('403 for adding a permission that may approve to an existing role; other permissions within the scopes are added', async () => {
  const { organization, call, inPerson } = await app.caller(grantableScopes);
  const roleId = await newRole(app.database, organization.id, ['risk:read']);
  const permissions = { risk: ['read', 'update'] };
  expect(await call('PATCH', `/v1/roles/${roleId}`, { body: { permissions } })).toMatchObject({
    status: 403,
    body: { code: 'session_required' },
  });
  expect(await call('PATCH', `/v1/roles/${roleId}`, { body: { permissions: { risk: ['read', 'create'] } } })).toMatchObject({
    status: 200,
  });
  expect(await inPerson('PATCH', `/v1/roles/${roleId}`, { body: { permissions } })).toMatchObject({ status: 200 });
});

const acceptAll = async (organizationId: string) => {
  const invitations = await app.database.system
    .selectFrom('invitation')
    .select('id')
    .where('organization_id', '=', organizationId)
    .execute();
  return Promise.all(
    invitations.map(({ id }) =>
      writeTransaction(app.database.tenant, organizationId, async (db) => {
        const acceptance = await acceptInvitationById(db, id);
        return { result: acceptance?.roles, outcome: acceptance ? [] : 'rollback' };
      }),
    ),
  );
};

describe('a pending invitation by a key with a role that may not approve', () => {
  const laterChanges: Readonly<Record<string, (call: Call, organization: TestOrganization, email: string) => Promise<{ status: number }>>> =
    {
      'then an invitation of the address as an employee': (call, _organization, email) =>
        call('POST', '/v1/people/invite', { body: { invites: [{ email, roles: ['employee'] }] } }),
      'then the address of an employee': async (call, { id }, email) =>
        call('PATCH', `/v1/people/${(await newMember(app.database, id, ['employee'])).id}`, { body: { email } }),
      'then an employee with an external id': (call, _organization, email) =>
        call('PUT', '/v1/people/bulk', { body: { rows: [{ externalId: email, email, name: 'Eve', roles: ['employee'] }] } }),
    };
  test.each(Object.entries(laterChanges))('%s: creates no member who may approve', async (_name, change) => {
    const { organization, call } = await app.caller(grantableScopes);
    const readerRole = await newRole(app.database, organization.id, ['vendor:read']);
    expect(await invite(call, 'eve@example.com', readerRole)).toBe(true);
    expect(await change(call, organization, 'eve@example.com')).toMatchObject({ status: 200 });
    expect(await acceptAll(organization.id)).toEqual([undefined]);
    const { body } = await call('GET', '/v1/people?search=eve@example.com');
    expect(body.data).toMatchObject([{ roles: ['employee'] }]);
  });
});

test('403 for deactivating a member who may approve; other members are deactivated', async () => {
  const { organization, call, inPerson } = await app.caller(grantableScopes);
  const [admin, employee] = [
    await newMember(app.database, organization.id, ['admin']),
    await newMember(app.database, organization.id, ['employee']),
  ];
  const row = { externalId: admin.email, email: admin.email, name: admin.name, isActive: false };
  for (const answer of [
    await call('DELETE', `/v1/people/${admin.id}`),
    await call('PATCH', `/v1/people/${admin.id}`, { body: { isActive: false } }),
  ])
    expect(answer).toMatchObject({ status: 403, body: { code: 'session_required' } });
  expect((await call('PUT', '/v1/people/bulk', { body: { rows: [row] } })).body.results).toMatchObject([{ outcome: 'refused' }]);
  expect(await call('DELETE', `/v1/people/${employee.id}`)).toMatchObject({ status: 204 });
  expect(await inPerson('DELETE', `/v1/people/${admin.id}`)).toMatchObject({ status: 204 });
});

test('403 for adding a former admin with fewer roles, and for changing the address of a member who was an admin', async () => {
  const { organization, call, inPerson } = await app.caller(grantableScopes);
  const admin = await newMember(app.database, organization.id, ['admin']);
  await inPerson('DELETE', `/v1/people/${admin.id}`);
  expect(await invite(call, admin.email, 'employee')).toBe(false);
  expect(await call('POST', '/v1/people', { body: { userId: admin.userId, role: 'employee' } })).toMatchObject({
    status: 403,
    body: { code: 'session_required' },
  });
  expect(await invite(inPerson, admin.email, 'employee')).toBe(true);
  expect(await call('PATCH', `/v1/people/${admin.id}`, { body: { email: 'taken@example.com' } })).toMatchObject({
    status: 403,
    body: { code: 'session_required' },
  });
});

test('403 for choosing the next approver of a task in review whose approver left', async () => {
  const { organization, call, inPerson } = await app.caller(grantableScopes);
  await setApproval(app, organization.id, true);
  const [first, nextApprover] = [
    await newMember(app.database, organization.id, ['admin']),
    await newMember(app.database, organization.id, ['admin']),
  ];
  const { id } = await addTask(call);
  const submit = (ask: Call, approverId: string) => ask('POST', `/v1/tasks/${id}/submit-for-review`, { body: { approverId } });
  expect(await submit(call, first.id)).toMatchObject({ status: 200 });
  expect(await inPerson('DELETE', `/v1/people/${first.id}`)).toMatchObject({ status: 204 });
  for (const answer of [
    await call('PATCH', `/v1/tasks/${id}`, { body: { approverId: nextApprover.id } }),
    await submit(call, nextApprover.id),
    await call('POST', '/v1/tasks/bulk/submit-for-review', { body: { taskIds: [id], approverId: nextApprover.id } }),
  ])
    expect(answer).toMatchObject({ status: 403, body: { code: 'session_required' } });
  expect(await submit(inPerson, nextApprover.id)).toMatchObject({ status: 200 });
});

test('403 for removing a permission that may approve from a role, and for deleting such a role', async () => {
  const { organization, call, inPerson } = await app.caller(grantableScopes);
  const roleId = await newRole(app.database, organization.id, ['risk:read', 'risk:update']);
  const body = { permissions: { risk: ['read'] } };
  for (const answer of [await call('PATCH', `/v1/roles/${roleId}`, { body }), await call('DELETE', `/v1/roles/${roleId}`)])
    expect(answer).toMatchObject({ status: 403, body: { code: 'session_required' } });
  expect(await inPerson('PATCH', `/v1/roles/${roleId}`, { body })).toMatchObject({ status: 200 });
  expect(await call('DELETE', `/v1/roles/${roleId}`)).toMatchObject({ status: 204 });
});
