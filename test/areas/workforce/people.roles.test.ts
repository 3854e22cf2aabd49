/** Who can assign which role when adding and updating members (people, rule 6), and who can change whose address. */
import { describe, expect, test } from 'vitest';
import { grantableScopes } from '#platform/identity/roles';
import { type Caller, startApp } from '../../support/app.ts';
import { newAccount, newApiKey, newMember, type TestOrganization } from '../../support/organization.ts';
import { expectSameProblem, getMember, newRole, errorAnswer } from '../../support/people.ts';

const app = startApp();
const ownerRoleRefused = errorAnswer(403, 'The owner role is transferred with the ownership only');
const roleRefused = (role: string) => errorAnswer(403, `You cannot assign the role ${role}`);
type Call = Caller['call'];

/** Assigns the role to a new member and to an existing member. @returns both responses */
async function assignRole(organization: TestOrganization, call: Call, role: string) {
  const [userId, { id }] = [
    await newAccount(app.database),
    await newMember(app.database, organization.id, role === 'employee' ? ['contractor'] : ['employee']),
  ];
  return {
    created: await call('POST', '/v1/people', { body: { userId, role } }),
    updated: await call('PATCH', `/v1/people/${id}`, { body: { role } }),
  };
}
async function keyWith(organization: TestOrganization, ...scopes: string[]): Promise<Call> {
  const { key } = await newApiKey(app.database, organization.id, { scopes, created_by_member_id: organization.owner.id });
  return (method, url, options = {}) => app.call(method, url, { key, ...options });
}

describe('with a session', () => {
  test('200 and 201 for an owner who assigns any role except owner', async () => {
    const { organization, call: byKey } = await app.caller();
    const { call } = await app.session(organization, organization.owner);
    for (const role of ['admin', 'auditor', 'employee', 'contractor', await newRole(byKey, 'Clerk')]) {
      const { created, updated } = await assignRole(organization, call, role);
      expect([created.status, updated.status], role).toEqual([201, 200]);
    }
    const { created, updated } = await assignRole(organization, call, 'owner');
    for (const answer of [created, updated]) expect(answer).toMatchObject(ownerRoleRefused);
  });
  test('403 for other members who assign a role that they do not have', async () => {
    const { organization, call: byKey } = await app.caller();
    const clerk = await newRole(byKey, 'Clerk');
    const { call } = await app.session(organization, ['admin', clerk]);
    for (const role of ['admin', clerk]) {
      const { created, updated } = await assignRole(organization, call, role);
      expect([created.status, updated.status], role).toEqual([201, 200]);
    }
    for (const role of ['auditor', 'employee', 'contractor']) {
      const { created, updated } = await assignRole(organization, call, role);
      for (const answer of [created, updated]) expect(answer).toMatchObject(roleRefused(role));
    }
    expect((await assignRole(organization, call, 'owner')).created).toMatchObject(ownerRoleRefused);
  });
  test('403 for an auditor who assigns a privileged role, even that of an auditor', async () => {
    const { organization } = await app.caller();
    const { call } = await app.session(organization, ['auditor', 'employee']);
    const create = async (role: string) => call('POST', '/v1/people', { body: { userId: await newAccount(app.database), role } });
    expect(await create('auditor')).toMatchObject(roleRefused('auditor'));
    expect((await create('employee')).status).toBe(201);
    await expectSameProblem(
      async (options) => call('POST', '/v1/people', { body: { userId: await newAccount(app.database), role: 'admin' }, ...options }),
      403,
      'You cannot assign the role admin',
    );
  });
  test("403 for changing one's own roles; 200 for sending them unchanged", async () => {
    const { organization } = await app.caller();
    for (const caller of [organization.owner, await newMember(app.database, organization.id, ['admin', 'employee'])]) {
      const { call } = await app.session(organization, caller);
      const { roles } = await getMember(call, caller.id);
      expect(await call('PATCH', `/v1/people/${caller.id}`, { body: { roles, jobTitle: 'Boss' } })).toMatchObject({
        status: 200,
        body: { roles, jobTitle: 'Boss' },
      });
      const answer = await call('PATCH', `/v1/people/${caller.id}`, { body: { roles: [...roles, 'auditor'] } });
      expect(answer).toMatchObject(errorAnswer(403, 'You cannot change your own roles'));
    }
  });
  test('403 for passing on a membership whose role the caller cannot assign', async () => {
    const { organization } = await app.caller();
    const { call } = await app.session(organization, ['admin']);
    const pass = async (id: string) => call('PATCH', `/v1/people/${id}`, { body: { userId: await newAccount(app.database) } });
    expect(await pass(organization.owner.id)).toMatchObject(ownerRoleRefused);
    expect(await pass((await newMember(app.database, organization.id, ['auditor'])).id)).toMatchObject(roleRefused('auditor'));
    expect((await pass((await newMember(app.database, organization.id, ['admin'])).id)).status).toBe(200);
  });
  test("403 for changing an owner's address, which would allow signing in as the owner; 200 for owners and one's own address", async () => {
    const { organization } = await app.caller();
    const changeAddressOf = ({ call }: { call: Call }, id: string) =>
      call('PATCH', `/v1/people/${id}`, { body: { email: `x${id}@example.com` } });
    const admin = await app.session(organization, ['admin']);
    expect(await changeAddressOf(admin, organization.owner.id)).toMatchObject(
      errorAnswer(403, 'Only an owner can change the e-mail address of an owner'),
    );
    expect((await changeAddressOf(admin, admin.member.id)).status).toBe(200);
    const otherOwner = await app.session(organization, ['owner']);
    expect((await changeAddressOf(otherOwner, organization.owner.id)).status).toBe(200);
    expect((await changeAddressOf(otherOwner, otherOwner.member.id)).status).toBe(200);
  });
});

describe('with an API key', () => {
  test('403 for assigning admin or auditor, which can approve, even with all scopes of an owner; 200 and 201 for other roles', async () => {
    const { organization, call } = await app.caller();
    for (const role of ['employee', 'contractor']) {
      const { created, updated } = await assignRole(organization, call, role);
      expect([created.status, updated.status], role).toEqual([201, 200]);
    }
    for (const role of ['admin', 'auditor']) {
      const { created, updated } = await assignRole(organization, call, role);
      for (const answer of [created, updated]) expect(answer).toMatchObject({ status: 403, body: { code: 'session_required' } });
    }
    expect((await assignRole(organization, call, 'owner')).updated).toMatchObject(ownerRoleRefused);
  });
  test('403 for assigning privileged roles with fewer scopes; 200 and 201 for employees, contractors and custom roles', async () => {
    const { organization, call: withAllScopes } = await app.caller(grantableScopes);
    const call = await keyWith(organization, 'member:create', 'member:read', 'member:update');
    for (const role of ['employee', 'contractor', await newRole(withAllScopes, 'Clerk')]) {
      const { created, updated } = await assignRole(organization, call, role);
      expect([created.status, updated.status], role).toEqual([201, 200]);
    }
    for (const role of ['admin', 'auditor']) {
      const { created, updated } = await assignRole(organization, call, role);
      for (const answer of [created, updated]) expect(answer).toMatchObject(roleRefused(role));
    }
  });
});

test('403 for adding or removing the owner role, in both media types; 403 for an API key that changes an owner', async () => {
  const { organization, call: byKey } = await app.caller();
  const { id } = organization.owner;
  const { call } = await app.session(organization, ['owner']);
  for (const body of [{ role: 'admin' }, { roles: ['admin', 'employee'] }])
    expect(await call('PATCH', `/v1/people/${id}`, { body })).toMatchObject(ownerRoleRefused);
  expect(await call('PATCH', `/v1/people/${id}`, { body: { roles: ['owner', 'employee'] } })).toMatchObject({
    status: 200,
    body: { role: 'owner', roles: ['owner', 'employee'] },
  });
  await expectSameProblem(
    (options) => call('PATCH', `/v1/people/${id}`, { body: { role: 'admin' }, ...options }),
    403,
    'The owner role is transferred with the ownership only',
  );
  for (const body of [
    { role: 'admin' },
    { roles: ['owner', 'auditor'] },
    { isActive: false },
    { email: 'new@example.com' },
    { userId: await newAccount(app.database) },
  ]) {
    expect(await byKey('PATCH', `/v1/people/${id}`, { body })).toMatchObject({ status: 403, body: { code: 'session_required' } });
  }
  expect(await byKey('DELETE', `/v1/people/${id}`)).toMatchObject({ status: 403, body: { code: 'session_required' } });
});
test('403 without the permission, from every operation', async () => {
  const { organization } = await app.caller();
  const { call } = await app.session(organization, ['employee']);
  for (const [method, path, body] of [
    ['POST', '/v1/people', { userId: 'usr_x', role: 'employee' }],
    ['PATCH', `/v1/people/${organization.owner.id}`, {}],
    ['GET', '/v1/people', undefined],
  ] as const)
    expect(await call(method, path, { body })).toMatchObject(errorAnswer(403, expect.stringContaining('Missing permission')));
});
