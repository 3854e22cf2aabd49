/**
 * A key never has more permissions than its root: the member who created it, or whose key created it. This is checked at each use
 * (spec/conventions, 2 and 3).
 */
import { once as event } from 'node:events';
import http from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Operation, Permission } from '#generated/operations';
import { newId } from '#platform/database/ids';
import { grantableScopes, pairsOf, resources } from '#platform/identity/roles';
import { startApp } from '../support/app.ts';
import { contract, sampledContract } from '../support/contract.ts';
import { newApiKey, newMember, newRole, type TestOrganization, within } from '../support/organization.ts';
import { soaActors } from '../support/soa.ts';

const app = startApp();
const { completed } = soaActors(app);
const sessionRequired = {
  status: 403,
  body: { success: false, error: 'An API key cannot do this: it requires the session of a person', code: 'session_required' },
};
const keyWithoutOwner = {
  status: 403,
  body: { success: false, error: 'The member who owns the API key is gone or deactivated', code: 'key_without_owner' },
};
const forbidden = (...permissions: readonly string[]) => ({
  status: 403,
  body: {
    success: false,
    error: `Missing permission: ${permissions.join(', ')}`,
    code: 'missing_permission',
    permissions,
  },
});
const risks = '/v1/risks';

const callWith =
  (key: string) =>
  (method: string, url: string, options: object = {}) =>
    app.call(method, url, { key, ...options });
const keyOf = async (organization: TestOrganization, root: { readonly id: string } | null, scopes: readonly string[] = grantableScopes) =>
  callWith((await newApiKey(app.database, organization.id, { scopes, created_by_member_id: root?.id ?? null })).key);
const setMember = (id: string, fields: { is_active?: boolean; roles?: string[] }) =>
  app.database.system.updateTable('member').set(fields).where('id', '=', id).execute();
type Call = ReturnType<typeof callWith>;
/** Waits until the answer is as expected, long enough for a server's credential cache to expire. */
const expectSoon = (call: Call, expected: object, url = risks) =>
  expect.poll(() => call('GET', url), { interval: 50 }).toMatchObject(expected);

test('a key that is revoked while the body is being received changes nothing', async () => {
  const { organization, inPerson } = await app.caller();
  const { keyId: id, key } = await newApiKey(app.database, organization.id, {
    scopes: grantableScopes,
    created_by_member_id: organization.owner.id,
  });
  const body = JSON.stringify({ name: 'survivor', expiration: 'never', scopes: ['risk:read'] });
  const request = http.request(new URL('/v1/organization/api-keys', app.base), {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': body.length },
  });
  request.write(body.slice(0, 5));
  await expect.poll(async () => (await callWith(key)('GET', risks)).status).toBe(200);
  expect(await inPerson('DELETE', `/v1/organization/api-keys/${id}`)).toMatchObject({ status: 204 });
  await expectSoon(callWith(key), { status: 401 });
  request.end(body.slice(5));
  const [response]: http.IncomingMessage[] = await event(request, 'response');
  response?.resume();
  expect(response?.statusCode).toBe(401);
  expect((await inPerson('GET', '/v1/organization/api-keys')).body.data.map(({ name }: { name: string }) => name)).not.toContain(
    'survivor',
  );
});

describe('a key belongs to the member at the root of its creation', () => {
  test('a key that was created by a key has and shows the same root, at any depth', async () => {
    const { organization } = await app.caller();
    const admin = await app.session(organization, ['admin']);
    let call: Call = admin.call;
    for (const name of ['first', 'second', 'third']) {
      const createdKey = await call('POST', '/v1/organization/api-keys', {
        body: { name, expiration: 'never', scopes: ['apiKey:create', 'apiKey:read', 'risk:read', 'risk:create'] },
      });
      expect(createdKey, createdKey.text).toMatchObject({ status: 201, body: { createdByMemberId: admin.member.id, isSleeping: false } });
      call = callWith(createdKey.body.key);
    }
    const risk = await call('POST', risks, { body: { title: 't', description: 'd', category: 'other' } });
    const entry = await app.database.system
      .selectFrom('audit_entry')
      .select(['member_id', 'user_id', 'data'])
      .where('entity_id', '=', risk.body.data.id)
      .executeTakeFirst();
    expect(entry).toMatchObject({ member_id: admin.member.id, user_id: admin.member.userId, data: { via: 'API key "third"' } });
  });
  test('deactivating the root suspends its keys, and reactivating it restores them', async () => {
    const { organization, call: list } = await app.caller();
    const admin = await newMember(app.database, organization.id, ['admin']);
    const call = await keyOf(organization, admin, ['risk:read']);
    const isSleeping = async () =>
      (await list('GET', '/v1/organization/api-keys')).body.data.find(
        ({ createdByMemberId }: { createdByMemberId: string }) => createdByMemberId === admin.id,
      )?.isSleeping;
    expect(await call('GET', risks)).toMatchObject({ status: 200 });
    expect(await isSleeping()).toBe(false);
    await setMember(admin.id, { is_active: false });
    await expectSoon(call, { status: 403, body: { error: keyWithoutOwner.body.error } });
    expect(await isSleeping()).toBe(true);
    await setMember(admin.id, { is_active: true });
    await expectSoon(call, { status: 200 });
  });
  test('deleting the root invalidates its keys permanently, and nobody inherits them', async () => {
    const { organization } = await app.caller();
    const admin = await newMember(app.database, organization.id, ['admin']);
    const call = await keyOf(organization, admin, ['ac:read']);
    expect(await call('GET', '/v1/roles')).toMatchObject({ status: 200 });
    await app.database.system.deleteFrom('member').where('id', '=', admin.id).execute();
    await expectSoon(call, keyWithoutOwner, '/v1/roles');
  });
  test('the type of the problem document contains the code of the error', async () => {
    const { organization } = await app.caller();
    const call = await keyOf(organization, null);
    const answer = await call('GET', '/v1/roles', { accept: 'application/problem+json' });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.body).toEqual({
      type: '/problems/key_without_owner',
      title: 'Key without owner',
      status: 403,
      detail: keyWithoutOwner.body.error,
      code: 'key_without_owner',
    });
  });
});

describe('the permissions of a key are limited to the permissions of its root, at each use', () => {
  test('the keys of a demoted root lose its permissions, and get them back with its roles', async () => {
    const { organization } = await app.caller();
    const admin = await newMember(app.database, organization.id, ['admin']);
    const call = await keyOf(organization, admin);
    expect(await call('GET', '/v1/roles')).toMatchObject({ status: 200 });
    await setMember(admin.id, { roles: ['auditor'] });
    await expectSoon(call, forbidden('ac:read'), '/v1/roles');
    expect(await call('GET', '/v1/audit-logs')).toMatchObject({ status: 200 });
    await setMember(admin.id, { roles: ['admin'] });
    await expectSoon(call, { status: 200 }, '/v1/roles');
  });
  test('the permissions of a custom role count until the role is reduced', async () => {
    const { organization } = await app.caller();
    const role = await newRole(app.database, organization.id, ['ac:read']);
    const call = await keyOf(organization, await newMember(app.database, organization.id, [role]));
    expect(await call('GET', '/v1/roles')).toMatchObject({ status: 200 });
    await app.database.system
      .updateTable('custom_role')
      .set({ permissions: JSON.stringify({ risk: ['read'] }) })
      .where('id', '=', role)
      .execute();
    await expectSoon(call, forbidden('ac:read'), '/v1/roles');
  });
  test('the key of a restricted member sees what the member sees, and everything once the member is no longer restricted', async () => {
    const { organization } = await app.caller();
    const employee = await newMember(app.database, organization.id, ['employee']);
    const { id } = await within(app.database, organization.id, (db) =>
      db
        .insertInto('policy')
        .values({ id: newId('pol'), name: 'Of some', visibility: 'DEPARTMENT', visible_to_departments: ['hr'] })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    const url = `/v1/comments?entityType=policy&entityId=${id}`;
    const call = await keyOf(organization, employee, ['policy:read']);
    expect(await call('GET', url)).toMatchObject({ status: 403, body: { code: 'record_hidden' } });
    await setMember(employee.id, { roles: ['employee', 'auditor'] });
    await expectSoon(call, { status: 200 }, url);
  });
  test('a key cannot create a key with scopes that its root has lost', async () => {
    const { organization } = await app.caller();
    const admin = await newMember(app.database, organization.id, ['admin']);
    const call = await keyOf(organization, admin);
    const make = (...scopes: string[]) =>
      call('POST', '/v1/organization/api-keys', { body: { name: 'more', expiration: 'never', scopes } });
    expect(await make('organization:delete')).toMatchObject({
      status: 403,
      body: { error: 'A key cannot have scopes beyond your own: organization:delete' },
    });
    await setMember(admin.id, { roles: ['auditor', await newRole(app.database, organization.id, ['apiKey:create'])] });
    await expect
      .poll(async () => (await make('risk:delete')).body, { interval: 50 })
      .toMatchObject({ error: 'A key cannot have scopes beyond your own: risk:delete' });
    expect(await make('risk:read')).toMatchObject({ status: 201 });
  });
});

describe('operations of a person', () => {
  test('a key of an administrator or an owner cannot transfer the ownership', async () => {
    const { organization, call } = await app.caller();
    const admin = await app.session(organization, ['admin']);
    const createdKey = await admin.call('POST', '/v1/organization/api-keys', {
      body: { name: 'key', expiration: 'never', scopes: ['organization:update', 'member:update'] },
    });
    const body = { newOwnerId: admin.member.id, userId: organization.owner.userId };
    for (const ask of [callWith(createdKey.body.key), call])
      expect(await ask('POST', '/v1/organization/transfer-ownership', { body })).toMatchObject(sessionRequired);
    expect(await app.database.system.selectFrom('member').select('roles').where('id', '=', admin.member.id).executeTakeFirst()).toEqual({
      roles: ['admin'],
    });
  });
  test.each(['approve', 'decline'])('a key created by a key cannot %s a statement of applicability', async (act) => {
    const { organization, call, document } = await completed();
    const createdKey = await call('POST', '/v1/organization/api-keys', {
      body: { name: 'key', expiration: 'never', scopes: ['audit:update'] },
    });
    const submission = await call('POST', `/v1/soa/documents/${document.id}/submit-for-approval`, {
      body: { approverId: organization.owner.id },
    });
    expect(submission, submission.text).toMatchObject({ status: 200 });
    for (const ask of [callWith(createdKey.body.key), call])
      expect(await ask('POST', `/v1/soa/documents/${document.id}/${act}`, { body: {} })).toMatchObject(sessionRequired);
  });
  test('a key cannot accept a risk; the error has the prescribed envelope', async () => {
    const { organization, call } = await app.caller();
    const {
      body: { data },
    } = await call('POST', risks, { body: { title: 't', description: 'd', category: 'other', assigneeId: organization.owner.id } });
    for (const options of [{}, { accept: 'application/problem+json' }, { key: undefined, bearer: organization.key }]) {
      const answer = await call('POST', `${risks}/${data.id}/acceptances`, { body: {}, ...options });
      expect(answer).toMatchObject({ status: 403, body: { error: sessionRequired.body.error } });
      expect(answer.body).toEqual({ success: false, error: sessionRequired.body.error });
    }
  });
});

/**
 * Keys with all scopes that belong to members of one organization. Their requests never execute anything, so the keys are created once for
 * all operations with the same required permissions.
 */
const actorsByMissingPermissions = new Map<string, ReturnType<typeof newActors>>();
function actorsWithout(missing: readonly string[]): ReturnType<typeof newActors> {
  const name = missing.join(' ');
  const actors = actorsByMissingPermissions.get(name) ?? newActors(missing);
  actorsByMissingPermissions.set(name, actors);
  return actors;
}
const getSharedCaller = memoize(() => app.caller(pairsOf(resources)));
async function newActors(missing: readonly string[]) {
  const { organization } = await getSharedCaller();
  const heldPermissions = pairsOf(resources).filter((pair) => !missing.includes(pair));
  const memberWithoutPermission = await newMember(app.database, organization.id, [
    await newRole(app.database, organization.id, heldPermissions),
  ]);
  const deactivatedMember = await newMember(app.database, organization.id, ['owner'], { active: false });
  const memberWithAll = await newMember(app.database, organization.id, [
    'owner',
    await newRole(app.database, organization.id, pairsOf(resources)),
  ]);
  const key = (root: { readonly id: string } | null) => keyOf(organization, root, pairsOf(resources));
  return {
    all: await key(memberWithAll),
    lacking: await key(memberWithoutPermission),
    sleeping: await key(deactivatedMember),
    orphaned: await key(null),
  };
}

// These requests are rejected before their bodies are read, whatever else is wrong with the bodies.
describe.each(sampledContract.filter(({ registry }) => registry.scope === 'organization'))('$id', ({ method, path, registry }) => {
  const operation: Operation = registry;
  const missingPermissions = requiredPermissions(operation.permission);
  const takesKey = operation.credentials.includes('apiKey');
  const withPrescribedForm = (expected: { status: number; body: object & { code?: string; permissions?: readonly string[] } }) => {
    const { code: _code, permissions: _permissions, ...prescribed } = expected.body;
    return operation.problems ? expected.body : prescribed;
  };
  const ask = async (call: Call, url = path) => {
    const { status, body } = await call(method, url, {});
    return { status, body };
  };
  const actors = () => actorsWithout(missingPermissions);

  test.runIf(takesKey)('403 key_without_owner for a key whose member is deactivated or deleted', async () => {
    const { sleeping, orphaned } = await actors();
    for (const call of [sleeping, orphaned]) expect(await ask(call)).toEqual({ status: 403, body: withPrescribedForm(keyWithoutOwner) });
  });
  test.runIf(takesKey && missingPermissions.length > 0 && !operation.requiresSession)(
    '403 for a key with all scopes whose member has lost the permission',
    async () => {
      expect(await ask((await actors()).lacking)).toEqual({
        status: 403,
        body: withPrescribedForm(forbidden(...missingPermissions.toSorted())),
      });
    },
  );
  test.runIf(takesKey)(
    `a key with all scopes of a member with all permissions is ${operation.requiresSession ? 'refused: it takes a session' : 'not refused for being a key'}`,
    async () => {
      const answer = await ask((await actors()).all, `${path}${path.includes('?') ? '&' : '?'}nonsense=1`);
      if (operation.requiresSession) expect(answer).toEqual({ status: 403, body: withPrescribedForm(sessionRequired) });
      else expect(answer).not.toMatchObject({ status: 403 });
    },
  );
});

test('exactly the operations in the conventions require a session, and notifications belong to the person', () => {
  expect(
    contract
      .filter(({ registry }) => 'requiresSession' in registry && registry.scope === 'organization')
      .map(({ id }) => id)
      .sort(),
  ).toEqual([
    'acceptPolicyChanges',
    'approveIsmsDocument',
    'approveSoaDocument',
    'approveTask',
    'createRiskAcceptance',
    'createVendorAcceptance',
    'declineEngagementLetter',
    'declineIsmsDocument',
    'declineSoaDocument',
    'declineVisitorQuestionnaire',
    'denyPolicyChanges',
    'listNotifications',
    'markNotificationsRead',
    'recordEngagementSignature',
    'rejectTask',
    'releaseVisitorQuestionnaire',
    'signEngagementLetter',
    'transferOrganizationOwnership',
    'updateNotification',
  ]);
});

/** @returns the permissions that an operation requires; empty if the record decides, or if every member may call it */
function requiredPermissions(permission: Permission): readonly string[] {
  if (permission === 'authenticated' || permission === 'public') return [];
  if (typeof permission === 'string') return [permission];
  if ('byRecord' in permission) return [];
  return 'anyOf' in permission ? permission.anyOf : permission.slice(0, 1);
}

function memoize<T>(make: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined;
  return () => (cached ??= make());
}
