/**
 * Calls every operation with every credential. Each request has an unknown query parameter, so that an authorized caller gets a validation
 * error and nothing is ever executed. Therefore one organization is enough for all operations.
 */
import { type KeyObject, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation, Permission } from '#generated/operations';
import { newKey } from '#platform/identity/keys';
import { builtInRoles, pairsOf, resources, roles } from '#platform/identity/roles';
import { type RequestOptions, startApp } from '../support/app.ts';
import { sampledContract } from '../support/contract.ts';
import { insertGrant } from '../support/trust-access.ts';
import {
  newApiKey,
  newMember,
  everyPermission,
  newOrganization,
  newRole,
  type TestMember,
  type TestOrganization,
} from '../support/organization.ts';

const app = startApp();
const allPermissions = pairsOf(resources);
let organization: TestOrganization;
let otherOrganization: TestOrganization;
let admin: TestMember;
let session: string;
const organizationHeader = () => ({ 'X-Organization-Id': organization.id });
const token = (userId: string, signingKey: Uint8Array | KeyObject = app.ports.secrets.key('session'), expiresIn = '1h') =>
  new SignJWT().setProtectedHeader({ alg: 'HS256' }).setSubject(userId).setExpirationTime(expiresIn).sign(signingKey);

beforeAll(async () => {
  [organization, otherOrganization] = [
    await newOrganization(app.database, allPermissions, everyPermission),
    await newOrganization(app.database, allPermissions, everyPermission),
  ];
  // The member has all roles, so its requests can only be rejected because of a faulty session.
  admin = await newMember(app.database, organization.id, [...builtInRoles, await customRole(allPermissions)]);
  session = await token(admin.userId);
});

/** The credential of a request; the token of an access grant is sent in the query. */
type Credential = RequestOptions & { readonly query?: string };

const customRole = (pairs: readonly string[]) => newRole(app.database, organization.id, pairs);

/** Credentials, each created once for all operations with the same requirement. */
const credentialCache = new Map<string, Promise<Credential>>();
function cached(name: string, make: () => Promise<Credential>): Promise<Credential> {
  const credential = credentialCache.get(name) ?? make();
  credentialCache.set(name, credential);
  return credential;
}
const createKey = (scopes: readonly string[], fields: { is_active?: boolean; expires_at?: string } = {}) =>
  cached(JSON.stringify(['key', scopes, fields]), async () => ({
    key: (await newApiKey(app.database, organization.id, { scopes, created_by_member_id: admin.id, ...fields })).key,
  }));
const createMember = (ownPermissions: readonly string[], active = true) =>
  cached(JSON.stringify(['member', ownPermissions, active]), async () => {
    const { userId } = await newMember(app.database, organization.id, ownPermissions, { active });
    return { bearer: await token(userId), headers: organizationHeader() };
  });
const memberWithCustomRole = (pairs: readonly string[]) =>
  cached(JSON.stringify(['custom', pairs]), async () => createMember([await customRole(pairs)]));
const createGrant = (fields: { expires_at?: string; revoked_at?: string } = {}) =>
  cached(JSON.stringify(['grant', fields]), async () => {
    const secret = newKey();
    await insertGrant(app.database, organization.id, secret, fields);
    return { query: secret };
  });

const admitted = {
  status: 400,
  body: { error: 'Validation failed', details: { nonsense: { _errors: ["Unknown query parameter 'nonsense'"] } } },
};
const noCredential = { status: 401, body: { success: false, error: 'Invalid or missing API key' } };
const missingSession = { status: 401, body: { success: false, error: 'Invalid, expired or missing session' } };
const noMember = { status: 401, body: { success: false, error: 'Not an active member of this organization' } };
const forbidden = { status: 403, body: { success: false, error: expect.stringContaining('Missing permission') } };
const withoutPermissions = { status: 403, body: { success: false, error: 'The API key has no permissions' } };
const sessionRequired = { status: 403, body: { success: false, error: 'An API key cannot do this: it requires the session of a person' } };

/** @returns the minimal sets of sufficient permissions; undefined if the record decides */
function sufficientSets(permission: Permission): readonly (readonly string[])[] | undefined {
  if (permission === 'authenticated' || permission === 'public') return [[]];
  if (typeof permission === 'string') return [[permission]];
  if ('byRecord' in permission) return undefined;
  return 'anyOf' in permission ? permission.anyOf.map((one) => [one]) : [permission];
}

describe.each(sampledContract)('$id', ({ method, path, bodies, registry }) => {
  const operation: Operation = registry;
  const { credentials, permission } = operation;
  const accepts = (scheme: string) => credentials.includes(scheme);
  // A bearer token that may be a key or a session is ambiguous.
  const noSession = {
    status: 401,
    body: { success: false, error: accepts('apiKeyAsBearer') ? 'Invalid or missing API key' : 'Invalid, expired or missing session' },
  };
  /** The error for a request without any credential that the operation accepts. */
  const withoutCredential = operation.requiresSession ? missingSession : noCredential;
  const sets = sufficientSets(permission);
  const anySuffices = sets === undefined || permission === 'authenticated';
  const permits = (pairs: readonly string[]) => sets?.some((set) => set.every((one) => pairs.includes(one))) ?? true;
  const ask = ({ query, ...options }: Credential) => {
    const queryParameters = new URLSearchParams({ nonsense: '1', ...(query !== undefined && { token: query }) });
    return app.call(method, `${path}${path.includes('?') ? '&' : '?'}${queryParameters}`, {
      body: bodies.length ? bodies[0] : undefined,
      ...options,
    });
  };
  /** The answers to all of these, sent concurrently. */
  async function expectAll(cases: Readonly<Record<string, readonly [Credential | Promise<Credential>, object]>>) {
    const answers = await Promise.all(
      Object.entries(cases).map(async ([what, [options, expected]]) => ({ what, answer: await ask(await options), expected })),
    );
    for (const { what, answer, expected } of answers)
      expect.soft(answer, `${what}: ${answer.status} ${answer.text}`).toMatchObject(expected);
  }

  if (operation.scope === 'public') {
    test('accepts any caller with any credential', () =>
      expectAll({ nothing: [{}, admitted], 'a bad key': [{ key: 'bad' }, admitted], 'a bad session': [{ bearer: 'bad' }, admitted] }));
    return;
  }

  test('returns 401 without a valid credential', () =>
    expectAll({
      nothing: [{}, withoutCredential],
      'an empty key': [{ headers: { 'X-API-Key': '' } }, noCredential],
      'a malformed key': [{ key: 'abc' }, noCredential],
      'an unknown key': [{ key: newKey() }, noCredential],
      'a revoked key': [createKey(allPermissions, { is_active: false }), noCredential],
      'an expired key': [createKey(allPermissions, { expires_at: '2026-01-01T00:00:00.000Z' }), noCredential],
      'a session where a key stands': [{ key: session, headers: organizationHeader() }, noCredential],
      'a bad key beside a good session': [
        { key: 'bad', bearer: session, headers: { ...organizationHeader(), Cookie: `session=${session}` } },
        noCredential,
      ],
      'a key where a grant stands': [{ query: organization.key }, accepts('accessToken') ? { status: 404 } : withoutCredential],
    }));

  test('accepts a key with the required scopes in its own organization, and as a bearer token where the contract says so', async () => {
    const expectedAnswer = !accepts('apiKey') ? noCredential : operation.requiresSession ? sessionRequired : admitted;
    await expectAll({
      'every scope': [createKey(allPermissions), expectedAnswer],
      'its own organization named': [{ key: organization.key, headers: organizationHeader() }, expectedAnswer],
      'another named': [
        { key: organization.key, headers: { 'X-Organization-Id': otherOrganization.id } },
        accepts('apiKey') ? { status: 403, body: { error: 'The API key belongs to another organization' } } : noCredential,
      ],
      'beside a bad session': [{ key: organization.key, bearer: 'bad' }, expectedAnswer],
      'as a bearer': [{ bearer: organization.key }, accepts('apiKeyAsBearer') ? expectedAnswer : withoutCredential],
      'as a bearer, unknown': [{ bearer: newKey() }, accepts('apiKeyAsBearer') ? noCredential : withoutCredential],
      'no scope at all': [
        createKey([]),
        !accepts('apiKey') ? noCredential : operation.requiresSession ? sessionRequired : anySuffices ? withoutPermissions : forbidden,
      ],
      ...Object.fromEntries(
        (sets ?? []).map((set) => [`nothing but ${set}`, [createKey(set.length ? set : ['app:read']), expectedAnswer]] as const),
      ),
    });
  });

  test('accepts a session as a bearer token and as a cookie, with an organization of which the person is an active member', async () => {
    const expectedAnswer = accepts('session') ? admitted : noCredential;
    const ifSession = (expected: object) => (accepts('session') ? expected : noCredential);
    const headers = organizationHeader();
    // Operations on the account alone ignore the organization.
    const noOrganization = operation.scope === 'account' ? expectedAnswer : undefined;
    const canOmitOrganization = operation.scope === 'account' || operation.scope === 'caller';
    await expectAll({
      bearer: [{ bearer: session, headers }, expectedAnswer],
      cookie: [{ headers: { ...headers, Cookie: `session=${session}` } }, accepts('sessionCookie') ? admitted : noCredential],
      'a bad cookie': [{ headers: { ...headers, Cookie: 'session=bad' } }, accepts('sessionCookie') ? noSession : noCredential],
      'a bad bearer beside a good cookie': [{ bearer: 'bad', headers: { ...headers, Cookie: `session=${session}` } }, ifSession(noSession)],
      'no organization': [
        { bearer: session },
        canOmitOrganization
          ? expectedAnswer
          : ifSession({ status: 400, body: { details: { 'X-Organization-Id': { _errors: ['is required with a session'] } } } }),
      ],
      'another organization': [
        { bearer: session, headers: { 'X-Organization-Id': otherOrganization.id } },
        noOrganization ?? ifSession(noMember),
      ],
      'a member of another organization': [
        token(otherOrganization.owner.userId).then((bearer) => ({ bearer, headers })),
        noOrganization ?? ifSession(noMember),
      ],
      'a deactivated member': [createMember(['owner'], false), noOrganization ?? ifSession(noMember)],
      expired: [token(admin.userId, undefined, '-1m').then((bearer) => ({ bearer, headers })), ifSession(noSession)],
      forged: [token(admin.userId, randomBytes(32)).then((bearer) => ({ bearer, headers })), ifSession(noSession)],
    });
  });

  test('403 for exactly the roles with insufficient permissions', async () => {
    const expectedAnswer = (pairs: readonly string[]) => (!accepts('session') ? noCredential : permits(pairs) ? admitted : forbidden);
    await expectAll({
      ...Object.fromEntries(
        builtInRoles.map((role) => [role, [createMember([role]), expectedAnswer(pairsOf(roles[role].permissions))]] as const),
      ),
      'no role': [createMember([]), expectedAnswer([])],
      'a custom role with nothing': [memberWithCustomRole([]), expectedAnswer([])],
      ...Object.fromEntries(
        (sets ?? []).map((set) => [`a custom role with nothing but ${set}`, [memberWithCustomRole(set), expectedAnswer(set)]] as const),
      ),
    });
  });

  // If several permissions are required together, each is removed in turn; if one of several is enough, all are removed.
  const requiredSets =
    typeof permission === 'string' || Array.isArray(permission) ? (sets?.[0] ?? []).map((one) => [one]) : sets ? [sets.flat()] : [];
  test.each(requiredSets.filter((missing) => missing.length).map((missing) => [missing.join(' and '), missing] as const))(
    '403 without %s, whatever other permissions the caller has',
    async (_what, missing) => {
      const otherPermissions = allPermissions.filter((one) => !missing.includes(one));
      await expectAll({
        key: [createKey(otherPermissions), !accepts('apiKey') ? noCredential : operation.requiresSession ? sessionRequired : forbidden],
        session: [memberWithCustomRole(otherPermissions), accepts('session') ? forbidden : noCredential],
      });
    },
  );

  test(`the token of a grant is ${accepts('accessToken') ? '' : 'not '}accepted`, async () => {
    const ifGrant = (expected: object) => (accepts('accessToken') ? expected : withoutCredential);
    await expectAll({
      valid: [createGrant(), ifGrant(admitted)],
      expired: [createGrant({ expires_at: '2026-01-01T00:00:00.000Z' }), ifGrant({ status: 410 })],
      revoked: [createGrant({ revoked_at: '2026-01-01T00:00:00.000Z' }), ifGrant({ status: 410 })],
      unknown: [{ query: newKey() }, ifGrant({ status: 404 })],
      'as a key': [createGrant().then(({ query }) => ({ key: query })), noCredential],
    });
  });
});
