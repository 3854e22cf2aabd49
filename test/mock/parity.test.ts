/** The same wrong request gets the same refusal from the mock and from the server, for each operation. There are no exceptions. */
import { beforeAll, describe, expect, test } from 'vitest';
import { call, type Caller, type Options, startApp } from '../support/app.ts';
import type { Operation } from '#generated/operations';
import { contract, sampledContract } from '../support/contract.ts';
import { startMock } from './start.ts';

const app = startApp();
let mock: string;
/** Nothing here changes anything, so one organization will do for all. */
let caller: Caller;
let ownerOnly: string;
beforeAll(async () => {
  mock = await startMock();
  caller = await app.callerForEverything();
  ({ token: ownerOnly } = await app.session(caller.organization, ['owner']));
});

type Wrong = readonly [what: string, status: number, method: string, path: string, options: Options];

/** Asks both. @returns the refusal of the server, which the mock's was found to be the same as */
async function askBoth([what, status, method, path, options]: Wrong) {
  const [real, mocked] = (await Promise.all([app.base, mock].map((base) => call(base, method, path, options)))).map((answer) =>
    refusalIn(answer),
  );
  expect([real?.status, mocked?.status], `${what}: ${method} ${path}`).toEqual([status, status]);
  expect(mocked, `${what}: ${method} ${path}`).toEqual(real);
}

function refusalIn({ status, headers, text, body }: Awaited<ReturnType<typeof call>>) {
  return {
    status,
    type: headers.get('content-type'),
    allow: headers.get('allow'),
    challenges: headers.get('www-authenticate'),
    varies: /(?:^|, )Accept(?:,|$)/.test(headers.get('vary') ?? ''),
    body: body ?? text,
  };
}

/** A value of a type that `value` is not of. */
function ofAnotherType(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? 7 : { nonsense: true };
}

describe.each(sampledContract)('$id', ({ method, path, template, parameters, bodies, responses, registry }) => {
  const { scope, credentials, paged, bodyLimit = 1_048_576 }: Operation = registry;
  const [body] = bodies;
  const and = (more: string) => `${path}${path.includes('?') ? '&' : '?'}${more}`;
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
    (other) => !contract.some((one) => one.template === template && one.method === other),
  );
  const bodyOf: object = Object(body);

  /** A session for an act of a person, or else a key. */
  function credentialOf({ organization: { id, key }, token }: Caller): Options {
    return 'requiresSession' in registry ? { bearer: token, headers: { 'X-Organization-Id': id } } : { key };
  }

  test('401 and 400 for credentials that will not do', async () => {
    if (scope !== 'organization') return;
    const { key } = caller.organization;
    const wrong: Wrong[] = [
      ['no credential', 401, method, path, { body }],
      ['no credential, as a problem', 401, method, path, { body, accept: 'application/problem+json' }],
      ['no credential, for the headers only', 401, method === 'GET' ? 'HEAD' : method, path, { body }],
      ['an empty key', 401, method, path, { body, headers: { 'X-API-Key': '' } }],
      ['another scheme', 401, method, path, { body, headers: { Authorization: 'Basic YTpi' } }],
    ];
    if (!credentials.includes('apiKeyAsBearer')) wrong.push(['a key as a bearer token', 401, method, path, { body, bearer: key }]);
    if (credentials.includes('session')) wrong.push(['a session without an organization', 400, method, path, { body, bearer: ownerOnly }]);
    if (credentials.includes('sessionCookie'))
      wrong.push(['a session cookie without an organization', 400, method, path, { body, headers: { Cookie: `session=${ownerOnly}` } }]);
    for (const one of wrong) await askBoth(one);
  });
  test('400 for parameters that will not do', async () => {
    const credential = credentialOf(caller);
    const wrong: Wrong[] = [
      ['an unknown query parameter', 400, method, and('nonsense=1'), { ...credential, body }],
      [
        'an unknown query parameter, as a problem',
        400,
        method,
        and('nonsense=1'),
        { ...credential, body, accept: 'application/problem+json' },
      ],
    ];
    for (const { name, example, in: place } of parameters)
      if (place === 'query' && ['number', 'boolean'].includes(typeof example))
        wrong.push([`another type of ${name}`, 400, method, and(`${name}=%21`), { ...credential, body }]);
    for (const { name, required, in: place } of parameters)
      if (place === 'query' && required) wrong.push([`no ${name}`, 400, method, path.split('?')[0] ?? '', { ...credential, body }]);
    if (template.endsWith('}')) wrong.push(['a path that is not UTF-8', 400, method, `${path}%E0%A4%A`, { ...credential, body }]);
    if (paged) wrong.push(['a cursor of nowhere', 400, method, and('cursor=nonsense'), { ...credential, body }]);
    if (method !== 'GET' && !('body' in registry)) wrong.push(['a body', 400, method, path, { ...credential, body: {} }]);
    for (const one of wrong) await askBoth(one);
  });
  if (body !== undefined) {
    test('400, 413 and 415 for bodies that will not do', async () => {
      const credential = credentialOf(caller);
      const wrong: Wrong[] = [
        ['an unknown field', 400, method, path, { ...credential, body: { ...bodyOf, nonsense: 1 } }],
        ['malformed JSON', 400, method, path, { ...credential, raw: '{"a":' }],
        ['a name given twice', 400, method, path, { ...credential, raw: '{"a":1,"a":2}' }],
        ['a body that is no object', 400, method, path, { ...credential, raw: 'null' }],
        ['no body', 400, method, path, credential],
        ['another media type', 415, method, path, { ...credential, raw: 'a=b', type: 'text/plain' }],
        ['another character set', 415, method, path, { ...credential, raw: '{}', type: 'application/json; charset=latin1' }],
        ...Object.entries(bodyOf).map(([name, value]): Wrong => [
          `another type of ${name}`,
          400,
          method,
          path,
          { ...credential, body: { ...bodyOf, [name]: ofAnotherType(value) } },
        ]),
      ];
      // Where whole files are taken the limit is the same code, and a hundred times the time.
      if (bodyLimit < 10_000_000) wrong.push(['too long a body', 413, method, path, { ...credential, raw: ' '.repeat(bodyLimit + 1) }]);
      for (const one of wrong) await askBoth(one);
    });
  }
  test('404, 405 and 406 for what there is not', async () => {
    const credential = credentialOf(caller);
    const wrong: Wrong[] = [
      ['an unknown path', 404, method, `${path.split('?')[0]}/nonsense/nonsense/nonsense`, { ...credential, body }],
      ...others.map((other): Wrong => ['another method', 405, other, path, credential]),
    ];
    if (method === 'GET' || !others.includes('GET')) wrong.push(['the methods there are', 204, 'OPTIONS', path, {}]);
    if (responses.some(({ status }) => status === 406))
      wrong.push(['an unacceptable type', 406, method, path, { ...credential, body, accept: 'image/png' }]);
    for (const one of wrong) await askBoth(one);
  });
});

test('404 for a path of no area', async () => {
  for (const path of ['/', '/v1', '/v1/nonsense', '/v2/risks', '/api/v1/roles'])
    for (const accept of ['application/json', 'application/problem+json']) {
      if (path !== '/') await askBoth(['an unknown path', 404, 'GET', path, { accept }]);
    }
});
