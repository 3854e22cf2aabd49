/** Tests for each operation of the contract which requests it rejects, and that it answers its examples with declared statuses only. */
import { beforeAll, describe, expect, test } from 'vitest';
import { grantableScopes } from '#platform/identity/roles';
import { type Caller, startApp } from '../support/app.ts';
import { sampledContract } from '../support/contract.ts';
import { newApiKey, newRole } from '../support/organization.ts';
import { idsIn, isOfCatalogue, kindOf } from '../tenancy/ids.ts';

const app = startApp();
/** The caller for requests that change nothing. */
let readOnlyCaller: Caller;
beforeAll(async () => {
  readOnlyCaller = await app.callerForEverything();
});
/** Callers with every permission except one, created once for all operations that need them. */
const callsByMissingPermission = new Map<string, Promise<Caller['call']>>();
const join = (path: string, parameter: string) => `${path}${path.includes('?') ? '&' : '?'}${parameter}`;

describe.each(sampledContract)('$id', ({ method, path, bodies, responses, registry }) => {
  const [body] = bodies;
  const declared = responses.map(({ status }) => status);
  const permissions = [registry.permission].flat().flatMap((one: unknown) => (typeof one === 'string' && one.includes(':') ? [one] : []));
  const isPublic = registry.scope.startsWith('public');
  const requiresSession = 'requiresSession' in registry;
  const missingCredential = requiresSession ? 'Invalid, expired or missing session' : 'Invalid or missing API key';
  /** Reads change nothing, nor do requests for a record that does not exist. */
  const changesNothing = method === 'GET' || idsIn(path).some((id) => !isOfCatalogue(kindOf(id)));
  const callerForChanges = async () => (changesNothing ? readOnlyCaller : app.callerForEverything());
  /** Calls as the owner of an organization: with a key, or in a session where the operation requires a person. */
  const callAsOwner = ({ call, inPerson }: Caller) => (requiresSession ? inPerson : call);
  /** Calls as a member with every permission except this one. */
  function callWithout(permission: string): Promise<Caller['call']> {
    const name = `${permission} ${requiresSession ? 'in person' : 'with a key'}`;
    const holder = callsByMissingPermission.get(name) ?? createCallerWith(grantableScopes.filter((scope) => scope !== permission));
    callsByMissingPermission.set(name, holder);
    return holder;
  }
  async function createCallerWith(pairs: readonly string[]): Promise<Caller['call']> {
    const { organization } = readOnlyCaller;
    if (requiresSession) return (await app.session(organization, [await newRole(app.database, organization.id, pairs)])).call;
    const { key } = await newApiKey(app.database, organization.id, { scopes: pairs, created_by_member_id: organization.owner.id });
    return (verb, url, options) => app.call(verb, url, { key, ...options });
  }

  test('answers its examples with declared statuses only', async () => {
    for (const example of bodies.length ? bodies : [undefined]) {
      const call = callAsOwner(await callerForChanges());
      const answer = await call(method, path, { body: example });
      expect(declared, answer.text).toContain(answer.status);
      expect(answer.status, answer.text).toBeLessThan(500);
    }
  });
  if (!isPublic)
    test('401 without a credential, before the body is looked at', async () => {
      const answer = await app.call(method, path, { body: bodies.length ? { nonsense: true } : undefined });
      expect(answer).toMatchObject({ status: 401, body: { success: false, error: missingCredential } });
      expect(answer.headers.get('www-authenticate')).toBe(
        `${requiresSession ? '' : 'ApiKey realm="compliance", header="X-API-Key", '}Bearer realm="compliance"`,
      );
    });
  test.each(permissions)('403 with every permission except %s', async (permission) => {
    const call = await callWithout(permission);
    expect(await call(method, path, { body })).toMatchObject({
      status: 403,
      body: { success: false, error: expect.stringContaining('Missing permission') },
    });
  });
  test('400 for an unknown query parameter', async () => {
    const call = callAsOwner(readOnlyCaller);
    expect(await call(method, join(path, 'nonsense=1'), { body })).toMatchObject({
      status: 400,
      body: { success: false, error: 'Validation failed', details: { nonsense: { _errors: ["Unknown query parameter 'nonsense'"] } } },
    });
  });
  if (declared.includes(406))
    test('406 for a media type that the operation does not produce', async () => {
      const call = callAsOwner(readOnlyCaller);
      expect(await call(method, path, { body, accept: 'image/png' })).toMatchObject({
        status: 406,
        body: { success: false, error: 'Not acceptable' },
      });
    });
  if (!isPublic)
    test('errors as problems where it has them, and never where the envelope is given', async () => {
      const answer = await app.call(method, path, { body, accept: 'application/problem+json' });
      if (registry.problems)
        expect(answer).toMatchObject({
          status: 401,
          body: requiresSession
            ? { type: '/problems/session_invalid', title: 'Session invalid', status: 401, detail: missingCredential }
            : { type: '/problems/invalid_credentials', title: 'Invalid credentials', status: 401, detail: missingCredential },
        });
      else expect(answer).toMatchObject({ status: 401, body: { success: false, error: missingCredential } });
      expect(answer.headers.get('content-type')).toBe(registry.problems ? 'application/problem+json' : 'application/json');
      for (const { headers } of [answer, await app.call(method, path, { body })])
        expect(/, Accept(,|$)/.test(headers.get('vary') ?? '')).toBe(registry.problems);
    });
  if (body !== undefined) {
    test('400 for an unknown field and a body that is none; 415 for another type', async () => {
      const call = callAsOwner(readOnlyCaller);
      expect(await call(method, path, { body: { ...Object(body), nonsense: 1 } })).toMatchObject({
        status: 400,
        body: { details: { nonsense: { _errors: ["Unknown field 'nonsense'"] } } },
      });
      expect(await call(method, path, { raw: '{' })).toMatchObject({
        status: 400,
        body: { details: { _errors: ['the body is not valid JSON'] } },
      });
      expect(await call(method, path, { raw: 'a=b', type: 'text/plain' })).toMatchObject({
        status: 415,
        body: { error: 'Unsupported media type' },
      });
    });
  } else if (method !== 'GET' && !('body' in registry))
    test('400 for a body, because the operation takes none', async () => {
      const call = callAsOwner(readOnlyCaller);
      expect(await call(method, path, { body: { nonsense: 1 } })).toMatchObject({
        status: 400,
        body: { details: { _errors: ['this operation takes no body'] } },
      });
    });
  const [type]: readonly string[] = registry.produces;
  if (type !== undefined && type !== '*/*')
    test('accepts its media type with parameters, and answers JSON without parameters', async () => {
      const call = callAsOwner(await callerForChanges());
      for (const parameters of ['; charset=utf-8', ';version=1;q=0.5', '; a="b,c;d" ; q=1, text/html;level=1']) {
        const { status, headers } = await call(method, path, { body, accept: type + parameters });
        expect(status, parameters).not.toBe(406);
        expect(headers.get('content-type') ?? '').not.toMatch(/json *;/);
      }
    });
  if (method === 'GET') {
    test('answers HEAD like GET, without the body', async () => {
      const call = callAsOwner(readOnlyCaller);
      const [getAnswer, headAnswer] = [await call('GET', path), await call('HEAD', path)];
      expect(headAnswer).toMatchObject({ status: getAnswer.status, text: '' });
      expect(headAnswer.headers.get('content-type')).toBe(getAnswer.headers.get('content-type'));
    });
  }
});
