/** Connecting providers: testing credentials, validation and rejections. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { providers } from '#providers/providers/index';
import { listenOn, call as send, startApp, testConfig } from '../../support/app.ts';
import { connectionPath, checkRuns, connect, connectList, people, expectRequestError } from '../../support/integrations.ts';
import { readLog } from '../../support/log.ts';
import { directory, standIn } from '../../support/stand-in.ts';

const app = startApp();
const url = '/v1/integrations/connections';

describe('createIntegrationConnection', () => {
  test('201 after testing the credentials, with the location of the connection; checks wait for required variables (rule 3)', async () => {
    const { call } = await app.caller();
    const server = await standIn(() => ({ json: {} }));
    const connection = await call('POST', url, {
      body: { providerSlug: 'http-json', credentials: { baseUrl: server.url, api_key: 'k3y' } },
    });
    expect(connection).toMatchObject({ status: 201 });
    expect(connection.headers.get('location')).toBe(connectionPath(connection.body.id));
    expect(server.asked).toMatchObject([{ path: '/', headers: { authorization: 'Bearer k3y' } }]);
    expect(await checkRuns(call, connection.body.id)).toEqual([]);
    expect((await call('GET', connectionPath(connection.body.id))).body).toEqual(connection.body);
  });
  test('201, and the first checks run once every required variable is set (rule 3)', async () => {
    const { call } = await app.caller();
    const server = await standIn(() => ({ json: {} }));
    const { id } = await connect(call, 'http-json', { baseUrl: server.url }, { variables: { endpoint_path: '/health' } });
    const runs = await checkRuns(call, id);
    expect(runs.map(({ triggeredBy }: { triggeredBy: string }) => triggeredBy)).toEqual(['connect', 'connect', 'connect']);
    expect((await call('GET', connectionPath(id))).body.lastSyncAt).toEqual(expect.any(String));
  });
  test('201 connects with a user name and a password', async () => {
    const { call } = await app.caller();
    const server = await standIn(({ headers }) => ({
      status: headers.authorization === `Basic ${Buffer.from('ada:pässword').toString('base64')}` ? 200 : 401,
    }));
    expect(await connect(call, 'http-json-basic', { baseUrl: server.url, username: 'ada', password: 'pässword' })).toMatchObject({
      authStrategy: 'basic',
    });
  });
  test('201 uses the access token of the credential test for later requests, too', async () => {
    const { call } = await app.caller();
    const scim = await directory([{ userName: 'ada@example.com' }]);
    const connection = await connect(call, 'scim-directory', scim.credentials);
    await checkRuns(call, connection.id);
    expect(scim.fetched).toBe(1);
    expect(connection).toMatchObject({ authStrategy: 'oauth2', metadata: { host: `127.0.0.1:${scim.server.port}` } });
  });
  test('404 for an unknown provider', async () => {
    const { call } = await app.caller();
    await expectRequestError(call, 'POST', url, { providerSlug: 'none' }, 404, 'Provider not found');
  });
  test.each([
    [
      'a field that is missing',
      'scim-directory',
      { clientId: 'a', tokenUrl: 'https://login.example.com', baseUrl: 'https://scim.example.com', clientSecret: '' },
      {},
      { 'credentials.clientSecret': ['is required'] },
    ],
    [
      'a field that there is not',
      'http-json',
      { baseUrl: 'https://example.com', token: 'x' },
      {},
      { 'credentials.token': ["Unknown field 'token'"] },
    ],
    [
      '__proto__',
      'http-json',
      JSON.parse('{"baseUrl":"https://example.com","__proto__":"x"}'),
      {},
      { ['credentials.__proto__']: ["Unknown field '__proto__'"] },
    ],
    ['a list where a text belongs', 'http-json', { baseUrl: ['https://example.com'] }, {}, { 'credentials.baseUrl': ['must be a string'] }],
    [
      'an address that is none',
      'http-json',
      { baseUrl: 'ftp://example.com' },
      {},
      { 'credentials.baseUrl': ['must be an address that begins with http:// or https://'] },
    ],
    [
      'an address with a password',
      'http-json',
      { baseUrl: 'https://a:b@example.com' },
      {},
      { 'credentials.baseUrl': ['must be an address that begins with http:// or https://'] },
    ],
    [
      'a key of two lines',
      'http-json',
      { baseUrl: 'https://example.com', Authorization: 'a\r\nX-Other: b' },
      {},
      { 'credentials.Authorization': ['must be one line of text'] },
    ],
    [
      'neither of two fields',
      'csv-people',
      {},
      {},
      { 'credentials.csv': ['must be set if url is not set, and must not be set otherwise'] },
    ],
    [
      'both of two fields',
      'csv-people',
      { csv: people, url: 'https://example.com' },
      {},
      { 'credentials.csv': ['must be set if url is not set, and must not be set otherwise'] },
    ],
    [
      'a variable that there is not, and one of another type',
      'csv-people',
      { csv: people },
      { color: 'red', is_directory: 'yes' },
      { 'variables.color': ["Unknown field 'color'"], 'variables.is_directory': ['must be true or false'] },
    ],
  ])('400 for %s, before any request to the provider', async (_case, providerSlug, credentials, variables, errors) => {
    const { call } = await app.caller();
    const answer = await call('POST', url, { body: { providerSlug, credentials, variables } });
    expect(answer.status, answer.text).toBe(400);
    expect(JSON.parse(answer.text).details).toEqual(
      Object.fromEntries(Object.entries(errors).map(([field, messages]) => [field, expect.objectContaining({ _errors: messages })])),
    );
  });
  test('409 for a second connection to a provider that allows one, also when created concurrently (rule 1)', async () => {
    const { call, organization } = await app.caller();
    const scim = await directory();
    const body = { providerSlug: 'scim-directory', credentials: scim.credentials };
    const answers = await Promise.all(Array.from({ length: 4 }, () => call('POST', url, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    await expectRequestError(call, 'POST', url, body, 409, 'The provider is already connected');
    expect((await call('GET', url)).body.data).toHaveLength(1);
    expect(
      await app.database.system.selectFrom('integration_credential').select('id').where('organization_id', '=', organization.id).execute(),
    ).toHaveLength(1);
  });
  test('409 for a second inventory of a cloud that allows one connection, also when created concurrently (rule 1)', async () => {
    const { call } = await app.caller();
    const manifest = providers.find('aws') ?? expect.unreachable();
    onTestFinished(() => void Object.assign(manifest, { supportsMultipleConnections: true }));
    Object.assign(manifest, { supportsMultipleConnections: false });
    const body = { providerSlug: 'aws', mode: 'inventory' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => call('POST', url, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    await expectRequestError(call, 'POST', url, body, 409, 'The provider is already connected');
    expect((await call('GET', url)).body.data).toHaveLength(1);
  });
  test('201 for several connections to a provider that allows them, and for a new connection after disconnecting', async () => {
    const { call } = await app.caller();
    await connectList(call);
    await connectList(call);
    const scim = await directory();
    const first = await connect(call, 'scim-directory', scim.credentials);
    await call('POST', connectionPath(first.id, '/disconnect'));
    await connect(call, 'scim-directory', scim.credentials);
  });
  test('422 with the reason when the provider rejects the credentials; nothing is stored, and no secret is shown', async () => {
    const { call, organization } = await app.caller();
    const scim = await directory();
    const rejectedBody = { providerSlug: 'scim-directory', credentials: { ...scim.credentials, clientSecret: 'wr0ng-s3cret' } };
    await expectRequestError(call, 'POST', url, rejectedBody, 422, 'Credential test failed: The token endpoint answered 401');
    const page = await standIn(() => ({ status: 403 }));
    expect(await call('POST', url, { body: { providerSlug: 'http-json', credentials: { baseUrl: page.url } } })).toMatchObject({
      status: 422,
      body: { error: 'Credential test failed: The address answered 403' },
    });
    expect(await call('POST', url, { body: { providerSlug: 'csv-people', credentials: { csv: 'name\nAda' } } })).toMatchObject({
      status: 422,
      body: { error: 'Credential test failed: The list has no column email' },
    });
    expect(await call('POST', url, { body: { providerSlug: 'http-json', credentials: { baseUrl: 'http://127.0.0.1:1' } } })).toMatchObject({
      status: 422,
      body: { error: 'Credential test failed: 127.0.0.1:1 could not be reached (ECONNREFUSED)' },
    });
    expect((await call('GET', url)).body.data).toEqual([]);
    const logEntries = await readLog(app.database, organization.id);
    expect(logEntries.map(({ action, entityId }) => [action, entityId])).toEqual(
      Array.from({ length: 5 }, () => ['Failed to connect integration', null]),
    );
    expect(logEntries.at(-1)?.changes).toEqual({
      provider: { previous: null, current: 'http-json' },
      addresses: { previous: null, current: ['baseUrl: http://127.0.0.1:1/'] },
      reason: { previous: null, current: '127.0.0.1:1 could not be reached (ECONNREFUSED)' },
    });
    expect(JSON.stringify(logEntries)).not.toContain('wr0ng');
  });
  test('422 for private addresses unless the installation allows them (rule 13)', async () => {
    const { base } = await listenOn(app.database, testConfig({ ALLOWED_NETWORKS: '' }));
    const { organization } = await app.caller();
    const server = await standIn(() => ({}));
    for (const baseUrl of [
      server.url,
      `http://localhost:${server.port}`,
      `http://2130706433:${server.port}`,
      `http://[::ffff:127.0.0.1]:${server.port}`,
      'http://169.254.169.254',
      'http://10.0.0.1',
      'http://[::1]',
      'http://0.0.0.0',
    ]) {
      const answer = await send(base, 'POST', url, {
        key: organization.key,
        body: { providerSlug: 'http-json', credentials: { baseUrl } },
      });
      expect(answer, answer.text).toMatchObject({
        status: 422,
        body: { error: expect.stringMatching(/^Credential test failed: the address of .* is not allowed$/) },
      });
    }
    const listResponse = await send(base, 'POST', url, {
      key: organization.key,
      body: { providerSlug: 'csv-people', credentials: { url: `${server.url}/people.csv` } },
    });
    const tokenResponse = await send(base, 'POST', url, {
      key: organization.key,
      body: {
        providerSlug: 'scim-directory',
        credentials: { clientId: 'a', clientSecret: 'b', tokenUrl: server.url, baseUrl: 'https://example.com' },
      },
    });
    expect([listResponse.status, tokenResponse.status]).toEqual([422, 422]);
    expect(server.asked).toEqual([]);
  });
  test('201 logs the connection with the entity type integration, without values of credentials (rule 14)', async () => {
    const { call, organization } = await app.caller();
    const { id } = await connectList(call, undefined, { variables: { is_directory: true }, metadata: { connectionName: ' Staff ' } });
    expect(await readLog(app.database, organization.id)).toMatchObject([
      {
        entityType: 'integration',
        entityId: id,
        action: 'Connected integration',
        changes: {
          provider: { previous: null, current: 'csv-people' },
          connectionName: { previous: null, current: 'Staff' },
          credentials: { previous: null, current: '[REDACTED]' },
          'variables.is_directory': { previous: null, current: true },
        },
      },
    ]);
  });
  test('201 again for the same Idempotency-Key sends one request to the provider and creates one connection', async () => {
    const { call } = await app.caller();
    const server = await standIn(() => ({}));
    const create = () =>
      call('POST', url, {
        body: { providerSlug: 'http-json', credentials: { baseUrl: server.url } },
        headers: { 'Idempotency-Key': 'connect' },
      });
    const [first, second] = [await create(), await create()];
    expect([first.status, second.body]).toEqual([201, first.body]);
    expect(server.asked).toHaveLength(1);
    expect((await call('GET', url)).body.data).toHaveLength(1);
  });
});
