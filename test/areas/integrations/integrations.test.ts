/** Providers and connections: listing, reading and changing them, and their services. */
import { describe, expect, test } from 'vitest';
import { catalogueId } from '#domain/catalogue/ids';
import { newId } from '#platform/database/ids';
import { allPages, startApp } from '../../support/app.ts';
import { connectionPath, connect, connectList, expectRequestError } from '../../support/integrations.ts';
import { readLog } from '../../support/log.ts';
import { standIn } from '../../support/stand-in.ts';

const app = startApp();
const url = '/v1/integrations/connections';
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const invalid = (details: object) => ({ status: 400, body: { success: false, error: 'Validation failed', details } });

describe('listIntegrationProviders', () => {
  test('200 lists all providers sorted by name, connected or not, with form and logo', async () => {
    const { call } = await app.caller();
    const {
      body: { data },
    } = await call('GET', `${url}/providers`);
    expect(data.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
      ['csv-accounts', 'Accounts list'],
      ['aws', 'Amazon Web Services'],
      ['git-server', 'Git server'],
      ['gcp', 'Google Cloud'],
      ['http-json', 'HTTP service'],
      ['http-json-basic', 'HTTP service with a password'],
      ['ldap-directory', 'LDAP directory'],
      ['azure', 'Microsoft Azure'],
      ['object-storage', 'Object storage'],
      ['csv-people', 'People list'],
      ['scim-directory', 'SCIM directory'],
    ]);
    for (const { logoUrl } of data) {
      const logo = await app.call('GET', new URL(logoUrl).pathname);
      expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    }
    expect(await app.call('GET', '/logos/none.svg')).toMatchObject({ status: 404 });
  });
  test.each([
    ['?capability=sync', ['ldap-directory', 'csv-people', 'scim-directory']],
    ['?capability=device_sync', ['http-json', 'http-json-basic', 'csv-people']],
    ['?category=Monitoring&category=Cloud', ['aws', 'gcp', 'http-json', 'http-json-basic', 'azure', 'object-storage']],
    ['?isActive=true&category=HR%20%26%20People&capability=checks', ['scim-directory']],
    ['?category=Development', ['git-server']],
    ['?category=Communication', []],
  ])('200 filters the providers by %s', async (query, ids) => {
    const { call } = await app.caller();
    expect((await call('GET', `${url}/providers${query}`)).body.data.map(({ id }: { id: string }) => id)).toEqual(ids);
  });
  test('400 for an unknown capability', async () => {
    const { call } = await app.caller();
    expect(await call('GET', `${url}/providers?capability=magic`)).toMatchObject(
      invalid({ capability: { _errors: ['must be one of: checks, sync, device_sync, cloud_scan'] } }),
    );
  });
});

describe('getIntegrationProvider', () => {
  test('200 returns the form that the authentication strategy needs', async () => {
    const { call } = await app.caller();
    const fields = async (slug: string) =>
      (await call('GET', `${url}/providers/${slug}`)).body.credentialFields.map(({ id, type, required }: Record<string, unknown>) => [
        id,
        type,
        required,
      ]);
    expect(await fields('http-json')).toEqual([
      ['Authorization', 'password', false],
      ['baseUrl', 'url', true],
    ]);
    expect(await fields('http-json-basic')).toEqual([
      ['username', 'text', true],
      ['password', 'password', true],
      ['baseUrl', 'url', true],
    ]);
    expect(await fields('scim-directory')).toEqual([
      ['clientId', 'text', true],
      ['clientSecret', 'password', true],
      ['tokenUrl', 'url', true],
      ['baseUrl', 'url', true],
      ['revokeUrl', 'url', false],
    ]);
    expect(await fields('csv-people')).toEqual([
      ['csv', 'textarea', false],
      ['url', 'url', false],
    ]);
    expect((await call('GET', `${url}/providers/scim-directory`)).body).toMatchObject({
      authStrategy: 'oauth2',
      oauthConfigured: true,
      capabilities: ['checks', 'sync'],
      supportsMultipleConnections: false,
      mappedTasks: [{ id: catalogueId('task', 'employee-access') }],
    });
    expect((await call('GET', `${url}/providers/http-json`)).body).toMatchObject({
      oauthConfigured: null,
      requiredVariables: ['endpoint_path'],
      services: [
        { id: 'availability', mappedTasks: [{ id: catalogueId('task', 'app-availability') }] },
        { id: 'transport' },
        { id: 'headers' },
      ],
    });
  });
  test('404 for an unknown slug, from every operation', async () => {
    const { call } = await app.caller();
    for (const path of [
      `${url}/providers/none`,
      '/v1/integrations/checks/providers/none',
      '/v1/integrations/variables/providers/none',
      '/v1/integrations/sync/none/status',
    ])
      await expectRequestError(call, 'GET', path, undefined, 404, 'Provider not found');
  });
});

test('200 returns checks and variables of an unconnected provider, with the variables of the provider first', async () => {
  const { call } = await app.caller();
  expect((await call('GET', '/v1/integrations/checks/providers/http-json')).body.data).toMatchObject([
    { id: 'endpoint-status', service: 'availability', taskMapping: catalogueId('task', 'app-availability'), defaultSeverity: 'high' },
    { id: 'tls-certificate', service: 'transport', taskMapping: catalogueId('task', 'tls-https'), defaultSeverity: 'high' },
    { id: 'security-headers', service: 'headers', taskMapping: catalogueId('task', 'sanitized-inputs'), defaultSeverity: 'medium' },
  ]);
  expect((await call('GET', '/v1/integrations/checks/providers/csv-people')).body).toEqual({ data: [] });
  const {
    body: { data },
  } = await call('GET', '/v1/integrations/variables/providers/scim-directory');
  expect(data.map(({ id, hasDynamicOptions }: Record<string, unknown>) => [id, hasDynamicOptions])).toEqual([
    ['sync_user_filter_mode', false],
    ['sync_excluded_emails', false],
    ['sync_included_emails', false],
    ['target_org_units', true],
    ['owner_groups', true],
  ]);
});

describe('listIntegrationConnections', () => {
  test('200 sorts by label, creation and last use, in pages; disconnected connections are listed only on request', async () => {
    const { call } = await app.caller();
    for (const connectionName of ['b', 'c', 'a']) await connectList(call, undefined, { metadata: { connectionName } });
    const labels = async (query: string) =>
      (await allPages(call, `${url}?limit=1&${query}`)).flatMap(({ data }) => data.map(({ label }: { label: string }) => label));
    expect(await labels('')).toEqual(['a', 'c', 'b']);
    expect(await labels('sortBy=label&sortOrder=asc')).toEqual(['a', 'b', 'c']);
    const {
      body: {
        data: [oldest],
      },
    } = await call('GET', `${url}?sortOrder=asc`);
    await app.database.system
      .updateTable('integration_connection')
      .set({ last_sync_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', oldest.id)
      .execute();
    expect(await labels('sortBy=lastSyncAt')).toEqual(['b', expect.any(String), expect.any(String)]);
    expect(await labels('sortBy=lastSyncAt&sortOrder=asc')).toEqual(['b', expect.any(String), expect.any(String)]);
    await app.database.system
      .updateTable('integration_connection')
      .set({ sync_due_at: '2027-03-02T00:00:00.000Z', scan_due_at: '2027-03-01T00:00:00.000Z', checks_due_at: null })
      .where('id', '=', oldest.id)
      .execute();
    expect(await labels('nextSyncAtAfter=2027-03-01&nextSyncAtBefore=2027-03-01')).toEqual(['b']);
    expect(await labels('nextSyncAtAfter=2027-03-02')).not.toContain('b');
    expect(await labels('search=B')).toEqual(['b']);

    await call('POST', connectionPath(oldest.id, '/disconnect'));
    expect(await labels('')).toEqual(['a', 'c']);
    expect(await labels('status=disconnected')).toEqual(['b']);
    expect(await labels('status=active&status=disconnected&providerSlug=csv-people')).toEqual(['a', 'c', 'b']);
    expect((await call('GET', `${url}?providerSlug=http-json&count=true`)).body).toEqual({ data: [], nextCursor: null, totalCount: 0 });
  });
  test('400 for an unknown status', async () => {
    const { call } = await app.caller();
    expect(await call('GET', `${url}?status=broken`)).toMatchObject(
      invalid({ status: { _errors: ['must be one of: pending, active, error, paused, disconnected'] } }),
    );
  });
});

describe('getIntegrationConnection', () => {
  test('200 with the record, its defaults and its form; nothing of its credentials is in any answer', async () => {
    const { call } = await app.caller();
    const server = await standIn(() => ({}));
    const created = await connect(call, 'http-json', { baseUrl: `${server.url}/`, Authorization: 's3cret-of-the-page' });
    const detail = await call('GET', connectionPath(created.id));
    expect(detail.body).toEqual({
      id: expect.stringMatching(/^icn_[0-9a-f]{24}$/),
      providerId: expect.stringMatching(/^prv_[0-9a-f]{24}$/),
      providerSlug: 'http-json',
      providerName: 'HTTP service',
      label: `Account ${created.id.slice(-8)}`,
      mode: 'credentials',
      status: 'active',
      authStrategy: 'api_key',
      lastSyncAt: null,
      nextSyncAt: time,
      syncCadence: null,
      metadata: { host: `127.0.0.1:${server.port}` },
      variables: {},
      errorMessage: null,
      credentialFields: expect.any(Array),
      createdAt: time,
      updatedAt: time,
      version: expect.any(Number),
    });
    expect(created).toEqual(detail.body);
    const { credentialFields, ...listed } = detail.body;
    expect(credentialFields).toHaveLength(2);
    expect((await call('GET', url)).body.data).toEqual([listed]);
    for (const path of [
      url,
      connectionPath(created.id),
      connectionPath(created.id, '/services'),
      `/v1/integrations/variables/connections/${created.id}`,
      '/v1/audit-logs',
    ])
      expect((await call('GET', path)).text).not.toContain('s3cret');
  });
  test('404 for a connection of another organization, from every operation', async () => {
    const [owner, otherCaller] = [await app.caller(), await app.caller()];
    const { id } = await connectList(owner.call);
    for (const inaccessibleId of [id, newId('icn'), 'x']) {
      for (const [method, path, body] of [
        ['GET', ''],
        ['PATCH', '', { syncCadence: null }],
        ['DELETE', ''],
        ['POST', '/test'],
        ['POST', '/pause'],
        ['POST', '/resume'],
        ['POST', '/disconnect'],
        ['PUT', '/credentials', { credentials: {} }],
        ['GET', '/services'],
        ['PUT', '/services', { serviceIds: [] }],
      ] as const)
        expect(await otherCaller.call(method, connectionPath(inaccessibleId, path), { body }), `${method} ${path}`).toMatchObject({
          status: 404,
          body: { success: false, error: 'Connection not found' },
        });
      for (const [method, path, body] of [
        ['GET', `checks/connections/${inaccessibleId}`],
        ['GET', `checks/connections/${inaccessibleId}/runs`],
        ['POST', `checks/connections/${inaccessibleId}/runs`, {}],
        ['GET', `variables/connections/${inaccessibleId}`],
        ['PATCH', `variables/connections/${inaccessibleId}`, { variables: {} }],
        ['GET', `variables/connections/${inaccessibleId}/options/x`],
      ] as const) {
        expect(await otherCaller.call(method, `/v1/integrations/${path}`, { body }), `${method} ${path}`).toMatchObject({
          status: 404,
          body: { error: 'Connection not found' },
        });
      }
    }
    expect(await owner.call('GET', connectionPath(id))).toMatchObject({ status: 200 });
  });
});

describe('updateIntegrationConnection', () => {
  test('200 sets and removes metadata, and derives the label from the metadata', async () => {
    const { call, organization } = await app.caller();
    const { id } = await connectList(call);
    const update = async (metadata: object) => (await call('PATCH', connectionPath(id), { body: { metadata } })).body;
    expect(await update({ connectionName: ' Contractors ', accountId: '4711', regions: ['eu', 'us'] })).toMatchObject({
      label: 'Contractors',
      metadata: { connectionName: ' Contractors ', accountId: '4711', regions: ['eu', 'us'] },
    });
    expect(await update({ connectionName: null, regions: null })).toMatchObject({ label: '4711', metadata: { accountId: '4711' } });
    expect(await update({ accountId: null })).toMatchObject({ label: `Account ${id.slice(-8)}`, metadata: {} });
    const entries = await readLog(app.database, organization.id);
    expect(entries.at(-1)).toMatchObject({ entityType: 'integration', entityId: id, action: 'Updated integration connection' });
  });
  test('200 sets a cadence and the next due time; null restores the default hour (rule 4)', async () => {
    const { call } = await app.caller();
    const server = await standIn(() => ({}));
    const { id, nextSyncAt } = await connect(call, 'http-json', { baseUrl: server.url });
    expect(nextSyncAt).toMatch(/T06:00:00.000Z$/);
    const withCadence = await call('PATCH', connectionPath(id), { body: { syncCadence: '0 3 1 * *' } });
    expect(withCadence.body).toMatchObject({ syncCadence: '0 3 1 * *', nextSyncAt: expect.stringMatching(/-01T03:00:00.000Z$/) });
    expect((await call('GET', connectionPath(id))).headers.get('etag')).toBe(withCadence.headers.get('etag'));
    expect((await call('PATCH', connectionPath(id), { body: { syncCadence: null } })).body.nextSyncAt).toBe(nextSyncAt);
  });
  test.each([
    ['every day', 'must be a cron expression with five fields'],
    ['0 0 3 * * *', 'must be a cron expression with five fields'],
    ['61 * * * *', 'must be a cron expression with five fields'],
    ['0 0 30 2 *', 'must come due at some time'],
    ['*/5 * * * *', 'must not come due more often than every 15 minutes'],
  ])('400 for the cadence %s', async (syncCadence, message) => {
    const { call } = await app.caller();
    const { id } = await connectList(call);
    expect(await call('PATCH', connectionPath(id), { body: { syncCadence } })).toMatchObject(
      invalid({ syncCadence: { _errors: [message] } }),
    );
  });
  test('400 for an update without fields', async () => {
    const { call } = await app.caller();
    const { id } = await connectList(call);
    expect(await call('PATCH', connectionPath(id), { body: {} })).toMatchObject(invalid({ _errors: ['must have at least 1 field'] }));
  });
});

describe('services', () => {
  test('200 enables exactly the sent services, whose checks run; an empty list disables all services (rule 2)', async () => {
    const { call, organization } = await app.caller();
    const server = await standIn(() => ({}));
    const { id } = await connect(call, 'http-json', { baseUrl: server.url });
    const enabledIds = async () =>
      (await call('GET', connectionPath(id, '/services'))).body.services
        .filter((service: { enabled: boolean }) => service.enabled)
        .map((service: { id: string }) => service.id);
    expect(await enabledIds()).toEqual(['availability', 'transport', 'headers']);
    const updated = await call('PUT', connectionPath(id, '/services'), { body: { serviceIds: ['headers'] } });
    expect(updated.body).toMatchObject({ source: 'default', detectionReady: false, detectionCompletedAt: null });
    expect(await enabledIds()).toEqual(['headers']);
    expect(
      (await call('GET', `/v1/integrations/checks/connections/${id}`)).body.data.map((check: { id: string; enabled: boolean }) => [
        check.id,
        check.enabled,
      ]),
    ).toEqual([
      ['endpoint-status', false],
      ['tls-certificate', false],
      ['security-headers', true],
    ]);
    expect((await readLog(app.database, organization.id)).at(-1)).toMatchObject({
      entityId: id,
      action: 'Set services of integration',
      changes: { services: { previous: ['availability', 'transport', 'headers'], current: ['headers'] } },
    });
    await call('PUT', connectionPath(id, '/services'), { body: { serviceIds: [] } });
    expect(await enabledIds()).toEqual([]);
  });
  test('400 for an unknown service', async () => {
    const { call } = await app.caller();
    const server = await standIn(() => ({}));
    const { id } = await connect(call, 'http-json', { baseUrl: server.url });
    expect(await call('PUT', connectionPath(id, '/services'), { body: { serviceIds: ['headers', 'storage'] } })).toMatchObject(
      invalid({ 'serviceIds.1': { _errors: ['must be one of: availability, transport, headers'] } }),
    );
  });
});
