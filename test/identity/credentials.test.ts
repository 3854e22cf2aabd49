/** Authentication with API keys and sessions, valid and invalid. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import http from 'node:http';
import { exportJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import type { Database } from '#platform/database/open';
import { hashOf } from '#platform/identity/keys';
import { call, listenOn, openTestDatabase, startApp, testConfig } from '../support/app.ts';
import { newApiKey, newMember, newOrganization } from '../support/organization.ts';

const app = startApp();
const noKey = { status: 401, body: { success: false, error: 'Invalid or missing API key' } };
const risk = { title: 't', description: 'd', category: 'other' };

test.each([
  ['none', undefined],
  ['an empty one', ''],
  ['a malformed one', 'abc'],
  ['an unknown one', `cak_${'0'.repeat(64)}`],
  ['one with SQL in it', "cak_' or 1=1 --"],
])('401 for this API key: %s', async (_what, key) => {
  expect(await app.call('GET', '/v1/risks', { headers: key === undefined ? {} : { 'X-API-Key': key } })).toMatchObject(noKey);
});
test('401 for a key with other letter case, for its hash, and with another scheme', async () => {
  const { key } = (await app.caller()).organization;
  for (const invalidKey of [key.toUpperCase(), hashOf(key), `${key} `.repeat(2).trim()])
    expect(await app.call('GET', '/v1/risks', { key: invalidKey })).toMatchObject(noKey);
  expect(
    await app.call('GET', '/v1/risks', { headers: { Authorization: `Basic ${Buffer.from(`:${key}`).toString('base64')}` } }),
  ).toMatchObject(noKey);
});
test('401 for an expired key, a revoked key, and 403 for one without the permission or without any', async () => {
  const { id } = (await app.caller()).organization;
  const expiredKey = await newApiKey(app.database, id, { scopes: ['risk:read'], expires_at: '2026-01-01T00:00:00.000Z' });
  const revokedKey = await newApiKey(app.database, id, { scopes: ['risk:read'], is_active: false });
  const policyKey = await newApiKey(app.database, id, { scopes: ['policy:read'] });
  const emptyKey = await newApiKey(app.database, id, { scopes: [] });
  for (const { key } of [expiredKey, revokedKey]) expect(await app.call('GET', '/v1/risks', { key })).toMatchObject(noKey);
  for (const { key } of [policyKey, emptyKey])
    expect(await app.call('GET', '/v1/risks', { key })).toMatchObject({
      status: 403,
      body: { success: false, error: expect.stringContaining('Missing permission') },
    });
});
test('401 soon after a key was revoked', async () => {
  const { organization, call: ask } = await app.caller();
  const { key, keyId } = await newApiKey(app.database, organization.id, { scopes: ['risk:read'] });
  expect(await app.call('GET', '/v1/risks', { key })).toMatchObject({ status: 200 });
  expect(await ask('DELETE', `/v1/organization/api-keys/${keyId}`)).toMatchObject({ status: 204 });
  await expect.poll(async () => (await app.call('GET', '/v1/risks', { key })).status, { interval: 50 }).toBe(401);
});
test('401 for an invalid key, even next to a valid bearer token', async () => {
  const { organization } = await app.caller();
  const { token } = await app.session(organization, organization.owner);
  expect(
    await app.call('GET', '/v1/risks', { key: 'bad', bearer: token, headers: { 'X-Organization-Id': organization.id } }),
  ).toMatchObject(noKey);
});
test('the key as a bearer: 200 on risks and employees, 401 elsewhere', async () => {
  const { organization } = await app.caller();
  expect(await app.call('GET', '/v1/risks', { bearer: organization.key })).toMatchObject({ status: 200 });
  expect(await app.call('GET', '/v1/employees', { bearer: organization.key })).toMatchObject({ status: 200 });
  expect(await app.call('GET', '/v1/roles', { bearer: organization.key })).toMatchObject({ status: 401 });
});
test('X-Organization-Id with a key: 200 for its own organization, 403 for another one', async () => {
  const [{ call: callWithKey, organization }, otherCaller] = [await app.caller(), await app.caller()];
  expect(await callWithKey('GET', '/v1/risks', { headers: { 'X-Organization-Id': organization.id } })).toMatchObject({ status: 200 });
  expect(await callWithKey('GET', '/v1/risks', { headers: { 'X-Organization-Id': otherCaller.organization.id } })).toMatchObject({
    status: 403,
  });
});
test('using a key updates lastUsedAt', async () => {
  const { call: ask, organization } = await app.caller();
  await ask('GET', '/v1/risks');
  await expect
    .poll(
      async () =>
        (await app.database.system.selectFrom('api_key').select('last_used_at').where('id', '=', organization.keyId).executeTakeFirst())
          ?.last_used_at,
    )
    .toBeTruthy();
});
test('a change by a key is recorded for its member, and the keys of a deactivated member do not work', async () => {
  const { organization } = await app.caller();
  const maker = await newMember(app.database, organization.id, ['admin'], { name: 'Mina Maker' });
  const { key } = await newApiKey(app.database, organization.id, { scopes: ['risk:create'], created_by_member_id: maker.id });
  const created = await app.call('POST', '/v1/risks', { key, body: risk });
  const entry = await app.database.system
    .selectFrom('audit_entry')
    .select(['member_id', 'data'])
    .where('entity_id', '=', created.body.data.id)
    .executeTakeFirst();
  expect(entry).toMatchObject({ member_id: maker.id, data: { via: 'API key "test"' } });
  await app.database.system.updateTable('member').set({ is_active: false }).where('id', '=', maker.id).execute();
  await expect.poll(async () => (await app.call('POST', '/v1/risks', { key, body: risk })).status).toBe(403);
});

describe('sessions', () => {
  test('200 with the session of an active member, as a bearer and as a cookie', async () => {
    const { organization } = await app.caller();
    const { call: ask, token } = await app.session(organization, ['auditor']);
    expect(await ask('GET', '/v1/risks')).toMatchObject({ status: 200 });
    expect(
      await app.call('GET', '/v1/risks', { headers: { Cookie: `a=b; session=${token}`, 'X-Organization-Id': organization.id } }),
    ).toMatchObject({ status: 200 });
  });
  test('403 for operations that the roles of the member do not permit', async () => {
    const { organization } = await app.caller();
    expect(await (await app.session(organization, ['auditor'])).call('POST', '/v1/risks', { body: risk })).toMatchObject({ status: 403 });
    expect(await (await app.session(organization, ['employee'])).call('GET', '/v1/employees')).toMatchObject({ status: 403 });
    expect(await (await app.session(organization, ['employee', 'admin'])).call('POST', '/v1/risks', { body: risk })).toMatchObject({
      status: 201,
    });
  });
  test('400 without X-Organization-Id', async () => {
    const { organization } = await app.caller();
    const { token } = await app.session(organization, ['admin']);
    expect(await app.call('GET', '/v1/risks', { bearer: token })).toMatchObject({
      status: 400,
      body: { details: { 'X-Organization-Id': { _errors: ['is required with a session'] } } },
    });
  });
  test('401 for a person who is not a member, is an inactive member, or is a member of another organization', async () => {
    const [{ organization }, otherCaller] = [await app.caller(), await app.caller()];
    const inactive = await newMember(app.database, organization.id, ['admin'], { active: false });
    expect(await (await app.session(organization, inactive)).call('GET', '/v1/risks')).toMatchObject({ status: 401 });
    expect(await (await app.session(organization, otherCaller.organization.owner)).call('GET', '/v1/risks')).toMatchObject({
      status: 401,
      body: { error: 'Not an active member of this organization' },
    });
    expect(await (await app.session(organization, { ...organization.owner, userId: newId('usr') })).call('GET', '/v1/risks')).toMatchObject(
      { status: 401 },
    );
    const { call: ask } = await app.session(organization, ['admin']);
    for (const organizationId of ['org_nonsense', newId('org')])
      expect(await ask('GET', '/v1/risks', { headers: { 'X-Organization-Id': organizationId } })).toMatchObject({ status: 401 });
  });
  test('401 for a token that is forged, expired, unsigned or malformed', async () => {
    const { organization } = await app.caller();
    const headers = { 'X-Organization-Id': organization.id };
    const claims = new SignJWT().setProtectedHeader({ alg: 'HS256' }).setSubject(organization.owner.userId).setExpirationTime('1h');
    const signedWithOtherKey = await claims.sign(randomBytes(32));
    const expired = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(organization.owner.userId)
      .setExpirationTime('-1m')
      .sign(app.ports.secrets.key('session'));
    const endless = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(organization.owner.userId)
      .sign(app.ports.secrets.key('session'));
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sub: organization.owner.userId, exp: 9e9 })).toString('base64url')}.`;
    const { token } = await app.session(organization, ['admin']);
    const withReplacedClaims = token.replace(
      /\.[^.]*\./,
      `.${Buffer.from(JSON.stringify({ sub: organization.owner.userId, exp: 9e9 })).toString('base64url')}.`,
    );
    for (const bearer of [signedWithOtherKey, expired, endless, unsigned, withReplacedClaims, 'abc', 'a.b.c']) {
      expect(await app.call('GET', '/v1/roles', { bearer, headers })).toMatchObject({
        status: 401,
        body: { error: 'Invalid, expired or missing session' },
      });
      // On risks a bearer token may also be a key, and the error for an invalid key is prescribed.
      expect(await app.call('GET', '/v1/risks', { bearer, headers })).toMatchObject(noKey);
    }
  });
});

describe('sessions of an identity provider', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let database: Database;
  let provider: http.Server;
  const bases: Record<string, string> = {};
  beforeAll(async () => {
    database = await openTestDatabase();
    const keys = [
      { ...(await exportJWK(rsa.publicKey)), kid: 'one', alg: 'RS256' },
      { ...(await exportJWK(ec.publicKey)), kid: 'two', alg: 'ES256' },
    ];
    provider = http
      .createServer((_req, res) => res.setHeader('content-type', 'application/json').end(JSON.stringify({ keys })))
      .listen(0, '127.0.0.1');
    await new Promise((resolve) => provider.once('listening', resolve));
    const address = provider.address();
    const expected = { SESSION_ISSUER: 'https://login.example.com', SESSION_AUDIENCE: 'compliance' };
    for (const [name, env] of Object.entries({
      rsa: { SESSION_PUBLIC_KEY: String(rsa.publicKey.export({ type: 'spki', format: 'pem' })) },
      ec: { SESSION_PUBLIC_KEY: String(ec.publicKey.export({ type: 'spki', format: 'pem' })) },
      jwks: { SESSION_JWKS_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/keys` },
      secret: { SESSION_SECRET: 'x'.repeat(40) },
    }))
      bases[name] = (await listenOn(database, testConfig({ ...env, ...expected }))).base;
  });
  afterAll(async () => {
    provider.close();
    await database.close();
  });

  test.each([
    ['rsa', 'RS256', rsa.privateKey, undefined],
    ['ec', 'ES256', ec.privateKey, undefined],
    ['jwks', 'RS256', rsa.privateKey, 'one'],
    ['jwks', 'ES256', ec.privateKey, 'two'],
    ['secret', 'HS256', Buffer.from('x'.repeat(40)), undefined],
  ] as const)(
    '200 for a token that %s verifies (%s) and that has a verified e-mail, 401 for another audience or an unverified e-mail',
    async (name, alg, key, kid) => {
      const { id, owner } = await newOrganization(database);
      const ask = async (claims: object, audience = 'compliance') => {
        const token = await new SignJWT({ ...claims })
          .setProtectedHeader({ alg, ...(kid && { kid }) })
          .setSubject('outside|42')
          .setIssuer('https://login.example.com')
          .setAudience(audience)
          .setExpirationTime('5m')
          .sign(key);
        return (await call(bases[name] ?? '', 'GET', '/v1/risks', { bearer: token, headers: { 'X-Organization-Id': id } })).status;
      };
      expect(await ask({ email: owner.email.toUpperCase(), email_verified: true })).toBe(200);
      expect(await ask({ email: owner.email, email_verified: true }, 'another')).toBe(401);
      expect(await ask({ email: owner.email })).toBe(401);
    },
  );
  test('401 for a token signed with the public key as if it were a secret', async () => {
    const { id, owner } = await newOrganization(database);
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(owner.userId)
      .setIssuer('https://login.example.com')
      .setAudience('compliance')
      .setExpirationTime('5m')
      .sign(Buffer.from(String(rsa.publicKey.export({ type: 'spki', format: 'pem' }))));
    expect(await call(bases.rsa ?? '', 'GET', '/v1/risks', { bearer: token, headers: { 'X-Organization-Id': id } })).toMatchObject({
      status: 401,
    });
  });
  test.each(['rsa', 'ec', 'jwks', 'secret'])('401 for every token that %s does not verify', async (name) => {
    const { id, owner } = await newOrganization(database);
    const encode = (part: unknown) => Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
    const claims = { sub: owner.userId, iss: 'https://login.example.com', aud: 'compliance', exp: Math.floor(Date.now() / 1000) + 300 };
    const wrongKeys = {
      RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
      ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
      ES384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
      EdDSA: generateKeyPairSync('ed25519'),
    };
    const signedTokens = await Promise.all(
      Object.entries(wrongKeys).flatMap(([alg, { privateKey }]) =>
        [undefined, 'one', 'two', 'unknown', ''].map((kid) =>
          new SignJWT(claims).setProtectedHeader({ alg, ...(kid !== undefined && { kid }) }).sign(privateKey),
        ),
      ),
    );
    const headers = [
      ...[
        'none',
        'None',
        'HS256',
        'HS512',
        'RS256',
        'RS512',
        'PS256',
        'ES256',
        'ES256K',
        'ES384',
        'ES512',
        'EdDSA',
        'Ed25519',
        'ML-DSA-44',
        'dir',
        'RSA-OAEP',
        'A256KW',
        'x',
        '',
        null,
        5,
        {},
        [],
      ].flatMap((alg) => [{ alg }, { alg, kid: 'one' }, { alg, kid: 'two' }]),
      { alg: 'RS256', kid: 5 },
      { alg: 'RS256', kid: null },
      { alg: 'ES256', kid: {} },
      { alg: 'RS256', kid: '../../etc/passwd' },
      { alg: 'RS256', kid: "' or 1=1 --" },
      { alg: 'RS256', kid: 'x'.repeat(2_000) },
      { alg: 'RS256', b64: false, crit: ['b64'] },
      { alg: 'RS256', crit: ['x'] },
      { alg: 'RS256', crit: 'x' },
      { alg: 'ES256', jwk: await exportJWK(wrongKeys.ES256.publicKey) },
      { alg: 'RS256', jku: 'http://127.0.0.1:1/' },
      { alg: 'RS256', x5c: ['AAAA'] },
      { alg: 'RS256', enc: 'A256GCM' },
      {},
      [],
      null,
      5,
      'text',
      '{',
      '',
    ];
    const bodies = [claims, { ...claims, sub: 5 }, { ...claims, exp: 'never' }, { ...claims, aud: [] }, 5, null, '{'];
    const signatures = ['', 'AAAA', encode('x'.repeat(64)), encode('x'.repeat(256)), '*'];
    const tokens = headers.flatMap((header, index) => [
      `${encode(header)}.${encode(bodies[index % bodies.length])}.${signatures[index % signatures.length]}`,
      `${encode(header)}.${encode(claims)}.${encode('x'.repeat(index % 2 ? 64 : 256))}`,
    ]);
    const malformedTokens = [
      '.',
      '..',
      '...',
      '....',
      'a',
      'a.b',
      'a.b.c',
      'a.b.c.d',
      'a.b.c.d.e',
      `${encode({ alg: 'dir', enc: 'A256GCM' })}..AAAA.AAAA.AAAA`,
      'e'.repeat(5_000),
    ];
    const answers = await Promise.all(
      [...signedTokens, ...tokens, ...malformedTokens].map(
        async (bearer) =>
          [bearer, (await call(bases[name] ?? '', 'GET', '/v1/risks', { bearer, headers: { 'X-Organization-Id': id } })).status] as const,
      ),
    );
    expect(answers.filter(([, status]) => status !== 401)).toEqual([]);
  });
  test('401 for a valid token whose user cannot exist', async () => {
    const { id } = await newOrganization(database);
    for (const claims of [
      { sub: 'usr_\u0000' },
      { sub: 'outside', email: 'a\u0000@example.com', email_verified: true },
      { sub: 'outside', email: '\ud800@example.com', email_verified: true },
      { sub: 'usr_1', iat: -5 },
      { sub: 'outside', email: '', email_verified: true },
    ]) {
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('https://login.example.com')
        .setAudience('compliance')
        .setExpirationTime('5m')
        .sign(Buffer.from('x'.repeat(40)));
      expect(
        await call(bases.secret ?? '', 'GET', '/v1/roles', { bearer: token, headers: { 'X-Organization-Id': id } }),
        JSON.stringify(claims),
      ).toMatchObject({ status: 401 });
    }
  });
});
