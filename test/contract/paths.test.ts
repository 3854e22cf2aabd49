/**
 * No spelling of a path parameter reaches another operation, over HTTP or through the client. Sends about 35,000 requests, which takes a
 * minute on two busy cores.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#generated/client';
import { fillOrganization } from '#demonstration/load';
import { newId } from '#platform/database/ids';
import { newKey } from '#platform/identity/keys';
import { startMock } from '../mock/start.ts';
import { send } from '../properties/wire.ts';
import { startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { everyPermission, newMember } from '../support/organization.ts';
import { fingerprint } from '../tenancy/organizations.ts';

const app = startApp();
/** An organization with records of every area, and the session of a member with every permission. */
let organization: { readonly id: string; readonly accounts: string[] };
let token: string;
beforeAll(async () => {
  const id = newId('org');
  await app.database.system.transaction().execute(async (db) => {
    await fillOrganization(db, id, app.ports, newKey());
    await db.updateTable('organization').set({ slug: id }).where('id', '=', id).execute();
  });
  const member = await newMember(app.database, id, everyPermission);
  organization = { id, accounts: [member.userId] };
  ({ token } = await app.session({ id }, member));
});

type Operation = (typeof contract)[number];
const withParameters = contract.filter(({ template }) => template.includes('{'));
const parameterNames = ({ template }: Operation) => [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const exampleOf = ({ parameters }: Operation, name: string) => String(parameters.find((one) => one.name === name)?.example);
/** @param values replace the examples of the path parameters, without further encoding */
const pathOf = (operation: Operation, values: Readonly<Record<string, string>> = {}) =>
  operation.template.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? encodeURIComponent(exampleOf(operation, name)));

/** Segments that a client, a proxy or a server might interpret as no segment, another segment, or two segments. */
const segments = [
  ...['', '.', '..', '%2e', '%2E', '%2e%2e', '.%2e', '%2E.'],
  ...['a%2fb', '%2F', '..%2f..', 'x%2f%2e%2e', 'a\\b', 'a%5cb', '..%5C..', '%ff%2f'],
];
/** @returns other spellings of the path that would match the operation after normalization */
function spellings(operation: Operation): string[] {
  const path = pathOf(operation);
  const lastFixedIndex = operation.template.split('/').findLastIndex((segment) => !segment.startsWith('{'));
  const encoded = path.split('/').map((segment, index) => (index === lastFixedIndex ? segment.replace(/./, percentEncode) : segment));
  return [
    ...['/', '//', '/.', '/x/..', '/%2e', '/%2E%2e', '%2f', '%5c', '\\'].map((end) => path + end),
    ...['/v1//', '/v1/./', '/v1/x/../', '/v1%2f', '/%761/', '/v1\\', '//v1/'].map((start) => path.replace('/v1/', start)),
    encoded.join('/'),
  ];
}
const percentEncode = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;

/** @returns the requests whose answers differ from the answer for an unknown path */
async function findUnexpected(base: string, requests: readonly (readonly [method: string, path: string])[]): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}`, 'x-organization-id': organization.id };
  const unexpectedAnswers: string[] = [];
  for (const [method, path] of requests) {
    const body = method === 'GET' || method === 'DELETE' ? undefined : '{}';
    const { status, text } = await send(base, { method, path, headers, body });
    if (status !== 404 || !/^\{"success":false,"error":"Not found"(?:,"code":"not_found")?\}$/.test(text))
      unexpectedAnswers.push(`${method} ${path}: ${status} ${text.slice(0, 80)}`);
  }
  return unexpectedAnswers;
}
const requestsWithBadSegments = withParameters.flatMap((operation) =>
  parameterNames(operation).flatMap((name) =>
    segments.flatMap((segment): [string, string][] => [[operation.method, pathOf(operation, { [name]: segment })]]),
  ),
);
const requestsWithOtherSpellings = contract.flatMap((operation) =>
  spellings(operation).map((path): [string, string] => [operation.method, path]),
);
const withAlias = ([method, path]: readonly [string, string]): [string, string][] =>
  /^\/v1\/(?:risks|employees)\//.test(path) ? [[method, `/api${path}`]] : [];

async function expectUnchanged(work: () => Promise<void>): Promise<void> {
  const fingerprintBefore = await fingerprint(app, organization);
  await work();
  expect(await fingerprint(app, organization)).toEqual(fingerprintBefore);
}

describe('over the wire', () => {
  test('404 for each parameter of each operation in each invalid form, and no row changes', async () => {
    await expectUnchanged(async () => {
      expect(await findUnexpected(app.base, [...requestsWithBadSegments, ...requestsWithBadSegments.flatMap(withAlias)])).toEqual([]);
    });
  }, 300_000);
  test('404 for each operation in another spelling, and no row changes', async () => {
    await expectUnchanged(async () => {
      expect(await findUnexpected(app.base, [...requestsWithOtherSpellings, ...requestsWithOtherSpellings.flatMap(withAlias)])).toEqual([]);
    });
  }, 300_000);
  test('404 for deletions with the invalid forms of parameters in an absolute request target', async () => {
    const requests = requestsWithBadSegments
      .filter(([method]) => method === 'DELETE')
      .map(([method, path]): [string, string] => [method, `http://compliance.example.com${path}`]);
    await expectUnchanged(async () => expect(await findUnexpected(app.base, requests)).toEqual([]));
  }, 300_000);
  test('404 from the mock for the same invalid forms and spellings', async () => {
    expect(await findUnexpected(await startMock(), [...requestsWithBadSegments, ...requestsWithOtherSpellings])).toEqual([]);
  }, 300_000);
  test('200 for a value with an unnecessarily encoded character', async () => {
    const { call } = await app.caller();
    const { body } = await call('POST', '/v1/roles', { body: { name: 'Reader', permissions: { risk: ['read'] } } });
    const encoded = [...String(body.id)].map(percentEncode).join('');
    expect(await call('GET', `/v1/roles/${encoded}`)).toMatchObject({ status: 200, body: { id: body.id } });
  });
  test('404 for other spellings of pages, files and the reference', async () => {
    for (const path of [
      '/docs/../openapi.json',
      '/docs//',
      '/docs/%2e',
      '/problems/%2e%2e',
      '/files/%2e%2e/a',
      '/logos/x%2fy.svg',
      '//openapi.json',
    ])
      expect((await send(app.base, { method: 'GET', path, headers: {} })).status, path).toBe(404);
    expect((await send(app.base, { method: 'GET', path: '/docs/', headers: {} })).status).toBe(200);
  });
});

describe('through the client', () => {
  /** Values that an untyped caller may pass. */
  const values: readonly unknown[] = [
    ...['', '.', '..', '%2e', '%2E%2e', '.%2e', '%252e%252e', ' ', '\t..', '.\n.', 'a/b', '/', '../..', 'a\\b', '..%2f', 'a%5Cb'],
    ...['..;', '..;a=b', '.;', '%2e%2e%3b', '..%253Bx', '. .;'],
    ...[undefined, null, Number.NaN, true, {}, ['a', 'b']],
  ];
  test('throws a TypeError that names the parameter, for each parameter of each operation, before anything is sent', async () => {
    const sentRequests: string[] = [];
    const client = createClient({
      baseUrl: app.base,
      session: token,
      organizationId: organization.id,
      fetch: (request) => {
        sentRequests.push(`${request.method} ${request.url}`);
        return fetch(request);
      },
    });
    const callUntyped = (name: string, path: string, input: object): Promise<unknown> =>
      name === 'list'
        ? Reflect.apply(client.list, client, [path, input]).next()
        : Reflect.apply(Reflect.get(client, name), client, [path, input]);
    await expectUnchanged(async () => {
      for (const operation of withParameters)
        for (const name of parameterNames(operation))
          for (const value of values)
            for (const verb of [operation.method, ...(operation.method === 'GET' ? ['list', 'page', 'download'] : [])]) {
              const path = {
                ...Object.fromEntries(parameterNames(operation).map((one) => [one, exampleOf(operation, one)])),
                [name]: value,
              };
              const failure = await callUntyped(verb, operation.template, { params: { path } }).catch((error: unknown) => error);
              expect(failure, `${operation.id} ${name} ${JSON.stringify(value)}`).toBeInstanceOf(TypeError);
              expect(String(failure)).toContain(`"${name}"`);
            }
      expect(sentRequests).toEqual([]);
    });
  }, 300_000);
  test.each([
    '/v1/risks/{id}',
    '/v1/risks/',
    '/v1/risks/..',
    '/v1/risks/%2e%2E',
    '/v1/risks//tasks',
    '/v1/risks/a\\..',
    '/v1/risks/.\t.',
    '/v1/risks/a?b',
    '/v1/risks/a#b',
    '/v1/risks/a%2f..',
    '/v1/risks/{id',
    'v1/risks',
    '',
  ])('throws a TypeError for the path %j', async (path) => {
    const client = createClient({ baseUrl: app.base, fetch: () => Promise.reject(new Error('sent')) });
    await expect(Reflect.apply(client.GET, client, [path])).rejects.toThrow(TypeError);
  });
  test.each(['?', '#', '/?tenant=1', '/api#', '?x=/v1'])('throws a TypeError for a base URL that ends in %j', (end) => {
    const fetch = () => Promise.reject(new Error('sent'));
    expect(() => createClient({ baseUrl: `${app.base}${end}`, fetch })).toThrow(TypeError);
  });
  test('200 for a value with any other character', async () => {
    const { organization: otherOrganization } = await app.caller();
    const client = createClient({ baseUrl: app.base, apiKey: otherOrganization.key });
    for (const id of ['a b', 'ä', '100%', '{id}', '$&', '...', '.a', 'a?b#c', 'me:1']) {
      const { error, response } = await client.GET('/v1/roles/{roleId}', { params: { path: { roleId: id } } });
      expect([response.url, error?.code]).toEqual([`${app.base}/v1/roles/${encodeURIComponent(id)}`, 'role_not_found']);
    }
  });
});
