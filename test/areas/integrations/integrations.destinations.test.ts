/** Stored secrets are sent only to the addresses they were entered for (integrations, rules 14 and 20). */
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loggableAddresses } from '#providers/destinations';
import { manifestFieldsOf } from '#providers/credential-fields';
import type { Manifest } from '#providers/manifest';
import { providers } from '#providers/providers/index';
import { startApp } from '../../support/app.ts';
import { connectionPath, checkRuns, connect, getCheckRun, runChecks, setVariables } from '../../support/integrations.ts';
import { readLog } from '../../support/log.ts';
import { newApiKey } from '../../support/organization.ts';
import { directory, standIn } from '../../support/stand-in.ts';
import { sampleOf, storeConnection, storedSamplesOf } from '../../support/stored-connections.ts';

const app = startApp();
const storedAddress = new URL('https://stored.example.com');

/** A server that accepts every protocol and records what it receives. */
const otherServer = { address: storedAddress, received: '', connections: 0 };
const listener = net.createServer((socket) => {
  otherServer.connections += 1;
  socket
    .on('error', () => undefined)
    .on('data', (data) => {
      otherServer.received += data.toString('latin1');
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  otherServer.address = new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
afterAll(() => void listener.close());

const fieldsOf = (manifest: Manifest, ...roles: string[]) => manifestFieldsOf(manifest).filter(({ role }) => roles.includes(role));
const cases = providers.all.flatMap((manifest) =>
  fieldsOf(manifest, 'secret').length
    ? fieldsOf(manifest, 'destination').map((field) => [manifest.slug, field.id, manifest, field] as const)
    : [],
);
const versionsOf = (id: string) =>
  app.database.system.selectFrom('integration_credential').select(['id', 'version']).where('connection_id', '=', id).execute();

describe('replaceIntegrationCredentials (rule 20)', () => {
  test('has test cases for every provider with secrets, except providers with fixed addresses', () => {
    const fixed = providers.all.filter((manifest) => fieldsOf(manifest, 'secret').length && !fieldsOf(manifest, 'destination').length);
    expect(fixed.map(({ slug }) => slug)).toEqual(['gcp']);
    expect(new Set(cases.map(([slug]) => slug))).toEqual(
      new Set(['aws', 'azure', 'git-server', 'http-json', 'http-json-basic', 'ldap-directory', 'object-storage', 'scim-directory']),
    );
  });
  test.each(cases)(
    '400 when a request for %s changes the field %s and omits the secrets, and no secret is sent',
    async (_slug, id, manifest, field) => {
      const { organization } = await app.caller();
      const { key } = await newApiKey(app.database, organization.id, { scopes: ['integration:update'] });
      const credentials = storedSamplesOf(manifest, storedAddress);
      const connectionId = await storeConnection(app, organization.id, manifest, credentials);
      const versions = await versionsOf(connectionId);
      const connectionsBefore = otherServer.connections;
      const value = sampleOf(manifest, field, 1, otherServer.address);
      const answer = await app.call('PUT', connectionPath(connectionId, '/credentials'), { key, body: { credentials: { [id]: value } } });
      expect(answer, answer.text).toMatchObject({ status: 400 });
      for (const secret of fieldsOf(manifest, 'secret'))
        expect(answer.body.details[`credentials.${secret.id}`]).toMatchObject({ _errors: [`must be sent again because ${id} changes`] });
      expect(otherServer.connections).toBe(connectionsBefore);
      expect(await versionsOf(connectionId)).toEqual(versions);
      const logEntries = await readLog(app.database, organization.id);
      expect(logEntries).toMatchObject([
        {
          entityId: connectionId,
          action: 'Failed to replace credentials of integration',
          changes: {
            addresses: { current: expect.arrayContaining([expect.stringMatching(`^${id}: `)]) },
            replacedFields: { current: [id] },
            reason: { current: `The secrets must be sent again because ${id} changes` },
          },
        },
      ]);
      expect(JSON.stringify(logEntries)).not.toContain('s3cret');
    },
  );
  test('400 when an address is removed, because the public server would then get the secret', async () => {
    const { call } = await app.caller();
    const server = await standIn(() => ({ json: {} }));
    const { id } = await connect(call, 'git-server', { baseUrl: server.url, token: 'git-s3cret', owner: 'example' });
    expect(await call('PUT', connectionPath(id, '/credentials'), { body: { credentials: { baseUrl: '' } } })).toMatchObject({
      status: 400,
      body: { details: { 'credentials.token': { _errors: ['must be sent again because baseUrl changes'] } } },
    });
  });
  test('400 when the request omits one of several secrets', async () => {
    const { call, organization } = await app.caller();
    const manifest = providers.find('scim-directory');
    if (!manifest) throw new Error('there is no such provider');
    const id = await storeConnection(app, organization.id, manifest, storedSamplesOf(manifest, storedAddress));
    expect(
      await call('PUT', connectionPath(id, '/credentials'), { body: { credentials: { revokeUrl: `${otherServer.address.href}revoke` } } }),
    ).toMatchObject({
      status: 400,
      body: { details: { 'credentials.clientSecret': expect.anything() } },
    });
  });
  test('200 when all secrets are sent again: the new address gets the new secrets, and the log has both addresses', async () => {
    const { call, organization } = await app.caller();
    const [oldServer, newServer] = [await standIn(() => ({ json: {} })), await standIn(() => ({ json: {} }))];
    const providerCredentials = [
      ['http-json', { Authorization: 'old-s3cret' }, { Authorization: 'new-s3cret' }],
      ['http-json-basic', { username: 'ada', password: 'old-s3cret' }, { password: 'new-s3cret' }],
      ['git-server', { token: 'old-s3cret', owner: 'example' }, { token: 'new-s3cret' }],
    ] as const;
    for (const [slug, oldCredentials, newCredentials] of providerCredentials) {
      const { id } = await connect(call, slug, { baseUrl: `${oldServer.url}/api?key=query-s3cret`, ...oldCredentials });
      await checkRuns(call, id);
      const replaced = await call('PUT', connectionPath(id, '/credentials'), {
        body: { credentials: { baseUrl: `${newServer.url}/api`, ...newCredentials } },
      });
      expect(replaced, replaced.text).toMatchObject({ status: 200, body: { metadata: { host: `127.0.0.1:${newServer.port}` } } });
      await checkRuns(call, id);
    }
    const requests = JSON.stringify(newServer.asked);
    expect(newServer.asked.length).toBeGreaterThan(0);
    for (const secret of ['old-s3cret', Buffer.from('ada:old-s3cret').toString('base64')]) expect(requests).not.toContain(secret);
    const logEntries = await readLog(app.database, organization.id);
    const replacements = logEntries.filter(({ action }) => action === 'Replaced credentials of integration');
    expect(replacements).toHaveLength(providerCredentials.length);
    expect(replacements[0]?.changes).toMatchObject({
      credentials: { previous: '[REDACTED]', current: '[REDACTED]' },
      addresses: { previous: [`baseUrl: ${oldServer.url}/api`], current: [`baseUrl: ${newServer.url}/api`] },
      replacedFields: { previous: null, current: expect.arrayContaining(['baseUrl', 'Authorization']) },
    });
    expect(JSON.stringify(logEntries)).not.toContain('s3cret');
  });
  test('200 without the secrets when their destination stays the same', async () => {
    const { call } = await app.caller();
    const server = await standIn(() => ({ json: {} }));
    const { id } = await connect(call, 'git-server', { baseUrl: server.url, token: 'git-s3cret', owner: 'example' });
    const body = { credentials: { baseUrl: server.url, owner: 'example-two' } };
    expect(await call('PUT', connectionPath(id, '/credentials'), { body })).toMatchObject({
      status: 200,
      body: { metadata: { owner: 'example-two' } },
    });
  });
  test('422 when the provider rejects the new credentials, and the log has the address and the reason (rule 14)', async () => {
    const { call, organization } = await app.caller();
    const [scim, tokenServer] = [await directory(), await standIn(() => ({ status: 401 }))];
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    const body = { credentials: { tokenUrl: `${tokenServer.url}/token`, clientSecret: 'an0ther-s3cret' } };
    expect(await call('PUT', connectionPath(id, '/credentials'), { body })).toMatchObject({ status: 422 });
    expect(JSON.stringify(tokenServer.asked)).not.toContain(scim.state.secret);
    const logEntries = (await readLog(app.database, organization.id)).at(-1);
    expect(logEntries).toMatchObject({
      entityId: id,
      action: 'Failed to replace credentials of integration',
      changes: {
        addresses: { current: expect.arrayContaining([`tokenUrl: ${tokenServer.url}/token`]) },
        replacedFields: { current: ['clientSecret', 'tokenUrl'] },
        reason: { current: 'The token endpoint answered 401' },
      },
    });
    expect(JSON.stringify(logEntries)).not.toContain('s3cret');
  });
});

test('the log of a rejected connection omits invalid texts of address fields, because they may be secrets', () => {
  for (const manifest of providers.all)
    for (const field of fieldsOf(manifest, 'destination', 'link').filter(
      ({ id, type }) => type === 'url' || id === 'url' || id === 'roleArn',
    ))
      for (const invalidAddress of ['Tr0ub4dor&3', 'tr0ub4dor:3', 'https://'])
        expect(loggableAddresses(manifest, { [field.id]: invalidAddress }), `${manifest.slug} ${field.id}`).toEqual([
          `${field.id}: no address`,
        ]);
});

describe('paths of variables (rule 20)', () => {
  const escapingPaths = [
    '/../admin',
    '/a/../../admin',
    '/%2e%2e/admin',
    '/.%2E/admin',
    '/%252e%252e/admin',
    '\\..\\admin',
    '/..%2fadmin',
    '/.\t./admin',
    '..',
    '/..;/admin',
    '/..;a=b/admin',
    '/%u002e%u002e/admin',
    '/%U002E./admin',
    '/..%u2215admin',
    '/%c0%ae%c0%ae/admin',
    '/%e0%80%ae./admin',
    '/..%c0%afadmin',
    '/.\u{ff0e}/admin',
    '/%ef%bc%8e%ef%bc%8e/admin',
    '/\u2025/admin',
    '/..\u{ff0f}admin',
    '/%25252e%25252e/admin',
    '/%2525252e%2525252e/admin',
    `/%${'25'.repeat(12)}2e./admin`,
    `/%${'25'.repeat(40)}41`,
    '/..%00/admin',
    '/a%00',
    '/a\u0001',
    '/a%0d%0aHost:example.com',
    '/..%20/admin',
  ];
  const allowedPaths = ['/health', '/a.b/..c/c..', '/100%', '/%e4%bd%a0/\u4f60', '/%41%zz', '/a%20b', '/a?to=../b%00', '/%ff', '/%c3'];
  test('200 for a path below the address of the connection', async () => {
    const { call } = await app.caller();
    const server = await standIn(() => ({ json: {} }));
    const { id } = await connect(call, 'http-json', { baseUrl: `${server.url}/tenant`, Authorization: 'p4th-s3cret' });
    for (const path of allowedPaths)
      expect(
        await call('PATCH', `/v1/integrations/variables/connections/${id}`, { body: { variables: { devices_path: path } } }),
        path,
      ).toMatchObject({ status: 200 });
  });
  test('400 for a path that leaves the address of the connection', async () => {
    const { call } = await app.caller();
    const server = await standIn(() => ({ json: {} }));
    const { id } = await connect(call, 'http-json', { baseUrl: `${server.url}/tenant`, Authorization: 'p4th-s3cret' });
    for (const variable of ['endpoint_path', 'devices_path'])
      for (const path of escapingPaths) {
        const answer = await call('PATCH', `/v1/integrations/variables/connections/${id}`, { body: { variables: { [variable]: path } } });
        expect(answer, `${variable} ${path}`).toMatchObject({
          status: 400,
          body: { details: { [`variables.${variable}`]: { _errors: ['must be a path below the address of the connection'] } } },
        });
      }
  });
  test('a stored path that leaves the address is never requested', async () => {
    const { call } = await app.caller();
    const server = await standIn(() => ({ json: {} }));
    const { id } = await connect(call, 'http-json', { baseUrl: `${server.url}/tenant`, Authorization: 'p4th-s3cret' });
    await setVariables(call, id, { endpoint_path: '/health' });
    for (const path of escapingPaths) {
      const variables = JSON.stringify({ endpoint_path: path });
      await app.database.system.updateTable('integration_connection').set({ variables }).where('id', '=', id).execute();
      const { status } = await runChecks(call, id, { checkId: 'endpoint-status' });
      expect(status, path).toBe('failed');
    }
    expect(server.asked.filter(({ path }) => !path.startsWith('/tenant/'))).toEqual([]);
  });
});

describe('secrets in responses (credential storage 5)', () => {
  const secret = 'ech0+s3cret/of "us"';
  test.each([
    ['eq', 'Bearer s3cret-of-the-connection'],
    ['contains', 's3cret-of'],
  ])('a secret that the server echoes never meets the condition %s, and no part of it is shown', async (operator, value) => {
    const { call } = await app.caller();
    const server = await standIn(({ headers }) => ({
      headers: { 'x-seen': String(headers.authorization) },
      json: {
        seen: headers.authorization,
        far: `${'x'.repeat(189)}${headers.authorization}`,
        long: 'x'.repeat(Number(value.length) * 4_000),
      },
    }));
    const { id } = await connect(call, 'http-json', { baseUrl: server.url, Authorization: 's3cret-of-the-connection' });
    const runWith = async (field: string, json_operator: string, json_value: string) => {
      await setVariables(call, id, { endpoint_path: '/echo', json_path: field, json_operator, json_value });
      await checkRuns(call, id);
      await runChecks(call, id, { checkId: 'endpoint-status' });
      const [latest] = await checkRuns(call, id, '?checkId=endpoint-status');
      return getCheckRun(call, latest.id);
    };
    expect(await runWith('seen', operator, value)).toMatchObject({ status: 'failed' });
    const truncatedRun = await runWith('far', 'eq', 'none');
    expect(truncatedRun).toMatchObject({ status: 'failed', results: [{ passed: false }] });
    expect(JSON.stringify(truncatedRun)).not.toContain('s3c');
  });
  test('no encoding of an echoed secret occurs in check results or synced devices', async () => {
    const { call, organization } = await app.caller();
    const server = await standIn(({ headers, path }) => {
      const auth = headers.authorization ?? '';
      const echo = [auth, Buffer.from(auth).toString('base64'), encodeURIComponent(auth), Buffer.from(secret).toString('hex')].join(' ');
      if (path !== '/devices') return { json: { echo, list: [echo] } };
      return {
        json: [
          { name: `Laptop ${echo}`.slice(0, 200), platform: 'macos', userEmail: organization.owner.email, serialNumber: 'C02EXAMPLE' },
        ],
      };
    });
    const { id } = await connect(call, 'http-json', { baseUrl: server.url, Authorization: secret });
    await setVariables(call, id, {
      endpoint_path: '/health',
      json_path: 'echo',
      json_operator: 'eq',
      json_value: 'x',
      devices_path: '/devices',
    });
    await runChecks(call, id, { checkId: 'endpoint-status' });
    const [latest] = await checkRuns(call, id, '?checkId=endpoint-status');
    const run = await getCheckRun(call, latest.id);
    const results = await call('GET', `/v1/integrations/checks/runs/${latest.id}/results`);
    const started = await call('POST', `/v1/integrations/sync/http-json/devices?dryRun=true`);
    expect(started, started.text).toMatchObject({ status: 202 });
    await expect.poll(async () => (await call('GET', `/v1/runs/${started.body.id}`)).body.status).toMatch(/completed|failed/);
    const synced = await call('GET', `/v1/runs/${started.body.id}`);
    expect(results.text).toContain('[REDACTED]');
    for (const text of [JSON.stringify(run), results.text, synced.text])
      for (const form of ['ech0', Buffer.from(`Bearer ${secret}`).toString('base64').slice(12, 30), Buffer.from(secret).toString('hex')])
        expect(text).not.toContain(form);
  });
});
