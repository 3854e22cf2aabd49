/** Requirements of the interface specification for all operations (spec/claims.tsv), in loops over the contract. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '#generated/operations';
import type { Database } from '#platform/database/open';
import { call, listenOn, openTestDatabase, startApp, testConfig } from '../support/app.ts';
import { contract, document, resolve } from '../support/contract.ts';
import { newOrganization } from '../support/organization.ts';

const app = startApp();
interface Server {
  readonly url: string;
  readonly variables: object;
}
const {
  info,
  servers,
  components,
  paths,
}: {
  info: { version: string; description: string };
  servers: readonly Server[];
  components: { securitySchemes: object; schemas: object };
  paths: Record<string, { servers?: readonly Server[] }>;
} = JSON.parse(JSON.stringify(document));
const isAliased = ({ registry: { area } }: (typeof contract)[number]) => area === 'risks' || area === 'employees';

/** Yields every property of every schema: its name, its schema and its path. */
function* properties(value: unknown, where: string): Generator<[name: string, schema: object, where: string]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'properties') for (const [name, schema] of Object.entries(Object(inner))) yield [name, Object(schema), `${where}.${name}`];
    if (key !== 'examples' && key !== 'example') yield* properties(inner, Array.isArray(value) ? where : `${where}.${key}`);
  }
}
const allProperties = [...properties(components.schemas, '')];
const typesOf = (schema: object) => ('type' in schema ? [schema.type].flat().filter((type) => type !== 'null') : []);

describe('the contract', () => {
  test('has version 1.0 and all its paths under /v1, relative to one base address', () => {
    expect(info.version).toBe('1.0');
    expect(servers.map(({ url }) => url)).toEqual(['{base_url}']);
    expect(Object.keys(paths).filter((path) => !/^\/v1(\/|$)/.test(path))).toEqual([]);
  });
  test('speaks JSON: every request, every error, and every success that is no file', () => {
    const documents =
      /^(\*\/\*|application\/(pdf|zip|x-ndjson|oscal\+json|vnd\.openxmlformats-officedocument\.(spreadsheetml\.sheet|wordprocessingml\.document))|text\/(csv|markdown)|image\/svg\+xml)$/;
    const packages = /^(application\/(octet-stream|vnd\.debian\.binary-package|x-apple-diskimage)|text\/yaml)$/;
    const isFile = (type: string) => documents.test(type) || packages.test(type);
    const responseTypes = contract.flatMap(({ id, responses }) =>
      responses.flatMap(({ status, answer: { content = {} } }) => Object.keys(content).map((type) => ({ id, status, type }))),
    );
    expect(responseTypes.length).toBeGreaterThan(contract.length);
    expect(
      responseTypes.filter(({ status, type }) => !(/^application\/(problem\+)?json$/.test(type) || (status < 300 && isFile(type)))),
    ).toEqual([]);
    const requestTypes = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .flatMap((operation) => Object.keys(operation && 'requestBody' in operation ? (operation.requestBody?.content ?? {}) : {}));
    // An upload sends the bytes of a file as `*/*`, before the request that refers to the file.
    expect([...new Set(requestTypes)]).toEqual(['application/json', '*/*']);
  });
  test('has timestamps as date-times of ISO 8601', () => {
    const timestamps = allProperties.filter(([name, schema]) => /(At|timestamp)$/.test(name) && !('enum' in schema)); // enum: time spans
    expect(timestamps.length).toBeGreaterThan(10);
    // A request may contain a date where a time is expected.
    const alternatives = (schema: object): object[] => {
      const inner = 'anyOf' in schema ? schema.anyOf : 'oneOf' in schema ? schema.oneOf : undefined;
      return Array.isArray(inner) ? inner.map(Object).flatMap((one) => alternatives(resolve(one))) : [schema];
    };
    expect(
      timestamps
        .filter(
          ([, schema]) =>
            !alternatives(resolve(schema)).some(
              (form) => typesOf(form).join() === 'string' && 'format' in form && form.format === 'date-time',
            ),
        )
        .map(([, , where]) => where),
    ).toEqual([]);
  });
  test('has identifiers as strings, in paths too', () => {
    const ids = allProperties.filter(([name]) => /^id$|Id$/.test(name) && name !== 'deviceMgmtLabelId'); // a number by specification
    expect(ids.length).toBeGreaterThan(10);
    expect(ids.filter(([, schema]) => !('$ref' in schema) && typesOf(schema).join() !== 'string').map(([, , where]) => where)).toEqual([]);
    expect(
      contract
        .flatMap(({ parameters }) => parameters)
        .filter((parameter) => parameter.in === 'path' && !/"string"|"\$ref"/.test(JSON.stringify(parameter))),
    ).toEqual([]);
  });
  test('is authenticated by an API key in X-API-Key wherever a credential is needed, but by devices', () => {
    expect(components.securitySchemes).toMatchObject({ apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } });
    const withoutKey = contract.filter(
      ({ registry }) => registry.scope === 'organization' && !registry.credentials.some((name) => name === 'apiKey'),
    );
    expect(
      withoutKey.filter(({ registry: { area } }: { registry: { area: string } }) => area !== 'device-agent').map(({ id }) => id),
    ).toEqual([]);
  });
  test('tells to keep keys on a server', () => {
    expect(info.description).toMatch(/belong on a\s+server, never in a browser/);
  });
  test('has what an organization is made of: profile, API keys, logos, ownership', () => {
    expect(Object.keys(operations)).toEqual(
      expect.arrayContaining([
        'getOrganization',
        'updateOrganization',
        'listApiKeys',
        'createApiKey',
        'revokeApiKey',
        'uploadOrganizationLogo',
        'deleteOrganizationLogo',
        'transferOrganizationOwnership',
      ]),
    );
  });
  test.each([
    ['webhooks', /^(web)?hooks?$/],
    ['internal tooling', /^(internal|debug|tooling|tools)$/],
    ['platform administration', /^(platform|admin|platform-admin(istration)?)$/],
    ['health checks', /^(health(z|-checks?)?|readyz|livez|ping)$/],
    ['an assistant', /^(assistants?|chats?|copilot)(-|$)/],
    ['browser automation', /^browser(-|$)/],
    ['the session of the application', /^(sessions?|sign-?(in|out|up)|log-?(in|out))$/],
  ])('has nothing of %s', (_what, words) => {
    // Sessions of the device agent are not sessions of the application. Signing out everywhere ends sessions that others issue.
    // Administrators of an organization decide about access to its trust portal.
    const otherPaths = Object.keys(paths).filter(
      (path) => path !== '/v1/me/sign-out' && !path.startsWith('/v1/device-agent/') && !path.startsWith('/v1/trust-access/admin/'),
    );
    expect(otherPaths.filter((path) => path.split('/').some((segment) => words.test(segment)))).toEqual([]);
  });
});

describe('addresses', () => {
  test('employees and risks have a second one at the application, which every installation names itself; others have not', () => {
    const urls = (path: string) => paths[path]?.servers?.map(({ url }) => url) ?? [];
    for (const operation of contract)
      expect(urls(operation.template), operation.id).toEqual(isAliased(operation) ? ['{base_url}', '{app_url}/api'] : []);
    const namedServers = Object.values(paths)
      .flatMap((item) => item.servers ?? [])
      .filter(({ url }) => url.startsWith('{app_url}'));
    for (const { variables } of namedServers)
      expect(variables).toEqual({ app_url: { default: expect.any(String), description: expect.any(String) } });
  });
  test.each(contract.filter(isAliased))('$id answers under /v1 and /api/v1 alike', async ({ method, template, path, bodies }) => {
    const answers = [];
    for (const prefix of ['', '/api']) {
      const { call: ask } = await app.caller();
      const { status, body } = await ask(method, prefix + path, { body: bodies[0] });
      answers.push({ status, error: body?.error, fields: Object.keys(body?.data ?? {}) });
    }
    expect(answers[1], template).toEqual(answers[0]);
    expect(answers[0]).not.toMatchObject({ error: 'Not found' });
  });
  test('404 for every other operation under /api/v1', async () => {
    const answeredPaths = [];
    for (const { id, method, path } of contract.filter((operation) => !isAliased(operation)))
      answeredPaths.push({ id, status: (await app.call(method, `/api${path}`)).status });
    expect(answeredPaths.filter(({ status }) => status !== 404)).toEqual([]);
  });
});

describe('an installation with its own URLs', () => {
  let database: Database;
  let base: string;
  beforeAll(async () => {
    database = await openTestDatabase();
    ({ base } = await listenOn(database, testConfig({ BASE_URL: 'https://compliance.example.org', APP_URL: 'https://app.example.org' })));
  });
  afterAll(() => database.close());

  test('200 returns the contract with the URLs of the installation, also for the reference', async () => {
    for (const path of ['/openapi.json', '/docs/openapi.json']) {
      const answer = await call(base, 'GET', path, {});
      const servedDocument: { servers: readonly Server[]; paths: Record<string, { servers?: readonly Server[] }> } = answer.body;
      const serverVariables = [servedDocument, ...Object.values(servedDocument.paths)].flatMap(({ servers = [] }) =>
        servers.map(({ variables }) => variables),
      );
      expect(serverVariables.length).toBeGreaterThan(2);
      for (const [name, { default: address }] of serverVariables.flatMap((variables) => Object.entries(variables)))
        expect(address).toBe(name === 'base_url' ? 'https://compliance.example.org' : 'https://app.example.org');
      expect({ ...servedDocument, servers, paths }).toEqual({ ...JSON.parse(JSON.stringify(document)), servers, paths });
    }
  });
  test('201 for a page at its own application address, 403 for one elsewhere', async () => {
    const { key } = await newOrganization(database);
    const add = (origin: string) =>
      call(base, 'POST', '/api/v1/employees', { key, headers: { Origin: origin }, body: { name: 'Ada Marsh', email: 'ada@example.com' } });
    expect(await add('https://app.example.org')).toMatchObject({ status: 201 });
    expect(await add('https://app.example.com')).toMatchObject({ status: 403 });
  });
});

test('401 for the key as a bearer, but on employees and risks', async () => {
  const { organization } = await app.caller();
  const headers = { 'X-Organization-Id': organization.id };
  for (const operation of contract.filter(({ registry }) => registry.scope === 'organization')) {
    const { status } = await app.call(operation.method, operation.path, { bearer: organization.key, headers, body: operation.bodies[0] });
    expect({ id: operation.id, refused: status === 401 }).toEqual({ id: operation.id, refused: !isAliased(operation) });
  }
});
