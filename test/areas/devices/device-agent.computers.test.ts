/** Which computers are the same, and which result is the newest (device-agent, rules 2 and 13; devices, rule 12). */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { selectAcceptedResults } from '#areas/devices/device-agent/rules/results';
import { parseDevices, planDevices } from '#areas/integrations/integrations/rules/device-plan';
import { isPlaceholder, placeholders } from '#domain/devices/placeholders';
import { startApp } from '../../support/app.ts';
import { newDevice, registration, results } from '../../support/devices.ts';

const app = startApp();
const devices = '/v1/device-agent/devices';

async function employee() {
  const { organization, call } = await app.caller();
  const { token } = await app.session(organization, ['employee']);
  const person: typeof app.call = (method, url, options = {}) => app.call(method, url, { bearer: token, ...options });
  const register = (fields: object) => person('POST', devices, { body: registration(organization.id, fields) });
  const list = async () => (await call('GET', '/v1/devices')).body.data;
  return { organization, call, person, register, list };
}

/** As makers write them. */
const written = [
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
  test.each([...written, ...placeholders])('%j is no identity', (value) => {
    expect(isPlaceholder(value)).toBe(true);
  });
  test.each(['C02XK0AAJGH5', '5CG1234567', '1000', 'PF3XK8Q1', 'VMware-56 4d 2f 1c', 'ABAB', '4C4C4544-0042-3510-8052-B4C04F4E4D32'])(
    '%j is an identity',
    (value) => expect(isPlaceholder(value)).toBe(false),
  );
  test('a sync does not take them for serial numbers', () => {
    const list = ['beech', 'cedar'].map((name) => ({
      name,
      platform: 'linux',
      userEmail: 'ada@example.com',
      serialNumber: 'Default string',
      externalId: name,
    }));
    const { devices: found } = parseDevices(list);
    expect(found.map(({ serialNumber }) => serialNumber)).toEqual([undefined, undefined]);
    const here = { connectionId: 'icn_1', devices: [], members: new Map([['ada@example.com', 'mem_1']]) };
    expect(planDevices(found, here).map(({ status }) => status)).toEqual(['imported', 'imported']);
  });
});

describe('registering a computer whose serial number is a placeholder', () => {
  test.each(written)('201 for each of two computers of a person with %j, and 200 for each again', async (serialNumber) => {
    const { register, list } = await employee();
    const computers = [
      { name: 'beech', hostname: 'beech.local', serialNumber },
      { name: 'cedar', hostname: 'cedar.local', serialNumber },
    ];
    for (const computer of computers)
      expect(await register(computer)).toMatchObject({ status: 201, body: { serialNumber: null, hardwareId: null } });
    for (const computer of computers) expect(await register(computer)).toMatchObject({ status: 200, body: { name: computer.name } });
    expect(await list()).toHaveLength(2);
  });
  test('201 for each of two computers with the same host name and different hardware ids, which they keep under other names', async () => {
    const { register, list } = await employee();
    const computer = { hostname: 'DESKTOP', serialNumber: 'Default string' };
    const [one, other] = [randomUUID(), randomUUID()];
    const first = await register({ ...computer, hardwareId: one.toUpperCase() });
    expect(first).toMatchObject({ status: 201, body: { hardwareId: one } });
    expect(await register({ ...computer, hardwareId: other })).toMatchObject({ status: 201, body: { hardwareId: other } });
    expect(await register({ ...computer, hardwareId: one, hostname: 'renamed' })).toMatchObject({
      status: 200,
      body: { id: first.body.id },
    });
    expect(await list()).toHaveLength(2);
  });
  test('200 when the serial number or the hardware id becomes known later', async () => {
    const { register, list } = await employee();
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
  test('201 for a hardware id that many boards have, which is none', async () => {
    const { register } = await employee();
    const hardwareId = '03000200-0400-0500-0006-000700080009';
    for (const hostname of ['beech', 'cedar'])
      expect(await register({ hostname, serialNumber: '0', hardwareId })).toMatchObject({ status: 201, body: { hardwareId: null } });
  });
  test('201 for the same hardware id with another serial number, or of another member', async () => {
    const { organization, register, list } = await employee();
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
  async function computer() {
    const { organization, person } = await employee();
    const { id } = await newDevice(person, organization.id);
    const report = async (passed: boolean, at: number) =>
      (await person('POST', `${devices}/${id}/check-ins`, { body: { checks: results(passed, new Date(at).toISOString()) } })).body;
    const read = async () => (await person('GET', `${devices}/${id}`)).body;
    return { report, read };
  }
  const all = ['disk_encryption', 'antivirus', 'password_policy', 'screen_lock'];

  test('201, and a check-in that arrives after a newer one changes nothing', async () => {
    const { report, read } = await computer();
    const now = Date.now();
    expect(await report(false, now)).toMatchObject({ isCompliant: false, ignoredChecks: [] });
    const before = await read();
    expect(await report(true, now - hour)).toMatchObject({ isCompliant: false, ignoredChecks: all });
    const { updatedAt: _changed, agentVersion: _version, hasAgentSession: _session, ...after } = await read();
    expect(before).toMatchObject(after);
    expect(await report(true, now)).toMatchObject({ isCompliant: true, ignoredChecks: [] });
  });
  test('201, and a time that lies ahead counts as now, so that it hinders no later check-in', async () => {
    const { report, read } = await computer();
    expect(await report(false, Date.now() + 365 * 24 * hour)).toMatchObject({ isCompliant: false, ignoredChecks: [] });
    const { checkDetails } = await read();
    expect(Date.parse(checkDetails.antivirus.checkedAt)).toBeLessThanOrEqual(Date.now());
    expect(await report(true, Date.now())).toMatchObject({ isCompliant: true, ignoredChecks: [] });
    expect(await report(false, Date.now() - hour)).toMatchObject({ isCompliant: true, ignoredChecks: all });
  });
  test('201, and a result from long ago is ignored, so that the computer stays stale', async () => {
    const { report, read } = await computer();
    expect(await report(true, Date.now() - 365 * 24 * hour)).toMatchObject({ isCompliant: false, ignoredChecks: all });
    expect(await read()).toMatchObject({ complianceStatus: 'stale', lastCheckIn: null, checkDetails: null });
  });
  test('a stored time that lies ahead, from before such times were refused, hinders nothing', () => {
    const now = Date.parse('2026-06-01T12:00:00.000Z');
    const check = { checkType: 'antivirus', passed: true, checkedAt: '2026-06-01T12:00:00Z' } as const;
    expect(selectAcceptedResults([check], { antivirus: '2027-06-01T12:00:00.000Z' }, now, 7)).toMatchObject({
      accepted: [check.checkType].map(() => ({})),
    });
    expect(selectAcceptedResults([check], { antivirus: '2026-06-01T12:00:00.000Z' }, now, 7).ignored).toEqual([]);
    expect(selectAcceptedResults([{ ...check, checkedAt: '2026-06-01T11:59:59.999Z' }], { antivirus: check.checkedAt }, now, 7).ignored).toEqual([
      'antivirus',
    ]);
  });
});
