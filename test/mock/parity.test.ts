/** For each operation, the mock and the server return the same error for the same invalid request, without exceptions. */
import { beforeAll, describe, expect, test } from 'vitest';
import { call, type Caller, type RequestOptions, startApp } from '../support/app.ts';
import type { Operation } from '#generated/operations';
import { contract, sampledContract } from '../support/contract.ts';
import { startMock } from './start.ts';

const app = startApp();
let mock: string;
/** The requests change nothing, so one organization is enough for all of them. */
let caller: Caller;
let ownerSession: string;
beforeAll(async () => {
  mock = await startMock();
  caller = await app.callerForEverything();
  ({ token: ownerSession } = await app.session(caller.organization, ['owner']));
});

type InvalidRequest = readonly [what: string, status: number, method: string, path: string, options: RequestOptions];

/** Sends an invalid request to the server and to the mock, and expects equal errors with the given status. */
async function askBoth([what, status, method, path, options]: InvalidRequest) {
  const [serverAnswer, mockAnswer] = (await Promise.all([app.base, mock].map((base) => call(base, method, path, options)))).map((answer) =>
    comparableParts(answer),
  );
  expect([serverAnswer?.status, mockAnswer?.status], `${what}: ${method} ${path}`).toEqual([status, status]);
  expect(mockAnswer, `${what}: ${method} ${path}`).toEqual(serverAnswer);
}

function comparableParts({ status, headers, text, body }: Awaited<ReturnType<typeof call>>) {
  return {
    status,
    type: headers.get('content-type'),
    allow: headers.get('allow'),
    challenges: headers.get('www-authenticate'),
    varies: /(?:^|, )Accept(?:,|$)/.test(headers.get('vary') ?? ''),
    body: body ?? text,
  };
}

/** @returns a value with another type than `value` */
function ofAnotherType(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? 7 : { nonsense: true };
}

describe.each(sampledContract)('$id', ({ method, path, template, parameters, bodies, isBodyRequired, responses, registry }) => {
  const { scope, credentials, paged, bodyLimit = 1_048_576 }: Operation = registry;
  const [body] = bodies;
  const withQuery = (parameter: string) => `${path}${path.includes('?') ? '&' : '?'}${parameter}`;
  const undeclaredMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
    (otherMethod) => !contract.some((one) => one.template === template && one.method === otherMethod),
  );
  const bodyFields: object = Object(body);

  /** @returns a session if the operation requires a person, otherwise a key */
  function credentialOf({ organization: { id, key }, token }: Caller): RequestOptions {
    return 'requiresSession' in registry ? { bearer: token, headers: { 'X-Organization-Id': id } } : { key };
  }

  test('401 and 400 for invalid credentials', async () => {
    if (scope !== 'organization') return;
    const { key } = caller.organization;
    const invalidRequests: InvalidRequest[] = [
      ['no credential', 401, method, path, { body }],
      ['no credential, as a problem', 401, method, path, { body, accept: 'application/problem+json' }],
      ['no credential, for the headers only', 401, method === 'GET' ? 'HEAD' : method, path, { body }],
      ['an empty key', 401, method, path, { body, headers: { 'X-API-Key': '' } }],
      ['another scheme', 401, method, path, { body, headers: { Authorization: 'Basic YTpi' } }],
    ];
    if (!credentials.includes('apiKeyAsBearer'))
      invalidRequests.push(['a key as a bearer token', 401, method, path, { body, bearer: key }]);
    if (credentials.includes('session'))
      invalidRequests.push(['a session without an organization', 400, method, path, { body, bearer: ownerSession }]);
    if (credentials.includes('sessionCookie'))
      invalidRequests.push([
        'a session cookie without an organization',
        400,
        method,
        path,
        { body, headers: { Cookie: `session=${ownerSession}` } },
      ]);
    for (const one of invalidRequests) await askBoth(one);
  });
  test('400 for invalid parameters', async () => {
    const credential = credentialOf(caller);
    const invalidRequests: InvalidRequest[] = [
      ['an unknown query parameter', 400, method, withQuery('nonsense=1'), { ...credential, body }],
      [
        'an unknown query parameter, as a problem',
        400,
        method,
        withQuery('nonsense=1'),
        { ...credential, body, accept: 'application/problem+json' },
      ],
    ];
    for (const { name, example, in: place } of parameters)
      if (place === 'query' && ['number', 'boolean'].includes(typeof example))
        invalidRequests.push([`another type of ${name}`, 400, method, withQuery(`${name}=%21`), { ...credential, body }]);
    for (const { name, required, in: place } of parameters)
      if (place === 'query' && required)
        invalidRequests.push([`no ${name}`, 400, method, path.split('?')[0] ?? '', { ...credential, body }]);
    if (template.endsWith('}')) invalidRequests.push(['a path that is not UTF-8', 400, method, `${path}%E0%A4%A`, { ...credential, body }]);
    if (paged) invalidRequests.push(['a cursor of nowhere', 400, method, withQuery('cursor=nonsense'), { ...credential, body }]);
    if (method !== 'GET' && !('body' in registry))
      invalidRequests.push(['a body', 400, method, path, { ...credential, body: { nonsense: 1 } }]);
    for (const one of invalidRequests) await askBoth(one);
  });
  if (body !== undefined) {
    test('400, 413 and 415 for invalid bodies', async () => {
      const credential = credentialOf(caller);
      const invalidRequests: InvalidRequest[] = [
        ['an unknown field', 400, method, path, { ...credential, body: { ...bodyFields, nonsense: 1 } }],
        ['malformed JSON', 400, method, path, { ...credential, raw: '{"a":' }],
        ['a name given twice', 400, method, path, { ...credential, raw: '{"a":1,"a":2}' }],
        ['a body that is no object', 400, method, path, { ...credential, raw: 'null' }],
        ['another media type', 415, method, path, { ...credential, raw: 'a=b', type: 'text/plain' }],
        ['another character set', 415, method, path, { ...credential, raw: '{}', type: 'application/json; charset=latin1' }],
        ...Object.entries(bodyFields).map(([name, value]): InvalidRequest => [
          `another type of ${name}`,
          400,
          method,
          path,
          { ...credential, body: { ...bodyFields, [name]: ofAnotherType(value) } },
        ]),
      ];
      if (isBodyRequired) invalidRequests.push(['no body', 400, method, path, credential]);
      // Operations that take files use the same code for the limit, but testing them takes a hundred times as long.
      if (bodyLimit < 10_000_000)
        invalidRequests.push(['too long a body', 413, method, path, { ...credential, raw: ' '.repeat(bodyLimit + 1) }]);
      for (const one of invalidRequests) await askBoth(one);
    });
  }
  test('404, 405 and 406 for unknown paths, methods and media types', async () => {
    const credential = credentialOf(caller);
    const invalidRequests: InvalidRequest[] = [
      ['an unknown path', 404, method, `${path.split('?')[0]}/nonsense/nonsense/nonsense`, { ...credential, body }],
      ...undeclaredMethods.map((otherMethod): InvalidRequest => ['another method', 405, otherMethod, path, credential]),
    ];
    if (method === 'GET' || !undeclaredMethods.includes('GET')) invalidRequests.push(['the methods there are', 204, 'OPTIONS', path, {}]);
    if (responses.some(({ status }) => status === 406))
      invalidRequests.push(['an unacceptable type', 406, method, path, { ...credential, body, accept: 'image/png' }]);
    for (const one of invalidRequests) await askBoth(one);
  });
});

test('404 for a path that belongs to no area', async () => {
  for (const path of ['/', '/v1', '/v1/nonsense', '/v2/risks', '/api/v1/roles'])
    for (const accept of ['application/json', 'application/problem+json']) {
      if (path !== '/') await askBoth(['an unknown path', 404, 'GET', path, { accept }]);
    }
});
