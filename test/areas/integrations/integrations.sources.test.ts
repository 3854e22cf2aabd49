/** The source of employees: choosing it, syncing from it, and the sync logs. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { connectionPath, connect, connectList, people, expectRequestError, sync } from '../../support/integrations.ts';
import { readLog } from '../../support/log.ts';
import { standIn } from '../../support/stand-in.ts';

const app = startApp();
const base = '/v1/integrations/sync';
const providerUrl = `${base}/employee-sync-provider`;

describe('syncProviderEmployees', () => {
  test('404 for an unknown provider, and for a connection of another provider', async () => {
    const { call } = await app.caller();
    await expectRequestError(call, 'POST', `${base}/none/employees`, undefined, 404, 'Provider not found');
    const page = await standIn(() => ({}));
    const { id } = await connect(call, 'http-json', { baseUrl: page.url });
    await connectList(call);
    for (const connectionId of [id, newId('icn')])
      await expectRequestError(
        call,
        'POST',
        `${base}/csv-people/employees?connectionId=${connectionId}`,
        undefined,
        404,
        'Connection not found',
      );
  });
  test('400 without a connection id when the provider has several connections, 202 with one', async () => {
    const { call } = await app.caller();
    const [{ id }] = [await connectList(call), await connectList(call)];
    const answer = await call('POST', `${base}/csv-people/employees`);
    expect(answer).toMatchObject({
      status: 400,
      body: { details: { connectionId: { _errors: ['is required because the provider has several connections'] } } },
    });
    expect(await sync(call, 'csv-people', `?connectionId=${id}&dryRun=true`)).toMatchObject({ result: { connectionId: id } });
  });
  test('409 for a provider without employees, an unconnected provider, and an inactive connection', async () => {
    const { call } = await app.caller();
    await expectRequestError(call, 'POST', `${base}/http-json/employees`, undefined, 409, 'The provider has no employees');
    await expectRequestError(call, 'POST', `${base}/csv-people/employees`, undefined, 409, 'Provider is not connected');
    const { id } = await connectList(call);
    await call('POST', connectionPath(id, '/pause'));
    await expectRequestError(call, 'POST', `${base}/csv-people/employees`, undefined, 409, 'Connection is not active but paused');
  });
  test('409 while a sync is under way; deleting the connection cancels the sync', async () => {
    const { call } = await app.caller();
    const { promise, resolve } = Promise.withResolvers<void>();
    let isSlow = false;
    const server = await standIn(async () => {
      if (isSlow) await promise;
      return { text: people };
    });
    const { id } = await connect(call, 'csv-people', { url: `${server.url}/people.csv` });
    isSlow = true;
    const first = await call('POST', `${base}/csv-people/employees`);
    expect(first.status).toBe(202);
    await expectRequestError(call, 'POST', `${base}/csv-people/employees`, undefined, 409, 'A sync is under way');
    await expect.poll(() => server.asked.length).toBe(2);
    expect(await call('DELETE', connectionPath(id))).toMatchObject({ status: 204 });
    resolve();
    expect((await call('GET', `/v1/runs/${first.body.id}`)).body.status).toBe('cancelled');
    expect((await call('GET', `${base}/logs`)).body.data).toMatchObject([
      { connectionId: id, status: 'failed', error: 'The run was cancelled' },
    ]);
  });
});

describe('the chosen source', () => {
  test('200 returns null or the chosen source, and every choice is logged', async () => {
    const { call, organization } = await app.caller();
    expect((await call('GET', providerUrl)).body).toEqual({ providerSlug: null });
    const { id } = await connectList(call);
    const chosen = await call('PUT', providerUrl, { body: { providerSlug: 'csv-people' } });
    expect(chosen).toMatchObject({ status: 200, body: { providerSlug: 'csv-people' } });
    expect((await call('GET', providerUrl)).headers.get('etag')).toBe(chosen.headers.get('etag'));
    expect((await call('GET', '/v1/organization')).body.employeeSyncProvider).toBe('csv-people');
    expect((await call('GET', connectionPath(id))).body.nextSyncAt).toMatch(/T07:00:00.000Z$/);
    expect((await call('PUT', providerUrl, { body: { providerSlug: null } })).body).toEqual({ providerSlug: null });
    expect((await call('GET', connectionPath(id))).body.nextSyncAt).toBeNull();
    expect((await readLog(app.database, organization.id)).slice(1)).toMatchObject([
      {
        entityType: 'integration',
        entityId: id,
        action: 'Chose source of employees',
        changes: { employeeSyncProvider: { previous: null, current: 'csv-people' } },
      },
      { entityType: 'integration', entityId: id, changes: { employeeSyncProvider: { previous: 'csv-people', current: null } } },
    ]);
  });
  test('400 lists the available sources, 409 for a source that is not connected', async () => {
    const { call } = await app.caller();
    for (const slug of ['http-json', 'none'])
      expect(await call('PUT', providerUrl, { body: { providerSlug: slug } })).toMatchObject({
        status: 400,
        body: {
          details: {
            providerSlug: { _errors: ['must be one of: csv-people, ldap-directory, scim-directory'] },
          },
        },
      });
    expect(await call('PUT', providerUrl, { body: { providerSlug: '  ' } })).toMatchObject({
      status: 400,
      body: { details: { providerSlug: {} } },
    });
    await expectRequestError(call, 'PUT', providerUrl, { providerSlug: 'csv-people' }, 409, 'Provider is not connected');
    const { id } = await connectList(call);
    await call('POST', connectionPath(id, '/pause'));
    await expectRequestError(call, 'PUT', providerUrl, { providerSlug: 'csv-people' }, 409, 'Provider is not connected');
  });
  test('200 returns all sources and the status of one source, which is that of its active connection, or else of its newest', async () => {
    const { call } = await app.caller();
    const sources = async () => (await call('GET', `${base}/available-providers`)).body.data;
    const status = async () => (await call('GET', `${base}/csv-people/status`)).body;
    expect(await sources()).toEqual([
      {
        slug: 'ldap-directory',
        name: 'LDAP directory',
        logoUrl: expect.stringMatching(/^http.*\/logos\/ldap-directory\.svg$/),
        connected: false,
        connectionStatus: null,
      },
      {
        slug: 'csv-people',
        name: 'People list',
        logoUrl: expect.stringMatching(/^http.*\/logos\/csv-people\.svg$/),
        connected: false,
        connectionStatus: null,
      },
      {
        slug: 'scim-directory',
        name: 'SCIM directory',
        logoUrl: expect.stringMatching(/^http.*\/logos\/scim-directory\.svg$/),
        connected: false,
        connectionStatus: null,
      },
    ]);
    expect(await status()).toEqual({ connected: false });
    const [first, second] = [await connectList(call), await connectList(call)];
    await call('POST', connectionPath(second.id, '/pause'));
    expect(await status()).toEqual({ connected: true, connectionId: first.id, lastSyncAt: null, nextSyncAt: null });
    await call('POST', connectionPath(first.id, '/pause'));
    expect(await status()).toEqual({ connected: false, connectionId: second.id, lastSyncAt: null, nextSyncAt: null });
    for (const state of ['active', 'error'] as const)
      await app.database.system.updateTable('integration_connection').set({ status: state }).where('id', '=', second.id).execute();
    expect((await sources())[1]).toMatchObject({ connected: false, connectionStatus: 'error', connectionId: second.id });
  });
});

describe('listSyncLogs', () => {
  test('200 lists the newest logs first, filtered by provider, connection, event type and status; 400 for an unknown status', async () => {
    const { call } = await app.caller();
    const { id } = await connectList(call);
    const [first, second] = [await sync(call, 'csv-people', '?dryRun=true'), await sync(call, 'csv-people', '?dryRun=true')];
    const logs = async (query: string) => (await call('GET', `${base}/logs?${query}`)).body.data.map((log: { id: string }) => log.id);
    const allLogIds = [second.result.syncLogId, first.result.syncLogId];
    expect(await logs('')).toEqual(allLogIds);
    for (const query of ['providerSlug=csv-people', `connectionId=${id}`, 'eventType=employee_sync', 'status=completed&status=failed'])
      expect(await logs(query)).toEqual(allLogIds);
    for (const query of ['providerSlug=scim-directory', `connectionId=${newId('icn')}`, 'eventType=device_sync', 'status=failed'])
      expect(await logs(query)).toEqual([]);
    expect(await call('GET', `${base}/logs?status=done`)).toMatchObject({ status: 400, body: { details: { status: {} } } });
  });
});
