/** Syncing devices from a source. */
import { describe, expect, test } from 'vitest';
import { startDueRuns } from '#areas/integrations/integrations/runs/schedule';
import { newId } from '#platform/database/ids';
import { type Caller, startApp } from '../../support/app.ts';
import {
  connectionPath,
  checkRuns,
  connect,
  connectList,
  waitForRun,
  getCheckRun,
  expectRequestError,
  setVariables,
} from '../../support/integrations.ts';
import { newDevice, registration } from '../../support/devices.ts';
import { readLog } from '../../support/log.ts';
import { newMember, within } from '../../support/organization.ts';
import { standIn } from '../../support/stand-in.ts';

const app = startApp();
const base = '/v1/integrations/sync';
const providerUrl = `${base}/device-sync-provider`;
const header = 'name,platform,userEmail,serialNumber,externalId,hostname,osVersion,hardwareModel,status,isCompliant,lastSeenAt,check:disk';
const csv = (...lines: string[]) => `${header}\n${lines.join('\n')}\n`;

/** Creates an organization with a connected list and a member who uses its devices. */
async function withList(...lines: string[]) {
  const caller = await app.caller();
  const { call, organization } = caller;
  const ada = await newMember(app.database, organization.id, ['employee'], { name: 'Ada Marsh', email: `${newId('ada')}@example.com` });
  const { id } = await connectList(call);
  const setDevices = (...texts: string[]) =>
    setVariables(call, id, { devices_csv: csv(...texts.map((line) => line.replaceAll('ADA', ada.email))) });
  if (lines.length) await setDevices(...lines);
  return { ...caller, ada, id, setDevices };
}
const devicesOf = ({ organization }: Pick<Caller, 'organization'>) =>
  within(app.database, organization.id, (db) => db.selectFrom('device').selectAll().orderBy('name').execute());
async function sync(call: Caller['call'], slug = 'csv-people', query = '') {
  const answer = await call('POST', `${base}/${slug}/devices${query}`);
  expect(answer, answer.text).toMatchObject({ status: 202, body: { kind: 'device_sync' } });
  return waitForRun(call, answer.body.id);
}
const outcome = ({ result }: { result: { devices: { identifier: string; status: string; reason?: string }[] } }) =>
  Object.fromEntries(
    result.devices.map(({ identifier, status, reason }) => [identifier, reason === undefined ? status : `${status}: ${reason}`]),
  );

describe('syncProviderDevices', () => {
  test('202 imports devices for the members that use them, with the compliance that the source reports (rule 11)', async () => {
    const caller = await withList(
      'Ada’s laptop,mac,ADA,SN-1,7,ada-mac,15.4,MacBook Air,,true,2026-05-18T08:00:00+02:00,false',
      'Build server,LINUX,ADA,SN-2,,,,,,,2999-01-01T00:00:00Z,',
    );
    const run = await sync(caller.call);
    expect(run).toMatchObject({
      status: 'completed',
      result: {
        providerSlug: 'csv-people',
        connectionId: caller.id,
        dryRun: false,
        totalFound: 2,
        counts: { imported: 2, updated: 0, skipped: 0, removed: 0, error: 0 },
        droppedCount: 0,
        dropped: [],
      },
    });
    const [laptop, server] = await devicesOf(caller);
    expect(laptop).toMatchObject({
      member_id: caller.ada.id,
      platform: 'macos',
      serial_number: 'SN-1',
      external_device_id: '7',
      hostname: 'ada-mac',
      os_version: '15.4',
      source: 'integration',
      integration_connection_id: caller.id,
      source_compliance: { isCompliant: true, checks: [{ id: 'disk', label: 'disk', passed: false }] },
      last_check_in: '2026-05-18T06:00:00.000Z',
      disk_encryption_enabled: false,
    });
    expect(server).toMatchObject({ platform: 'linux', hostname: 'Build server', source_compliance: null });
    expect(Date.parse(String(server?.last_check_in))).toBeLessThanOrEqual(Date.now());
    expect((await checkRuns(caller.call, caller.id))[0]).toMatchObject({
      checkId: 'device-sync:csv-people',
      checkName: 'Sync of devices',
      status: 'completed',
      totalChecked: 2,
    });
    expect((await caller.call('GET', `${base}/logs?eventType=device_sync`)).body.data).toMatchObject([{ result: run.result }]);
    expect((await readLog(app.database, caller.organization.id)).slice(-4)).toMatchObject([
      { entityType: 'integration', entityId: caller.id, action: 'Started sync of devices' },
      { entityType: 'people', entityId: caller.ada.id, action: 'Imported device by sync from csv-people' },
      { entityType: 'people', entityId: caller.ada.id },
      { entityType: 'integration', action: 'Synced devices', changes: { imported: { current: 2 } } },
    ]);
  });
  test('202 for a second sync updates devices by serial number, then by id, and replaces their compliance (rule 11)', async () => {
    const caller = await withList('A,macos,ADA,SN-1,1,,,,,true,,', 'B,windows,ADA,,2,,,,,,,');
    await sync(caller.call);
    await caller.setDevices('A2,macos,ADA,SN-1,9,,,,,,,', 'B2,windows,ADA,SN-B,2,,,,,false,,');
    expect(outcome(await sync(caller.call))).toEqual({ 'SN-1': 'updated', 'SN-B': 'updated' });
    expect(await devicesOf(caller)).toMatchObject([
      { name: 'A2', external_device_id: '9', source_compliance: null },
      { name: 'B2', serial_number: 'SN-B', source_compliance: { isCompliant: false } },
    ]);
    await caller.setDevices('B3,windows,ADA,SN-C,9,,,,,,,');
    expect(outcome(await sync(caller.call))).toEqual({ 'SN-C': 'updated' });
  });
  test('202 skips devices that the agent reports, that nobody uses, or that are inactive, unidentifiable or listed twice (rule 11)', async () => {
    const caller = await withList(
      'Agent,macos,ADA,SN-1,,,,,,,,',
      'Nobody,macos,nobody@example.com,SN-2,,,,,,,,',
      'Old,macos,ADA,SN-3,,,,,inactive,,,',
      'Nameless,macos,ADA,,,,,,,,,',
      'Twice,macos,ADA,SN-4,,,,,,,,',
      'Twice,macos,ADA,SN-4,,,,,,,,',
    );
    await within(app.database, caller.organization.id, (db) =>
      db
        .insertInto('device')
        .values({
          id: newId('dev'),
          member_id: caller.ada.id,
          name: 'As measured',
          hostname: 'a',
          platform: 'macos',
          os_version: '15',
          serial_number: 'SN-1',
          source: 'agent',
        })
        .execute(),
    );
    const run = await sync(caller.call);
    expect(run.result.devices).toEqual([
      { identifier: 'SN-1', status: 'skipped', reason: 'the device agent reports it' },
      { identifier: 'SN-2', status: 'skipped', reason: 'no active member has the e-mail address of the user' },
      { identifier: 'SN-3', status: 'skipped', reason: 'not active in the source' },
      { identifier: 'Nameless', status: 'skipped', reason: 'neither a serial number nor an id' },
      { identifier: 'SN-4', status: 'imported' },
      { identifier: 'SN-4', status: 'skipped', reason: 'listed twice' },
    ]);
    expect((await devicesOf(caller)).map(({ name }) => name)).toEqual(['As measured', 'Twice']);
  });
  test('202 skips a computer that the agent reports, even if another member had its serial number first (devices, rule 4)', async () => {
    const caller = await withList();
    const { organization, inPerson, call } = caller;
    const { member: ben, call: asBen } = await app.session(organization, ['employee']);
    const first = await newDevice(inPerson, organization.id, { serialNumber: 'SN-9' });
    const second = await newDevice(asBen, organization.id, { serialNumber: 'SN-9' });
    await call('DELETE', `/v1/devices/${first.id}`);
    await setVariables(call, caller.id, { devices_csv: csv(`Laptop,mac,${ben.email},SN-9`) });
    expect(outcome(await sync(call))).toEqual({ 'SN-9': 'skipped: the device agent reports it' });
    expect((await devicesOf(caller)).map(({ id }) => id)).toEqual([second.id]);
  });
  test('a sync continues where its killed server stopped, also after a device that is listed twice', async () => {
    const caller = await withList('A,mac,ADA,S1', 'B,mac,ADA,S2', 'B,mac,ADA,S2', 'C,mac,ADA,S3');
    const { call, organization } = caller;
    const { id, result } = await sync(call);
    // Simulates the killed server: the first two devices were imported and logged.
    await app.database.system.transaction().execute(async (db) => {
      await db.deleteFrom('device').where('organization_id', '=', organization.id).where('serial_number', '=', 'S3').execute();
      await db
        .updateTable('integration_sync_log')
        .set({ status: 'running', completed_at: null, result: JSON.stringify({ devices: result.devices.slice(0, 2) }) })
        .where('run_id', '=', id)
        .execute();
      await db.updateTable('integration_check_run').set({ status: 'running', completed_at: null }).where('run_id', '=', id).execute();
      await db
        .updateTable('run')
        .set({ status: 'running', lease: 'of a server that is gone', due_at: '2020-01-01T00:00:00.000Z', finished_at: null, result: null })
        .where('id', '=', id)
        .execute();
    });
    const continued = await waitForRun(call, id);
    expect(continued).toMatchObject({ status: 'completed', result: { totalFound: 4, counts: { imported: 3, skipped: 1 } } });
    expect(continued.result.devices).toEqual(result.devices);
    expect((await devicesOf(caller)).map(({ serial_number: serial }) => serial)).toEqual(['S1', 'S2', 'S3']);
  });
  test('two concurrent syncs in opposite orders and a registering agent create each computer once', async () => {
    const caller = await withList();
    const { call, organization, inPerson, ada } = caller;
    const lines = Array.from({ length: 40 }, (_, index) => `D${index},mac,${ada.email},S${index}`);
    const otherList = await connectList(call);
    await setVariables(call, caller.id, { devices_csv: csv(...lines) });
    await setVariables(call, otherList.id, { devices_csv: csv(...lines.toReversed()) });
    const [firstRun, secondRun, registered] = await Promise.all([
      sync(call, 'csv-people', `?connectionId=${caller.id}`),
      sync(call, 'csv-people', `?connectionId=${otherList.id}`),
      inPerson('POST', '/v1/device-agent/devices', { body: registration(organization.id, { serialNumber: 'S20' }) }),
    ]);
    expect([firstRun.status, secondRun.status]).toEqual(['completed', 'completed']);
    expect([200, 201]).toContain(registered.status);
    const serials = (await devicesOf(caller)).filter((device) => !device.is_duplicate_serial).map((device) => device.serial_number);
    expect(serials.length).toBe(40);
    expect(new Set(serials).size).toBe(40);
  });
  test('202 reports invalid lines with line number and reason, in the result and in the log of the check run', async () => {
    const caller = await withList(
      'A,macos,ADA,SN-1,,,,,,,,',
      ',macos,ADA,SN-2,,,,,,,,',
      'C,amiga,ADA,SN-3,,,,,,,,',
      'D,macos,ADA,SN-4,,,,,,maybe,,',
    );
    const run = await sync(caller.call);
    expect(run.result).toMatchObject({
      totalFound: 1,
      droppedCount: 3,
      dropped: [
        { row: 3, reason: 'the name is missing or too long' },
        { row: 4, reason: 'the platform is not macos, windows or linux' },
        { row: 5, reason: 'isCompliant is neither true nor false' },
      ],
    });
    const [history] = await checkRuns(caller.call, caller.id);
    expect((await getCheckRun(caller.call, history.id)).logs[0]).toMatchObject({
      level: 'warn',
      message: 'Entry 3 was left out: the name is missing or too long',
    });
  });
  test('202 with dryRun returns the full result and changes no device (rule 15)', async () => {
    const caller = await withList('A,macos,ADA,SN-1,,,,,,,,');
    expect(await sync(caller.call, 'csv-people', '?dryRun=true')).toMatchObject({ result: { dryRun: true, counts: { imported: 1 } } });
    expect(await devicesOf(caller)).toEqual([]);
  });
  test('202 imports devices from a URL, and from the JSON of a service with other field names', async () => {
    const caller = await withList();
    const server = await standIn(({ path }) =>
      path === '/devices.csv'
        ? { text: csv(`A,macos,${caller.ada.email},SN-1,,,,,,,,`) }
        : path === '/api/devices'
          ? {
              json: {
                data: {
                  items: [
                    { name: 'B', os: 'win', owner: { email: caller.ada.email.toUpperCase() }, id: 5, externalId: '5', disk: true },
                    'no device',
                  ],
                },
              },
            }
          : {},
    );
    await setVariables(caller.call, caller.id, { devices_url: `${server.url}/devices.csv` });
    expect(outcome(await sync(caller.call))).toEqual({ 'SN-1': 'imported' });
    const { id } = await connect(caller.call, 'http-json', { baseUrl: server.url });
    await checkRuns(caller.call, id);
    expect(await sync(caller.call, 'http-json')).toMatchObject({ status: 'failed', error: 'The variable devices_path is not set' });
    await setVariables(caller.call, id, {
      devices_path: '/api/devices',
      devices_pointer: '/data/items',
      device_fields: 'platform=/os\nuserEmail=/owner/email\ncheck:disk=/disk',
    });
    const run = await sync(caller.call, 'http-json');
    expect(run.result).toMatchObject({
      counts: { imported: 1 },
      droppedCount: 1,
      dropped: [{ row: 2, reason: 'the name is missing or too long' }],
    });
    expect((await devicesOf(caller)).at(-1)).toMatchObject({
      name: 'B',
      platform: 'windows',
      external_device_id: '5',
      source_compliance: { checks: [{ id: 'disk', passed: true }] },
    });
    await setVariables(caller.call, id, { devices_pointer: '/none' });
    expect(await sync(caller.call, 'http-json')).toMatchObject({
      status: 'failed',
      error: 'There is no list of devices at /none of the answer',
    });
  });
  test('202, and the run fails when the JSON list is too long (rule 17)', async () => {
    const { call } = await app.caller();
    const text = `[${'0,'.repeat(50_000)}0]`;
    const server = await standIn(({ path }) => (path === '/devices' ? { text } : {}));
    const { id } = await connect(call, 'http-json', { baseUrl: server.url }, { variables: { devices_path: '/devices' } });
    await checkRuns(call, id);
    expect(await sync(call, 'http-json')).toMatchObject({ status: 'failed', error: 'The list has more than 50000 devices' });
  });
  test('202, and the run fails when no list is configured', async () => {
    const { call } = await withList();
    expect(await sync(call)).toMatchObject({ status: 'failed', error: 'The variable devices_csv or devices_url is not set' });
    expect((await call('GET', `${base}/logs`)).body.data).toMatchObject([{ eventType: 'device_sync', status: 'failed' }]);
  });
  test('404 for an unknown provider or connection; 400 without one of several connections; 409 without devices or an active connection', async () => {
    const { call, id } = await withList();
    await expectRequestError(call, 'POST', `${base}/none/devices`, undefined, 404, 'Provider not found');
    await expectRequestError(
      call,
      'POST',
      `${base}/csv-people/devices?connectionId=${newId('icn')}`,
      undefined,
      404,
      'Connection not found',
    );
    await expectRequestError(call, 'POST', `${base}/scim-directory/devices`, undefined, 409, 'The provider has no devices');
    await expectRequestError(call, 'POST', `${base}/http-json/devices`, undefined, 409, 'Provider is not connected');
    await call('POST', connectionPath(id, '/pause'));
    await expectRequestError(call, 'POST', `${base}/csv-people/devices`, undefined, 409, 'Connection is not active but paused');
    await connectList(call);
    expect(await call('POST', `${base}/csv-people/devices`)).toMatchObject({ status: 400, body: { details: { connectionId: {} } } });
  });
  test('409 while a sync of devices is under way, also for concurrent requests', async () => {
    const { call } = await withList('A,macos,ADA,SN-1,,,,,,,,');
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', `${base}/csv-people/devices`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    await waitForRun(call, answers.find(({ status }) => status === 202)?.body.id);
  });
});

describe('the chosen source of devices', () => {
  test('200 returns null or the chosen source, which is synced at 6:00 (rule 4)', async () => {
    const caller = await withList('A,macos,ADA,SN-1,,,,,,,,');
    const { call, id, organization } = caller;
    expect((await call('GET', providerUrl)).body).toEqual({ providerSlug: null });
    expect((await call('PUT', providerUrl, { body: { providerSlug: 'csv-people' } })).body).toEqual({ providerSlug: 'csv-people' });
    expect((await call('GET', '/v1/organization')).body.deviceSyncProvider).toBe('csv-people');
    const { nextSyncAt } = (await call('GET', connectionPath(id))).body;
    expect(nextSyncAt).toMatch(/T06:00:00.000Z$/);
    await startDueRuns(app.database, new Date(nextSyncAt));
    await expect.poll(async () => (await call('GET', `${base}/logs`)).body.data[0]?.status).toBe('completed');
    expect((await call('GET', `${base}/logs`)).body.data).toMatchObject([{ eventType: 'device_sync', triggeredBy: 'scheduled' }]);
    expect(await devicesOf(caller)).toHaveLength(1);
    expect((await call('PUT', providerUrl, { body: { providerSlug: null } })).body).toEqual({ providerSlug: null });
    expect((await call('GET', connectionPath(id))).body.nextSyncAt).toBeNull();
    expect((await readLog(app.database, organization.id)).some(({ action }) => action === 'Chose source of devices')).toBe(true);
  });
  test('400 for a provider without devices; 409 for a provider that is not connected', async () => {
    const { call } = await app.caller();
    expect(await call('PUT', providerUrl, { body: { providerSlug: 'scim-directory' } })).toMatchObject({
      status: 400,
      body: {
        details: { providerSlug: { _errors: ['must be one of: csv-people, http-json, http-json-basic'] } },
      },
    });
    await expectRequestError(call, 'PUT', providerUrl, { providerSlug: 'csv-people' }, 409, 'Provider is not connected');
    expect((await call('GET', `${base}/available-providers?syncType=device`)).body.data.map(({ slug }: { slug: string }) => slug)).toEqual([
      'http-json',
      'http-json-basic',
      'csv-people',
    ]);
  });
});
