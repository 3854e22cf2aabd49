/**
 * Calls every operation with every credential. Each request has an unknown query parameter, so that an authorized caller gets a validation
 * error and nothing is ever executed. Therefore one organization is enough, and no operation is listed.
 */
import { type KeyObject, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation, Permission } from '#generated/operations';
import { newKey } from '#platform/identity/keys';
import { builtInRoles, pairsOf, resources, roles } from '#platform/identity/roles';
import { type Options, startApp } from '../support/app.ts';
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
const everything = pairsOf(resources);
let organization: TestOrganization;
let other: TestOrganization;
let admin: TestMember;
let session: string;
const named = () => ({ 'X-Organization-Id': organization.id });
const token = (userId: string, key: Uint8Array | KeyObject = app.ports.secrets.key('session'), expires = '1h') =>
  new SignJWT().setProtectedHeader({ alg: 'HS256' }).setSubject(userId).setExpirationTime(expires).sign(key);

beforeAll(async () => {
  [organization, other] = [
    await newOrganization(app.database, everything, everyPermission),
    await newOrganization(app.database, everything, everyPermission),
  ];
  // With all existing roles, so that it can only be refused for what is wrong with a session.
  admin = await newMember(app.database, organization.id, [...builtInRoles, await customRole(everything)]);
  session = await token(admin.userId);
});

/** The credential of a request; the token of a grant goes into the query. */
type Carried = Options & { readonly query?: string };

const customRole = (pairs: readonly string[]) => newRole(app.database, organization.id, pairs);

/** Created once for all operations with the same requirement. */
const made = new Map<string, Promise<Carried>>();
function once(what: string, make: () => Promise<Carried>): Promise<Carried> {
  const known = made.get(what) ?? make();
  made.set(what, known);
  return known;
}
const key = (scopes: readonly string[], fields: { is_active?: boolean; expires_at?: string } = {}) =>
  once(JSON.stringify(['key', scopes, fields]), async () => ({
    key: (await newApiKey(app.database, organization.id, { scopes, created_by_member_id: admin.id, ...fields })).key,
  }));
const member = (held: readonly string[], active = true) =>
  once(JSON.stringify(['member', held, active]), async () => {
    const { userId } = await newMember(app.database, organization.id, held, { active });
    return { bearer: await token(userId), headers: named() };
  });
const custom = (pairs: readonly string[]) => once(JSON.stringify(['custom', pairs]), async () => member([await customRole(pairs)]));
const grant = (fields: { expires_at?: string; revoked_at?: string } = {}) =>
  once(JSON.stringify(['grant', fields]), async () => {
    const secret = newKey();
    await insertGrant(app.database, organization.id, secret, fields);
    return { query: secret };
  });

const letIn = {
  status: 400,
  body: { error: 'Validation failed', details: { nonsense: { _errors: ["Unknown query parameter 'nonsense'"] } } },
};
const noCredential = { status: 401, body: { success: false, error: 'Invalid or missing API key' } };
const missingSession = { status: 401, body: { success: false, error: 'Invalid, expired or missing session' } };
const noMember = { status: 401, body: { success: false, error: 'Not an active member of this organization' } };
const forbidden = { status: 403, body: { success: false, error: expect.stringContaining('Missing permission') } };
const withoutPermissions = { status: 403, body: { success: false, error: 'The API key has no permissions' } };
const sessionRequired = { status: 403, body: { success: false, error: 'An API key cannot do this: it requires the session of a person' } };

/** Minimal sets of sufficient permissions; undefined when the record decides. */
function sufficient(permission: Permission): readonly (readonly string[])[] | undefined {
  if (permission === 'authenticated' || permission === 'public') return [[]];
  if (typeof permission === 'string') return [[permission]];
  if ('byRecord' in permission) return undefined;
  return 'anyOf' in permission ? permission.anyOf.map((one) => [one]) : [permission];
}

describe.each(sampledContract)('$id', ({ method, path, bodies, registry }) => {
  const operation: Operation = registry;
  const { credentials, permission } = operation;
  const takes = (scheme: string) => credentials.includes(scheme);
  // A bearer token that may be a key or a session is ambiguous.
  const noSession = {
    status: 401,
    body: { success: false, error: takes('apiKeyAsBearer') ? 'Invalid or missing API key' : 'Invalid, expired or missing session' },
  };
  /** A request without any credential that the operation takes: the answer names the required one. */
  const nothingTaken = operation.requiresSession ? missingSession : noCredential;
  const enough = sufficient(permission);
  const takesAnyPermission = enough === undefined || permission === 'authenticated';
  const permits = (held: readonly string[]) => enough?.some((set) => set.every((one) => held.includes(one))) ?? true;
  const ask = ({ query, ...options }: Carried) => {
    const more = new URLSearchParams({ nonsense: '1', ...(query !== undefined && { token: query }) });
    return app.call(method, `${path}${path.includes('?') ? '&' : '?'}${more}`, { body: bodies.length ? bodies[0] : undefined, ...options });
  };
  /** The answers to all of these, sent concurrently. */
  async function expectAll(cases: Readonly<Record<string, readonly [Carried | Promise<Carried>, object]>>) {
    const answers = await Promise.all(
      Object.entries(cases).map(async ([what, [options, expected]]) => ({ what, answer: await ask(await options), expected })),
    );
    for (const { what, answer, expected } of answers)
      expect.soft(answer, `${what}: ${answer.status} ${answer.text}`).toMatchObject(expected);
  }

  if (operation.scope === 'public') {
    test('accepts any caller with any credential', () =>
      expectAll({ nothing: [{}, letIn], 'a bad key': [{ key: 'bad' }, letIn], 'a bad session': [{ bearer: 'bad' }, letIn] }));
    return;
  }

  test('401 without a valid credential', () =>
    expectAll({
      nothing: [{}, nothingTaken],
      'an empty key': [{ headers: { 'X-API-Key': '' } }, noCredential],
      'a malformed key': [{ key: 'abc' }, noCredential],
      'an unknown key': [{ key: newKey() }, noCredential],
      'a revoked key': [key(everything, { is_active: false }), noCredential],
      'an expired key': [key(everything, { expires_at: '2026-01-01T00:00:00.000Z' }), noCredential],
      'a session where a key stands': [{ key: session, headers: named() }, noCredential],
      'a bad key beside a good session': [
        { key: 'bad', bearer: session, headers: { ...named(), Cookie: `session=${session}` } },
        noCredential,
      ],
      'a key where a grant stands': [{ query: organization.key }, takes('accessToken') ? { status: 404 } : nothingTaken],
    }));

  test('a key is accepted with the required scopes, in its own organization, as a bearer token where the contract says so', async () => {
    const right = !takes('apiKey') ? noCredential : operation.requiresSession ? sessionRequired : letIn;
    await expectAll({
      'every scope': [key(everything), right],
      'its own organization named': [{ key: organization.key, headers: named() }, right],
      'another named': [
        { key: organization.key, headers: { 'X-Organization-Id': other.id } },
        takes('apiKey') ? { status: 403, body: { error: 'The API key belongs to another organization' } } : noCredential,
      ],
      'beside a bad session': [{ key: organization.key, bearer: 'bad' }, right],
      'as a bearer': [{ bearer: organization.key }, takes('apiKeyAsBearer') ? right : nothingTaken],
      'as a bearer, unknown': [{ bearer: newKey() }, takes('apiKeyAsBearer') ? noCredential : nothingTaken],
      'no scope at all': [
        key([]),
        !takes('apiKey') ? noCredential : operation.requiresSession ? sessionRequired : takesAnyPermission ? withoutPermissions : forbidden,
      ],
      ...Object.fromEntries((enough ?? []).map((set) => [`nothing but ${set}`, [key(set.length ? set : ['app:read']), right]] as const)),
    });
  });

  test('a session is accepted as a bearer token and as a cookie, with an organization of which the person is an active member', async () => {
    const right = takes('session') ? letIn : noCredential;
    const otherwise = (expected: object) => (takes('session') ? expected : noCredential);
    const headers = named();
    // Operations on the account alone ignore the organization.
    const noOrganization = operation.scope === 'account' ? right : undefined;
    await expectAll({
      bearer: [{ bearer: session, headers }, right],
      cookie: [{ headers: { ...headers, Cookie: `session=${session}` } }, takes('sessionCookie') ? letIn : noCredential],
      'a bad cookie': [{ headers: { ...headers, Cookie: 'session=bad' } }, takes('sessionCookie') ? noSession : noCredential],
      'a bad bearer beside a good cookie': [{ bearer: 'bad', headers: { ...headers, Cookie: `session=${session}` } }, otherwise(noSession)],
      'no organization': [
        { bearer: session },
        noOrganization ??
          otherwise({ status: 400, body: { details: { 'X-Organization-Id': { _errors: ['is required with a session'] } } } }),
      ],
      'another organization': [{ bearer: session, headers: { 'X-Organization-Id': other.id } }, noOrganization ?? otherwise(noMember)],
      'a member of another organization': [
        token(other.owner.userId).then((bearer) => ({ bearer, headers })),
        noOrganization ?? otherwise(noMember),
      ],
      'a deactivated member': [member(['owner'], false), noOrganization ?? otherwise(noMember)],
      expired: [token(admin.userId, undefined, '-1m').then((bearer) => ({ bearer, headers })), otherwise(noSession)],
      forged: [token(admin.userId, randomBytes(32)).then((bearer) => ({ bearer, headers })), otherwise(noSession)],
    });
  });

  test('403 for exactly the roles with insufficient permissions', async () => {
    const held = (pairs: readonly string[]) => (!takes('session') ? noCredential : permits(pairs) ? letIn : forbidden);
    await expectAll({
      ...Object.fromEntries(builtInRoles.map((role) => [role, [member([role]), held(pairsOf(roles[role].permissions))]] as const)),
      'no role': [member([]), held([])],
      'a custom role with nothing': [custom([]), held([])],
      ...Object.fromEntries((enough ?? []).map((set) => [`a custom role with nothing but ${set}`, [custom(set), held(set)]] as const)),
    });
  });

  // If several permissions are required together, each is removed in turn; if one of several is enough, all are removed.
  const needed =
    typeof permission === 'string' || Array.isArray(permission) ? (enough?.[0] ?? []).map((one) => [one]) : enough ? [enough.flat()] : [];
  test.each(needed.filter((missing) => missing.length).map((missing) => [missing.join(' and '), missing] as const))(
    '403 without %s, whatever other permissions the caller has',
    async (_what, missing) => {
      const rest = everything.filter((one) => !missing.includes(one));
      await expectAll({
        key: [key(rest), !takes('apiKey') ? noCredential : operation.requiresSession ? sessionRequired : forbidden],
        session: [custom(rest), takes('session') ? forbidden : noCredential],
      });
    },
  );

  test(`the token of a grant is ${takes('accessToken') ? '' : 'not '}accepted`, async () => {
    const as = (expected: object) => (takes('accessToken') ? expected : nothingTaken);
    await expectAll({
      valid: [grant(), as(letIn)],
      expired: [grant({ expires_at: '2026-01-01T00:00:00.000Z' }), as({ status: 410 })],
      revoked: [grant({ revoked_at: '2026-01-01T00:00:00.000Z' }), as({ status: 410 })],
      unknown: [{ query: newKey() }, as({ status: 404 })],
      'as a key': [grant().then(({ query }) => ({ key: query })), noCredential],
    });
  });
});
