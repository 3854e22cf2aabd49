/** Which computers count as the same, and which result as the newest (device-agent, rules 2 and 13; devices, rule 12). */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { selectAcceptedResults } from '#areas/devices/device-agent/rules/results';
import { parseDevices, planDevices } from '#areas/integrations/integrations/rules/device-plan';
import { isPlaceholder, placeholders } from '#domain/devices/placeholders';
import { startApp } from '../../support/app.ts';
import { newDevice, registration, results } from '../../support/devices.ts';

const app = startApp();
const devices = '/v1/device-agent/devices';

async function withEmployee() {
  const { organization, call } = await app.caller();
  const { token } = await app.session(organization, ['employee']);
  const asPerson: typeof app.call = (method, url, options = {}) => app.call(method, url, { bearer: token, ...options });
  const register = (fields: object) => asPerson('POST', devices, { body: registration(organization.id, fields) });
  const list = async () => (await call('GET', '/v1/devices')).body.data;
  return { organization, call, asPerson, register, list };
}

/** Placeholders as manufacturers write them. */
const writtenPlaceholders = [
  'To be filled by O.E.M.',
  'Ｔｏ ｂｅ ｆｉｌｌｅｄ ｂｙ Ｏ．Ｅ．Ｍ．',
  'To be filled in by OEM',
  'To be set by O.E.M.',
  '0123456',
  '2345678901',
  '１２３４５６７８９',
  'To Be Filled By O.E.M. ',
  '0',
  '00000000',
  '00 00-00',
  'Default string',
  'System Serial Number',
  'SYSTEM SERIAL NUMBER',
  'Chassis Serial Number',
  'None',
  'N/A',
  'Not Specified',
  'Not Applicable',
  'INVALID',
  'Unknown',
  'OEM',
  '123456789',
  '0123456789',
  'XXXXXXXXXXXX',
  '...........',
  '-',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  'FEFEFEFE-FEFE-FEFE-FEFE-FEFEFEFEFEFE',
  '03000200-0400-0500-0006-000700080009',
];

describe('placeholders', () => {
  test.each([...writtenPlaceholders, ...placeholders])('%j is not an identity', (value) => {
    expect(isPlaceholder(value)).toBe(true);
  });
  test.each(['C02XK0AAJGH5', '5CG1234567', '1000', 'PF3XK8Q1', 'VMware-56 4d 2f 1c', 'ABAB', '4C4C4544-0042-3510-8052-B4C04F4E4D32'])(
    '%j is an identity',
    (value) => expect(isPlaceholder(value)).toBe(false),
  );
  test('a sync ignores placeholders in serial numbers', () => {
    const list = ['beech', 'cedar'].map((name) => ({
      name,
      platform: 'linux',
      userEmail: 'ada@example.com',
      serialNumber: 'Default string',
      externalId: name,
    }));
    const { devices: parsedDevices } = parseDevices(list);
    expect(parsedDevices.map(({ serialNumber }) => serialNumber)).toEqual([undefined, undefined]);
    const existing = { connectionId: 'icn_1', devices: [], members: new Map([['ada@example.com', 'mem_1']]) };
    expect(planDevices(parsedDevices, existing).map(({ status }) => status)).toEqual(['imported', 'imported']);
  });
});

describe('registering a computer whose serial number is a placeholder', () => {
  test.each(writtenPlaceholders)(
    '201 for each of two computers with the serial number %j, and 200 when each computer registers again',
    async (serialNumber) => {
      const { register, list } = await withEmployee();
      const computers = [
        { name: 'beech', hostname: 'beech.local', serialNumber },
        { name: 'cedar', hostname: 'cedar.local', serialNumber },
      ];
      for (const computer of computers)
        expect(await register(computer)).toMatchObject({ status: 201, body: { serialNumber: null, hardwareId: null } });
      for (const computer of computers) expect(await register(computer)).toMatchObject({ status: 200, body: { name: computer.name } });
      expect(await list()).toHaveLength(2);
    },
  );
  test('201 for two computers with one host name and different hardware ids, and 200 after one of the computers was renamed', async () => {
    const { register, list } = await withEmployee();
    const computer = { hostname: 'DESKTOP', serialNumber: 'Default string' };
    const [firstId, secondId] = [randomUUID(), randomUUID()];
    const first = await register({ ...computer, hardwareId: firstId.toUpperCase() });
    expect(first).toMatchObject({ status: 201, body: { hardwareId: firstId } });
    expect(await register({ ...computer, hardwareId: secondId })).toMatchObject({ status: 201, body: { hardwareId: secondId } });
    expect(await register({ ...computer, hardwareId: firstId, hostname: 'renamed' })).toMatchObject({
      status: 200,
      body: { id: first.body.id },
    });
    expect(await list()).toHaveLength(2);
  });
  test('200 when the serial number or the hardware id becomes known later', async () => {
    const { register, list } = await withEmployee();
    const hardwareId = randomUUID();
    const { body } = await register({ hostname: 'beech', serialNumber: '0' });
    expect(await register({ hostname: 'beech', serialNumber: '0', hardwareId })).toMatchObject({
      status: 200,
      body: { id: body.id, hardwareId },
    });
    expect(await register({ hostname: 'elm', serialNumber: 'PF3XK8Q1', hardwareId })).toMatchObject({
      status: 200,
      body: { id: body.id, serialNumber: 'PF3XK8Q1' },
    });
    expect(await register({ hostname: 'elm', serialNumber: 'None', hardwareId })).toMatchObject({
      status: 200,
      body: { id: body.id, serialNumber: 'PF3XK8Q1' },
    });
    expect(await list()).toHaveLength(1);
  });
  test('201 for a hardware id that many boards share, which is ignored', async () => {
    const { register } = await withEmployee();
    const hardwareId = '03000200-0400-0500-0006-000700080009';
    for (const hostname of ['beech', 'cedar'])
      expect(await register({ hostname, serialNumber: '0', hardwareId })).toMatchObject({ status: 201, body: { hardwareId: null } });
  });
  test('201 for the same hardware id with another serial number, and for the same hardware id of another member', async () => {
    const { organization, register, list } = await withEmployee();
    const hardwareId = randomUUID();
    for (const serialNumber of ['PF3XK8Q1', 'PF3XK8Q2'])
      expect(await register({ serialNumber, hardwareId })).toMatchObject({ status: 201 });
    const { token } = await app.session(organization, ['employee']);
    expect(await app.call('POST', devices, { bearer: token, body: registration(organization.id, { hardwareId }) })).toMatchObject({
      status: 201,
    });
    expect(await list()).toHaveLength(3);
  });
});

describe('the order of check-ins', () => {
  const hour = 3_600_000;
  async function withComputer() {
    const { organization, asPerson } = await withEmployee();
    const { id } = await newDevice(asPerson, organization.id);
    const report = async (passed: boolean, time: number) =>
      (await asPerson('POST', `${devices}/${id}/check-ins`, { body: { checks: results(passed, new Date(time).toISOString()) } })).body;
    const read = async () => (await asPerson('GET', `${devices}/${id}`)).body;
    return { report, read };
  }
  const allChecks = ['disk_encryption', 'antivirus', 'password_policy', 'screen_lock'];

  test('201 for a check-in that arrives after a newer check-in, and changes nothing', async () => {
    const { report, read } = await withComputer();
    const now = Date.now();
    expect(await report(false, now)).toMatchObject({ isCompliant: false, ignoredChecks: [] });
    const before = await read();
    expect(await report(true, now - hour)).toMatchObject({ isCompliant: false, ignoredChecks: allChecks });
    const { updatedAt: _changed, version: _counted, agentVersion: _version, hasAgentSession: _session, ...after } = await read();
    expect(before).toMatchObject(after);
    expect(await report(true, now)).toMatchObject({ isCompliant: true, ignoredChecks: [] });
  });
  test('201 for a time in the future, which counts as now, so that later check-ins are accepted', async () => {
    const { report, read } = await withComputer();
    expect(await report(false, Date.now() + 365 * 24 * hour)).toMatchObject({ isCompliant: false, ignoredChecks: [] });
    const { checkDetails } = await read();
    expect(Date.parse(checkDetails.antivirus.checkedAt)).toBeLessThanOrEqual(Date.now());
    expect(await report(true, Date.now())).toMatchObject({ isCompliant: true, ignoredChecks: [] });
    expect(await report(false, Date.now() - hour)).toMatchObject({ isCompliant: true, ignoredChecks: allChecks });
  });
  test('201 for a result from long ago, which is ignored, so that the computer stays stale', async () => {
    const { report, read } = await withComputer();
    expect(await report(true, Date.now() - 365 * 24 * hour)).toMatchObject({ isCompliant: false, ignoredChecks: allChecks });
    expect(await read()).toMatchObject({ complianceStatus: 'stale', lastCheckIn: null, checkDetails: null });
  });
  test('a stored time in the future, from before such times were rejected, does not block new results', () => {
    const now = Date.parse('2026-06-01T12:00:00.000Z');
    const check = { checkType: 'antivirus', passed: true, checkedAt: '2026-06-01T12:00:00Z' } as const;
    expect(selectAcceptedResults([check], { antivirus: '2027-06-01T12:00:00.000Z' }, now, 7)).toMatchObject({
      accepted: [check.checkType].map(() => ({})),
    });
    expect(selectAcceptedResults([check], { antivirus: '2026-06-01T12:00:00.000Z' }, now, 7).ignored).toEqual([]);
    expect(
      selectAcceptedResults([{ ...check, checkedAt: '2026-06-01T11:59:59.999Z' }], { antivirus: check.checkedAt }, now, 7).ignored,
    ).toEqual(['antivirus']);
  });
});
