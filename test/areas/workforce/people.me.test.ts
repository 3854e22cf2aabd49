/** Callers learn who they are and what they may do, and nothing about organizations that do not accept their credential. */
import { describe, expect, test } from 'vitest';
import { pairsOf, roles } from '#platform/identity/roles';
import { call as send, listenOn, startApp, testConfig } from '../../support/app.ts';
import { newApiKey, newMembership, newOrganization } from '../../support/organization.ts';

const logo = {
  fileName: 'quill.gif',
  fileType: 'image/gif',
  fileData: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
};

const app = startApp();
const me = '/v1/me';
const naming = ({ id }: { readonly id: string }) => ({ headers: { 'X-Organization-Id': id } });

describe('a session', () => {
  test('returns the membership, the permissions and the limits in the organization that the request names', async () => {
    const { organization } = await app.caller();
    const { call, member } = await app.session(organization, ['employee']);
    expect(await call('GET', me)).toMatchObject({
      status: 200,
      body: {
        user: { id: member.userId, name: member.name, email: member.email, emailVerified: true, image: null, notBefore: null },
        organizations: [
          { id: organization.id, name: 'Test organization', logoUrl: null, memberId: member.id, roles: ['employee'], notBefore: null },
        ],
        organizationId: organization.id,
        member: { id: member.id, roles: ['employee'], department: 'none', jobTitle: null, isActive: true, restricted: true },
        permissions: pairsOf(roles.employee.permissions).toSorted(),
        credential: { kind: 'session', id: null, name: null, expiresAt: expect.stringMatching(/Z$/) },
        limits: { storageBytes: null, storageUsed: null },
      },
    });
  });
  test('returns the person and every organization that accepts the session when the request names none', async () => {
    const [first, second, third] = [
      await newOrganization(app.database),
      await newOrganization(app.database),
      await newOrganization(app.database),
    ];
    const { token, member } = await app.session(first, ['admin']);
    await newMembership(app.database, second.id, member.userId, ['employee']);
    const departed = await newMembership(app.database, third.id, member.userId);
    await app.database.system.updateTable('member').set({ is_active: false }).where('id', '=', departed).execute();
    const { status, body } = await app.call('GET', me, { bearer: token });
    expect({ status, ...body }).toMatchObject({
      status: 200,
      user: { id: member.userId },
      organizationId: null,
      member: null,
      permissions: [],
      credential: { kind: 'session' },
      limits: null,
    });
    expect(body.organizations.map(({ id }: { readonly id: string }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
  });
  test('returns 401 for an organization of which the person is not a member', async () => {
    const [own, other] = [await newOrganization(app.database), await newOrganization(app.database)];
    const { token } = await app.session(own, ['owner']);
    expect(await app.call('GET', me, { bearer: token, ...naming(other) })).toMatchObject({ status: 401, body: { code: 'not_a_member' } });
  });
  test('returns since when sessions count after the person signed out everywhere', async () => {
    const { organization } = await app.caller();
    const { call, token, member } = await app.session(organization, ['employee']);
    const { body } = await app.call('POST', '/v1/me/sign-out', { bearer: token });
    expect(await call('GET', me)).toMatchObject({ status: 401 });
    const later = await app.session(organization, member);
    expect((await later.call('GET', me)).body.user.notBefore).toBe(body.notBefore);
  });
  test('returns 304 while nothing has changed, although the link to the logo is signed each time', async () => {
    const { inPerson } = await app.caller();
    expect(await inPerson('POST', '/v1/organization/logo', { body: logo })).toMatchObject({ status: 201 });
    const first = await inPerson('GET', me);
    expect(first.body.organizations[0].logoUrl).toMatch(/^http/);
    const ifNoneMatch = { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } };
    expect(await inPerson('GET', me, ifNoneMatch)).toMatchObject({ status: 304, text: '' });
    await inPerson('PATCH', '/v1/organization', { body: { name: 'Renamed' } });
    expect(await inPerson('GET', me, ifNoneMatch)).toMatchObject({ status: 200 });
  });
});

describe('an API key', () => {
  test('returns its owner, its own organization and its scopes that the owner still has', async () => {
    const { organization } = await app.caller();
    const { member } = await app.session(organization, ['employee']);
    await newMembership(app.database, (await newOrganization(app.database)).id, member.userId, ['owner']);
    const expires_at = '2999-01-31T00:00:00.000Z';
    const fields = { name: 'Import', scopes: ['portal:update', 'risk:delete'], created_by_member_id: member.id, expires_at };
    const { key, keyId } = await newApiKey(app.database, organization.id, fields);
    expect(await app.call('GET', me, { key })).toMatchObject({
      status: 200,
      body: {
        user: { id: member.userId, notBefore: null },
        organizations: [{ id: organization.id, memberId: member.id, roles: ['employee'] }],
        organizationId: organization.id,
        member: { id: member.id },
        permissions: ['portal:update'],
        credential: { kind: 'api_key', id: keyId, name: 'Import', expiresAt: expires_at },
      },
    });
  });
});

test('the token of a device agent returns the person without permissions, even when it names an organization', async () => {
  const { organization } = await app.caller();
  const { token, member } = await app.session(organization, ['admin']);
  const { body } = await app.call('POST', '/v1/device-agent/auth-code', { bearer: token, body: { callbackPort: 1, state: 'abc' } });
  const agent = await app.call('POST', '/v1/device-agent/sessions', { body: { code: body.code, state: 'abc' } });
  for (const options of [{}, naming(organization)])
    expect(await app.call('GET', me, { bearer: agent.body.sessionToken, ...options })).toMatchObject({
      status: 200,
      body: {
        user: { id: member.userId },
        organizations: [{ id: organization.id }],
        organizationId: null,
        permissions: [],
        credential: { kind: 'device', name: null, expiresAt: agent.body.expiresAt },
      },
    });
});

test('returns the limits of the installation, and the storage only to callers who may read the organization', async () => {
  const { base } = await listenOn(app.database, testConfig({ STORAGE_QUOTA: '10000', RATE_LIMIT: '77' }));
  const { key } = await newOrganization(app.database, ['organization:read']);
  expect((await send(base, 'GET', me, { key })).body.limits).toEqual({ requestsPerMinute: 77, storageBytes: 10_000, storageUsed: 0 });
  const { key: otherKey } = await newOrganization(app.database, ['risk:read']);
  expect((await send(base, 'GET', me, { key: otherKey })).body.limits).toEqual({
    requestsPerMinute: 77,
    storageBytes: null,
    storageUsed: null,
  });
});
