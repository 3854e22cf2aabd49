import { beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#generated/api';
import { newId } from '#platform/database/ids';
import { allPages, call, type Caller, listenOn, startApp, testConfig } from '../../support/app.ts';
import { confirm } from '../../support/confirmation.ts';
import { newDevice, registration, results } from '../../support/devices.ts';
import { newMember } from '../../support/organization.ts';
import { expectProblem } from '../../support/refusals.ts';

type Host = components['schemas']['DeviceHost'];
const app = startApp();
const failure = (status: number, error: string) => ({ status, body: { success: false, error } });
const notFound = failure(404, 'Device not found');
const hosts = new Map<number, Host[]>();
beforeAll(() => {
  Object.assign(app.ports.devices, {
    listHosts: (label: number) => (label === 666 ? Promise.reject(new Error('away')) : Promise.resolve(hosts.get(label) ?? [])),
  });
});
const host = (id: string, moreFields: Partial<Host> = {}): Host => ({
  id,
  name: `host ${id}`,
  platform: 'darwin',
  osVersion: '15.3',
  ...moreFields,
});
const policy = (response: 'pass' | 'fail') => ({ id: '204', name: 'Disk is encrypted', response });
const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

/** Stores a computer as a synchronization does. */
async function storeSyncedDevice({ organization }: Caller, memberId: string, fields: object = {}) {
  const id = newId('dev');
  await app.database.system
    .insertInto('device')
    .values({
      id,
      organization_id: organization.id,
      member_id: memberId,
      name: 'Synchronized',
      hostname: `${id}.local`,
      platform: 'windows',
      os_version: 'Windows 11',
      serial_number: id,
      source: 'integration',
      ...fields,
    })
    .execute();
  return id;
}

test('200 with the computers of all sources, and what each of them says (rules 1, 2 and 11)', async () => {
  const caller = await app.caller();
  const { organization, inPerson, call } = caller;
  const agent = await newDevice(inPerson, organization.id);
  const [compliantId, silentId] = [
    await storeSyncedDevice(caller, organization.owner.id, { source_compliance: JSON.stringify({ isCompliant: true }) }),
    await storeSyncedDevice(caller, organization.owner.id),
  ];
  hosts.set(7001, [host('1', { policies: [policy('pass')] }), host('2', { policies: [policy('pass'), policy('fail')] }), host('3')]);
  hosts.set(7002, [host('1', { policies: [policy('pass')] })]);
  const member = await newMember(app.database, organization.id, ['employee']);
  await app.database.system.updateTable('organization').set({ device_mgmt_label_id: 7001 }).where('id', '=', organization.id).execute();
  await app.database.system.updateTable('member').set({ device_mgmt_label_id: 7002 }).where('id', '=', member.id).execute();
  const { body } = await call('GET', '/v1/devices?count=true');
  const statuses = Object.fromEntries(
    body.data.map((device: { id: string; externalDeviceId: string | null; complianceStatus: string }) => [
      device.externalDeviceId ?? device.id,
      device.complianceStatus,
    ]),
  );
  expect(statuses).toEqual({
    [agent.id]: 'stale',
    [compliantId]: 'compliant',
    [silentId]: 'not_tracked',
    1: 'compliant',
    2: 'non_compliant',
    3: 'not_tracked',
  });
  expect(body.totalCount).toBe(6);
  const [managedDevice] = body.data.filter(({ externalDeviceId }: { externalDeviceId: string }) => externalDeviceId === '1');
  expect(managedDevice).toMatchObject({
    source: 'device_management',
    memberId: member.id,
    platform: 'macos',
    member: { user: { name: 'Max Member' } },
  });
  expect(await call('GET', `/v1/devices/${managedDevice.id}`)).toMatchObject({ status: 200, body: managedDevice });
  expect(await call('GET', '/v1/devices/stats')).toMatchObject({
    status: 200,
    body: {
      total: 6,
      compliant: 2,
      nonCompliant: 1,
      stale: 1,
      notTracked: 2,
      byPlatform: { macos: 4, windows: 2, linux: 0 },
      bySource: { agent: 1, device_management: 3, integration: 2 },
      membersWithoutDevice: 0,
    },
  });
  expect((await call('GET', `/v1/devices/member/${member.id}`)).body.data).toMatchObject([{ id: managedDevice.id }]);
  // Each computer appears once across all pages, in each sort order.
  for (const sortBy of ['installedAt', 'name', 'lastCheckIn'])
    for (const sortOrder of ['asc', 'desc']) {
      const pages = await allPages(call, `/v1/devices?limit=2&sortBy=${sortBy}&sortOrder=${sortOrder}`);
      expect(pages.flatMap(ids).sort()).toEqual(ids(body).sort());
    }
  expect(
    (await call('GET', '/v1/devices?source=device_management&complianceStatus=non_compliant&platform=macos&search=HOST')).body.data,
  ).toHaveLength(1);
  expect(await call('DELETE', `/v1/devices/${managedDevice.id}`)).toMatchObject(failure(409, 'The device belongs to device management'));
  await expectProblem(call, 'DELETE', `/v1/devices/${managedDevice.id}`, 409);
  const other = await app.caller();
  expect(await other.call('DELETE', `/v1/devices/${managedDevice.id}`)).toMatchObject(notFound);
  expect((await call('GET', `/v1/people/devices?memberId=${member.id}`)).body.data).toMatchObject([
    { id: managedDevice.id, member: { id: member.id, roles: ['employee'] } },
  ]);
});
test('200 without computers that an agent reports under the same name or serial number (rule 1)', async () => {
  const caller = await app.caller();
  const { organization, inPerson, call } = caller;
  const { id, serialNumber, hostname } = await newDevice(inPerson, organization.id);
  const hiddenId = await storeSyncedDevice(caller, organization.owner.id, { hostname: hostname.toUpperCase() });
  hosts.set(7003, [host('1', { serialNumber: serialNumber.toLowerCase() }), host('2', { hostname: hostname.toUpperCase() })]);
  await app.database.system.updateTable('organization').set({ device_mgmt_label_id: 7003 }).where('id', '=', organization.id).execute();
  expect(ids((await call('GET', '/v1/devices')).body)).toEqual([id]);
  expect((await call('GET', '/v1/devices/stats')).body.total).toBe(1);
  expect(await call('GET', `/v1/devices/${hiddenId}`)).toMatchObject({ status: 200 });
});
test('200 with the number of members without a computer, excluding the operator’s staff (spec/conventions, 3)', async () => {
  const { organization, inPerson } = await app.caller();
  await newDevice(inPerson, organization.id);
  await newMember(app.database, organization.id, ['employee']);
  await newMember(app.database, organization.id, ['auditor'], { email: `${newId('staff')}@operator.example` });
  const { base } = await listenOn(app.database, testConfig({ STAFF_EMAIL_DOMAINS: 'operator.example' }));
  const countWithoutDevice = async (baseUrl: string) =>
    (await call(baseUrl, 'GET', '/v1/devices/stats', { key: organization.key })).body.membersWithoutDevice;
  expect([await countWithoutDevice(app.base), await countWithoutDevice(base)]).toEqual([2, 1]);
});
test('200 without the managed computers when device management fails (rule 2)', async () => {
  const { organization, inPerson, call } = await app.caller();
  const { id } = await newDevice(inPerson, organization.id);
  await app.database.system.updateTable('organization').set({ device_mgmt_label_id: 666 }).where('id', '=', organization.id).execute();
  expect(ids((await call('GET', '/v1/devices')).body)).toEqual([id]);
  for (const method of ['GET', 'DELETE']) expect(await call(method, '/v1/devices/dmx_000000000000000000000000')).toMatchObject(notFound);
});
test('200 in each sort order, with filters, page by page', async () => {
  const { organization, inPerson, call } = await app.caller();
  const names = ['Beech', 'Alder', 'Cedar'];
  const devices = [];
  for (const name of names)
    devices.push(await newDevice(inPerson, organization.id, { name, platform: name === 'Cedar' ? 'linux' : 'macos' }));
  const [beech, alder, cedar] = devices.map(({ id }) => id);
  await inPerson('POST', `/v1/device-agent/devices/${beech}/check-ins`, { body: { checks: results() } });
  await inPerson('POST', `/v1/device-agent/devices/${cedar}/check-ins`, { body: { checks: results(false) } });
  const listIds = async (query: string) => (await allPages(call, `/v1/devices?limit=1&${query}`)).flatMap(ids);
  expect(await listIds('')).toEqual([cedar, alder, beech]);
  expect(await listIds('sortBy=name&sortOrder=asc')).toEqual([alder, beech, cedar]);
  expect(await listIds('sortBy=lastCheckIn')).toEqual([cedar, beech, alder]);
  expect(await listIds('sortBy=lastCheckIn&sortOrder=asc')).toEqual([beech, cedar, alder]);
  expect(await listIds('platform=linux')).toEqual([cedar]);
  expect(await listIds('complianceStatus=compliant&complianceStatus=stale')).toEqual([alder, beech]);
  expect(await listIds('source=integration')).toEqual([]);
  expect(await listIds('search=lde')).toEqual([alder]);
  expect(await listIds(`memberId=${organization.owner.id}`)).toHaveLength(3);
  expect(await listIds('memberId=mem_none')).toEqual([]);
  expect((await call('GET', '/v1/devices/stats')).body).toMatchObject({
    compliant: 1,
    nonCompliant: 1,
    stale: 1,
    failingChecks: { antivirus: 1 },
  });
  // A week later, the agent of this computer counts as silent (rule 11).
  await app.database.system
    .updateTable('device')
    .set({ last_check_in: new Date(Date.now() - 8 * 86_400_000).toISOString() })
    .where('id', '=', beech ?? '')
    .execute();
  expect((await call('GET', `/v1/devices/${beech}`)).body).toMatchObject({ complianceStatus: 'stale', isCompliant: true });
});
test('404 for a device or a member of another organization, and for a deactivated member', async () => {
  const { organization, inPerson } = await app.caller();
  const { id } = await newDevice(inPerson, organization.id);
  const { call, organization: other } = await app.caller();
  const deactivated = await newMember(app.database, other.id, ['employee'], { active: false });
  expect(await call('GET', `/v1/devices/${id}`)).toMatchObject(notFound);
  expect(await call('DELETE', `/v1/devices/${id}`)).toMatchObject(notFound);
  for (const memberId of [organization.owner.id, deactivated.id])
    expect(await call('GET', `/v1/devices/member/${memberId}`)).toMatchObject(failure(404, 'Member not found'));
});

describe('deleting', () => {
  test('204 by an owner or a key deletes the findings and the session of the device, too (rules 3 and 9)', async () => {
    const { organization, inPerson, call } = await app.callerForEverything();
    const device = await newDevice(inPerson, organization.id, { name: 'Old laptop' });
    const finding = await inPerson('POST', '/v1/findings', { body: { deviceId: device.id, content: 'The screen does not lock.' } });
    expect(finding).toMatchObject({ status: 201, body: { deviceId: device.id, device: { name: 'Old laptop' } } });
    const { body: checkIn } = await inPerson('POST', `/v1/device-agent/devices/${device.id}/check-ins`, { body: { checks: results() } });
    expect((await inPerson('DELETE', `/v1/devices/${device.id}`)).status).toBe(204);
    expect(await call('GET', `/v1/findings/${finding.body.id}`)).toMatchObject({ status: 404 });
    expect(await app.call('GET', '/v1/device-agent/devices', { bearer: checkIn.upgradedSessionToken })).toMatchObject({ status: 401 });
    const { body: log } = await call('GET', `/v1/audit-logs?entityId=${organization.owner.id}`);
    expect(log.data[0]).toMatchObject({
      entityType: 'people',
      description: 'Deleted a device',
      data: { changes: { name: { previous: 'Old laptop', current: null } } },
    });
    const second = await newDevice(inPerson, organization.id);
    expect((await call('DELETE', `/v1/devices/${second.id}`)).status).toBe(204);
  });
  test('403 for an admin with a session (rule 3)', async () => {
    const { organization, inPerson } = await app.caller();
    const { id } = await newDevice(inPerson, organization.id);
    const admin = await app.session(organization, ['admin']);
    expect(await admin.call('DELETE', `/v1/devices/${id}`)).toMatchObject(failure(403, 'Only an owner deletes devices'));
  });
  test('404 for a finding about a device of another organization (rule 10)', async () => {
    const { organization, inPerson } = await app.caller();
    const { id } = await newDevice(inPerson, organization.id);
    const other = await app.callerForEverything();
    expect(await other.inPerson('POST', '/v1/findings', { body: { deviceId: id, content: 'Lost.' } })).toMatchObject(notFound);
  });
});

describe('people', () => {
  test('204 unlinking a member deletes the computers that the agent reports (spec/areas/workforce/people)', async () => {
    const caller = await app.caller();
    const { organization, call } = caller;
    const { member, call: inPerson } = await app.session(organization, ['employee']);
    await newDevice(inPerson, organization.id);
    const synchronizedId = await storeSyncedDevice(caller, member.id);
    expect((await confirm(call, 'DELETE', `/v1/people/${member.id}/devices`)).status).toBe(204);
    expect(ids((await call('GET', '/v1/devices')).body)).toEqual([synchronizedId]);
  });
  test('200 with the full member of each computer, newest first', async () => {
    const { organization, inPerson, call } = await app.caller();
    const devices = [await newDevice(inPerson, organization.id), await newDevice(inPerson, organization.id)];
    const { body } = await call('GET', '/v1/people/devices?count=true');
    expect(body).toMatchObject({
      totalCount: 2,
      data: [{ id: devices[1].id, member: { role: 'owner', user: { name: 'Olive Owner' } } }, { id: devices[0].id }],
    });
  });
  test('200 counts the device step as completed for a member with a computer of the agent (frameworks, rule 4)', async () => {
    const { organization, inPerson, call } = await app.caller();
    const steps = { securityTrainingStepEnabled: false, backgroundCheckStepEnabled: false, deviceAgentStepEnabled: true };
    await call('PATCH', '/v1/organization', { body: steps });
    const people = async () => (await call('GET', '/v1/frameworks/scores')).body.people;
    expect(await people()).toEqual({ total: 1, completed: 0 });
    await inPerson('POST', '/v1/device-agent/devices', { body: registration(organization.id) });
    expect(await people()).toEqual({ total: 1, completed: 1 });
  });
});
test('200 with the computers of the caller for me, and the computers without a member for none', async () => {
  const caller = await app.caller();
  const { organization, call } = caller;
  const { call: askInSession, member } = await app.session(organization, ['admin']);
  const [ownId, otherId] = [await storeSyncedDevice(caller, member.id), await storeSyncedDevice(caller, organization.owner.id)];
  hosts.set(7005, [host('1')]);
  await app.database.system.updateTable('organization').set({ device_mgmt_label_id: 7005 }).where('id', '=', organization.id).execute();
  for (const url of ['/v1/devices', '/v1/people/devices']) {
    expect(ids((await askInSession('GET', `${url}?memberId=me`)).body)).toEqual([ownId]);
    expect(ids((await call('GET', `${url}?memberId=me`)).body)).toEqual([otherId]);
    const { body } = await call('GET', `${url}?memberId=none`);
    expect(body.data).toMatchObject([{ externalDeviceId: '1', memberId: null }]);
    expect(ids((await call('GET', `${url}?ids=${ids(body)[0]}&ids=${ownId}&ids=dev_unknown`)).body).sort()).toEqual(
      [ownId, ...ids(body)].sort(),
    );
  }
});
