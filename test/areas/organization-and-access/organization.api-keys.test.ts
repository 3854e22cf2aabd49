/** API keys: creating, listing and revoking them. */
import { expect, test } from 'vitest';
import { grantableScopes } from '#platform/identity/roles';
import { allPages, type Caller, startApp } from '../../support/app.ts';
import { newApiKey, newMember } from '../../support/organization.ts';

const app = startApp();
const url = '/v1/organization/api-keys';
const day = 24 * 60 * 60 * 1000;

async function create({ call }: Pick<Caller, 'call'>, body: object = {}) {
  const answer = await call('POST', url, { body: { name: 'Sync', scopes: ['risk:read'], ...body } });
  expect(answer.status).toBe(201);
  return answer;
}
function lastEntry(organizationId: string) {
  return app.database.system
    .selectFrom('audit_entry')
    .select(['entity_type', 'entity_id', 'description', 'data', 'user_id'])
    .where('organization_id', '=', organizationId)
    .orderBy('sequence', 'desc')
    .executeTakeFirstOrThrow();
}

test('201 with the key, this once: it works, it is stored only as a hash, and no list shows it', async () => {
  const caller = await app.caller();
  const created = await create(caller, { name: '  Risk register sync ', scopes: ['risk:read', 'risk:create'] });
  expect(created.body).toEqual({
    id: expect.stringMatching(/^apk_[0-9a-f]{24}$/),
    name: 'Risk register sync',
    scopes: ['risk:read', 'risk:create'],
    expiresAt: null,
    lastUsedAt: null,
    isActive: true,
    createdAt: expect.stringMatching(/Z$/),
    keyPrefix: created.body.key.slice(0, 8),
    createdByMemberId: caller.organization.owner.id,
    createdVia: 'API key "test"',
    isSleeping: false,
    key: expect.stringMatching(/^cak_[0-9a-f]{64}$/),
  });
  expect(created.headers.get('location')).toBe(url);
  const { key, lastUsedAt, ...record } = created.body;
  expect(lastUsedAt).toBeNull();
  expect((await app.call('GET', '/v1/risks', { key })).status).toBe(200);
  expect((await app.call('GET', '/v1/organization', { key })).status).toBe(403);
  const row = await app.database.system.selectFrom('api_key').selectAll().where('id', '=', record.id).executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(key);
  const listAnswer = await caller.call('GET', url);
  expect(listAnswer.body.data[0]).toMatchObject(record);
  expect(listAnswer.text).not.toContain(key);
});
test.each(['"', '\u201D', '\u00BB', '\n', '\r', '\u0007', '\u0085', '\u2028', '\u202E', '\u2066', '\u200F'])(
  '400 for a name with the character %j, which could disguise other text (rule 16)',
  async (character) => {
    const { call } = await app.caller();
    const body = { name: `Sync${character} by Ada`, scopes: ['risk:read'] };
    expect(await call('POST', url, { body })).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  },
);
test('201 for a name with other letters and punctuation', async () => {
  const name = "Zoë's sync (Zürich) – ריסק 1/2 & 3";
  expect((await create(await app.caller(), { name })).body).toMatchObject({ name });
});
test('201 records the member of the session as creator, or the owner of the API key that creates the key', async () => {
  const caller = await app.caller();
  const session = await app.session(caller.organization, ['admin']);
  expect((await create(session)).body.createdByMemberId).toBe(session.member.id);
  expect((await create(caller)).body.createdByMemberId).toBe(caller.organization.owner.id);
});
test.each([
  ['never', undefined],
  [undefined, undefined],
  ['30days', 30],
  ['90days', 90],
] as const)('201 computes the expiry from now for %s', async (expiration, days) => {
  const before = Date.now();
  const { body } = await create(await app.caller(), expiration && { expiration });
  if (days === undefined) return expect(body.expiresAt).toBeNull();
  expect(Date.parse(body.expiresAt) - days * day).toBeGreaterThanOrEqual(before);
  expect(Date.parse(body.expiresAt) - days * day).toBeLessThanOrEqual(Date.now());
});
test('201 computes the expiry one calendar year from now', async () => {
  const { body } = await create(await app.caller(), { expiration: '1year' });
  expect(new Date(body.expiresAt).getUTCFullYear()).toBe(new Date(body.createdAt).getUTCFullYear() + 1);
});
test.each([
  ['no name', { name: undefined }, { name: { _errors: ['is required'] } }],
  ['a blank name', { name: '  ' }, { name: { _errors: ['must not be blank'] } }],
  ['a name that is too long', { name: 'x'.repeat(101) }, { name: { _errors: ['must have at most 100 characters'] } }],
  ['no scopes', { scopes: undefined }, { scopes: { _errors: ['is required'] } }],
  ['empty scopes', { scopes: [] }, { scopes: { _errors: ['must have at least 1 item'] } }],
  [
    'an unknown scope, and lists those there are',
    { scopes: ['risk:read', 'risk:fly'] },
    { 'scopes.1': { _errors: [expect.stringContaining('organization:read, organization:update')] } },
  ],
  ['a permission that no operation requires', { scopes: ['invitation:create'] }, { 'scopes.0': expect.anything() }],
  [
    'an end out of the enumeration',
    { expiration: '2years' },
    { expiration: { _errors: ['must be one of: never, 30days, 90days, 1year'] } },
  ],
  ['a creator of its own', { createdByMemberId: 'mem_x' }, { createdByMemberId: expect.anything() }],
])('400 on create for %s', async (_case, fields, details) => {
  const { call } = await app.caller();
  const answer = await call('POST', url, { body: { name: 'Sync', scopes: ['risk:read'], ...fields } });
  expect(answer).toMatchObject({ status: 400, body: { error: 'Validation failed', details } });
  expect(Object.keys(answer.body.details)).toEqual(Object.keys(details));
});
test('403 for scopes beyond the scopes of the API key that creates the key', async () => {
  const caller = await app.caller(['apiKey:create', 'risk:read']);
  expect(await caller.call('POST', url, { body: { name: 'x', scopes: ['risk:delete', 'risk:read', 'vendor:delete'] } })).toMatchObject({
    status: 403,
    body: { error: 'A key cannot have scopes beyond your own: risk:delete, vendor:delete' },
  });
  await create(caller);
});
test('403 for scopes beyond the permissions of the session', async () => {
  const { organization } = await app.caller();
  const [owner, admin] = [await app.session(organization, organization.owner), await app.session(organization, ['admin'])];
  const ask = ({ call }: typeof owner, scope: string) => call('POST', url, { body: { name: 'x', scopes: [scope] } });
  expect((await ask(admin, 'organization:delete')).status).toBe(403);
  expect((await ask(owner, 'organization:delete')).status).toBe(201);
  expect((await ask(owner, 'finding:create')).status).toBe(403);
  expect((await ask(await app.session(organization, ['auditor', 'admin']), 'finding:create')).status).toBe(201);
});

test('200 returns pages, newest first, with a count on request; expired keys always, revoked keys only on request', async () => {
  const { call, organization } = await app.caller();
  const add = (fields: object) => newApiKey(app.database, organization.id, { scopes: ['risk:read'], ...fields });
  const [expired, revoked] = [
    await add({ created_at: '2999-01-01T00:00:00.000Z', expires_at: '2026-01-01T00:00:00.000Z' }),
    await add({ created_at: '2999-01-02T00:00:00.000Z', is_active: false }),
  ];
  const ownKeyId = organization.keyId;
  const idsOf = async (query: string) =>
    (await allPages(call, `${url}?limit=1&${query}`)).flatMap(({ data }) => data.map(({ id }: { id: string }) => id));
  expect(await idsOf('')).toEqual([expired.keyId, ownKeyId]);
  expect(await idsOf('includeRevoked=false')).toEqual([expired.keyId, ownKeyId]);
  expect(await idsOf('includeRevoked=true')).toEqual([revoked.keyId, expired.keyId, ownKeyId]);
  expect((await call('GET', `${url}?includeRevoked=true&count=true`)).body).toMatchObject({
    data: [{ isActive: false }, { isActive: true, expiresAt: '2026-01-01T00:00:00.000Z' }, {}],
    totalCount: 3,
    nextCursor: null,
  });
  expect((await call('GET', `${url}?count=true`)).body.totalCount).toBe(2);
});
test('200 returns when a key was last used', async () => {
  const { call } = await app.caller();
  const before = Date.now() - 1_000;
  await expect.poll(async () => Date.parse((await call('GET', url)).body.data[0].lastUsedAt)).toBeGreaterThan(before);
});
test('400 for a flag that is not a boolean, and for an invalid cursor', async () => {
  const { call } = await app.caller();
  expect(await call('GET', `${url}?includeRevoked=1`)).toMatchObject({
    status: 400,
    body: { details: { includeRevoked: { _errors: ['must be true or false'] } } },
  });
  expect(await call('GET', `${url}?cursor=abc`)).toMatchObject({ status: 400, body: { details: { cursor: expect.anything() } } });
});
test('401 for an expired key, which is still listed', async () => {
  const { call, organization } = await app.caller();
  const { key, keyId } = await newApiKey(app.database, organization.id, {
    scopes: ['risk:read'],
    expires_at: new Date(Date.now() - 1).toISOString(),
  });
  expect((await app.call('GET', '/v1/risks', { key })).status).toBe(401);
  expect((await call('GET', url)).body.data).toContainEqual(expect.objectContaining({ id: keyId, isActive: true }));
});
test('200 with all scopes that a key can have, grouped by resource', async () => {
  const { call } = await app.caller(['apiKey:read']);
  const { body } = await call('GET', `${url}/available-scopes`);
  expect(body).toEqual({ data: grantableScopes });
  expect(body.data).toHaveLength(67);
});

test('204 on revoking a key twice; 401 for the key soon afterwards', async () => {
  const caller = await app.caller();
  const {
    body: { id, key },
  } = await create(caller);
  expect((await app.call('GET', '/v1/risks', { key })).status).toBe(200);
  for (const status of [204, 204]) expect(await caller.call('DELETE', `${url}/${id}`)).toMatchObject({ status, text: '' });
  await expect.poll(async () => (await app.call('GET', '/v1/risks', { key })).status).toBe(401);
  expect((await caller.call('GET', url)).body.data).not.toContainEqual(expect.objectContaining({ id }));
  expect((await caller.call('GET', `${url}?includeRevoked=true`)).body.data).toContainEqual(
    expect.objectContaining({ id, isActive: false }),
  );
});
test('204 for an API key that revokes itself', async () => {
  const { call, organization } = await app.caller();
  expect((await call('DELETE', `${url}/${organization.keyId}`)).status).toBe(204);
  await expect.poll(async () => (await call('GET', url)).status).toBe(401);
});
test('404 for a key of another organization, which keeps working', async () => {
  const [caller, other] = [await app.caller(), await app.caller()];
  expect(await caller.call('DELETE', `${url}/${other.organization.keyId}`)).toMatchObject({
    status: 404,
    body: { success: false, error: 'API key not found' },
  });
  expect((await caller.call('DELETE', `${url}/available-scopes`)).status).toBe(405);
  expect((await other.call('GET', url)).body.data).toHaveLength(1);
});
test('200 without a creator after the creator was removed', async () => {
  const { call, organization } = await app.caller();
  const member = await newMember(app.database, organization.id, ['admin']);
  const { keyId } = await newApiKey(app.database, organization.id, { scopes: ['risk:read'], created_by_member_id: member.id });
  const creator = async () => (await call('GET', url)).body.data.find(({ id }: { id: string }) => id === keyId)?.createdByMemberId;
  expect(await creator()).toBe(member.id);
  await app.database.system.deleteFrom('member').where('id', '=', member.id).execute();
  expect(await creator()).toBeNull();
});

test('201 and 204 for creating and revoking are logged under the id of the key, with its scopes and without the key', async () => {
  const caller = await app.caller();
  const { organization } = caller;
  const {
    body: { id, key },
  } = await create(caller, { expiration: '30days' });
  const created = await lastEntry(organization.id);
  expect(created).toMatchObject({
    entity_type: 'organization',
    entity_id: id,
    description: 'Created API key [via API key "test"]',
    user_id: organization.owner.userId,
    data: {
      changes: {
        name: { previous: null, current: 'Sync' },
        scopes: { previous: null, current: ['risk:read'] },
        expiresAt: { current: expect.stringMatching(/Z$/) },
        key: { previous: null, current: '[REDACTED]' },
      },
    },
  });
  await caller.call('DELETE', `${url}/${id}`);
  const revoked = await lastEntry(organization.id);
  expect(revoked).toMatchObject({
    entity_type: 'organization',
    entity_id: id,
    description: 'Revoked API key [via API key "test"]',
    data: {
      changes: {
        isActive: { previous: true, current: false },
        scopes: { previous: ['risk:read'], current: null },
        key: { previous: '[REDACTED]', current: null },
      },
    },
  });
  expect(JSON.stringify([created, revoked])).not.toContain(key.slice(8));
});
test('200 lists the keys of the caller, by a part of the name, and by when they expire; keys that never expire come last', async () => {
  const { call, organization } = await app.caller();
  const { call: askInSession, member } = await app.session(organization, ['admin']);
  const add = async (fields: object) => (await newApiKey(app.database, organization.id, { scopes: ['risk:read'], ...fields })).keyId;
  const own = await add({ name: 'Nightly', expires_at: '2027-02-01T00:00:00.000Z', created_by_member_id: member.id });
  const later = await add({ name: 'Weekly', expires_at: '2027-03-01T00:00:00.000Z' });
  const idsOf = async (query: string, ask = call) =>
    (await allPages(ask, `${url}?limit=1&${query}`)).flatMap(({ data }) => data.map(({ id }: { id: string }) => id));
  expect(await idsOf('createdByMemberId=me', askInSession)).toEqual([own]);
  expect(await idsOf('search=IGHT')).toEqual([own]);
  expect(await idsOf('expiresAtAfter=2027-02-01&expiresAtBefore=2027-02-28')).toEqual([own]);
  expect(await idsOf('sortBy=expiresAt&sortOrder=asc')).toEqual([own, later, organization.keyId]);
  expect(await idsOf('sortBy=expiresAt')).toEqual([later, own, organization.keyId]);
});
