/** Devices of members, with a stand-in for the device management system and without any system (people, rule 13). */
import { beforeAll, describe, expect, test } from 'vitest';
import http from 'node:http';
import { createApp } from '../../../server/app.ts';
import { withManualResults } from '#areas/workforce/people/rules/hosts';
import { newId } from '#platform/database/ids';
import type { DeviceManagement, Host } from '#platform/ports/device-management';
import { call as send, type RequestOptions, startApp, testConfig } from '../../support/app.ts';
import { confirm } from '../../support/confirmation.ts';
import { newMember, within } from '../../support/organization.ts';
import { recordAnswers, createRecordingLog } from '../../support/observed.ts';
import { expectSameProblem, lastEntry, getMember, errorAnswer } from '../../support/people.ts';

const app = startApp();
const host = (id: string, fields: Partial<Host> = {}): Host => ({
  id,
  name: `laptop-${id}`,
  platform: 'macos',
  osVersion: '15.4',
  ...fields,
});

/** Hosts by label. Hosts whose id begins with `stuck` cannot be removed, and reading label 666 fails. */
const hosts = new Map<number, Host[]>();
const management: DeviceManagement = {
  async listHosts(label) {
    if (label === 666) throw new Error('not reachable');
    return hosts.get(label) ?? [];
  },
  async removeHost(id) {
    if (id.startsWith('stuck')) throw new Error('in use');
    for (const [label, labelHosts] of hosts)
      hosts.set(
        label,
        labelHosts.filter((labelHost) => labelHost.id !== id),
      );
  },
};

let base: string;
beforeAll(async () => {
  const config = testConfig();
  const { app: handler } = createApp(app.database, config, { ...app.ports, devices: management }, createRecordingLog(config.logLevel));
  const server = http.createServer(recordAnswers(handler)).listen(0, '127.0.0.1').unref();
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
});

/** Creates a member with the given hosts under the label. */
async function withHosts(label: number | null, ...memberHosts: Host[]) {
  const { organization } = await app.caller();
  const call = (method: string, url: string, options: RequestOptions = {}) =>
    send(base, method, url, { key: organization.key, ...options });
  const { id } = await newMember(app.database, organization.id, ['employee'], { name: 'Chen Liu' });
  await within(app.database, organization.id, (db) =>
    db.updateTable('member').set({ device_mgmt_label_id: label }).where('id', '=', id).execute(),
  );
  if (label !== null) hosts.set(label, memberHosts);
  return { organization, call, id, path: `/v1/people/${id}` };
}
const result = (member_id: string, policy_id: string, response: 'pass' | 'fail') => ({
  id: newId('dpr'),
  member_id,
  policy_id,
  policy_name: `Policy ${policy_id}`,
  response,
});

describe('getMemberDeviceCompliance', () => {
  test('200 returns the hosts of the label, and the manual results sorted by policy', async () => {
    const { call, path, organization, id } = await withHosts(
      1,
      host('a', { policies: [{ id: '31', name: 'Disk is encrypted', response: 'fail' }], memoryBytes: 8 }),
      host('b'),
    );
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('device_policy_result')
        .values([result(id, '31', 'pass'), result(id, '20', 'fail')])
        .execute(),
    );
    const { userId } = await getMember(call, id);
    const { body } = await call('GET', `${path}/device-compliance`);
    expect(body.hosts).toEqual([
      { ...host('a'), memoryBytes: 8, policies: [{ id: '31', name: 'Disk is encrypted', response: 'pass' }] },
      host('b'),
    ]);
    expect(body.policyResults).toMatchObject([
      { policyId: '20', policyName: 'Policy 20', response: 'fail' },
      { policyId: '31', response: 'pass', userId, organizationId: organization.id, attachments: [] },
    ]);
  });
  test('200 returns empty lists for a member without a label', async () => {
    const { call, path, organization, id } = await withHosts(null);
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('device_policy_result')
        .values(result(id, '31', 'pass'))
        .execute(),
    );
    expect((await call('GET', `${path}/device-compliance`)).body).toEqual({ hosts: [], policyResults: [] });
  });
  test('200 returns no hosts when the system is unreachable, or when no system is configured', async () => {
    const { call, path, organization } = await withHosts(666);
    expect((await call('GET', `${path}/device-compliance`)).body).toEqual({ hosts: [], policyResults: [] });
    expect((await app.call('GET', `${path}/device-compliance`, { key: organization.key })).body).toEqual({ hosts: [], policyResults: [] });
  });
});

describe('the policy results of a host', () => {
  const policy = (id: string, response: 'pass' | 'fail') => ({ id, name: `Policy ${id}`, response });
  test.each([
    [true, 'pass'],
    [false, 'fail'],
  ] as const)('a macOS host with MDM data (enrolled: %s) has an additional policy with the result %s', (enrolled, response) => {
    expect(withManualResults(host('a', { mdm: { enrolled }, policies: [policy('1', 'fail')] }), []).policies).toEqual([
      policy('1', 'fail'),
      { id: '-9999', name: 'MDM enabled', response },
    ]);
  });
  test('other hosts, and hosts without MDM data, have no additional policy', () => {
    expect(withManualResults(host('a', { platform: 'windows', mdm: { enrolled: true } }), [])).not.toHaveProperty('policies');
    expect(withManualResults(host('a', { policies: [policy('1', 'pass')] }), []).policies).toEqual([policy('1', 'pass')]);
  });
  test('a manual pass overrides the result of a host, a manual failure does not', () => {
    const manualResults = [
      { policyId: '1', response: 'pass' as const },
      { policyId: '2', response: 'fail' as const },
      { policyId: '-9999', response: 'pass' as const },
    ];
    expect(
      withManualResults(
        host('a', { mdm: { enrolled: false }, policies: [policy('1', 'fail'), policy('2', 'pass'), policy('3', 'fail')] }),
        manualResults,
      ).policies?.map(({ response }) => response),
    ).toEqual(['pass', 'pass', 'fail', 'pass']);
  });
});

describe('removeMemberHost', () => {
  test('204 removes only the requested host', async () => {
    const { call, path, organization, id } = await withHosts(11, host('a11'), host('b11'));
    expect((await call('DELETE', `${path}/hosts/a11`)).status).toBe(204);
    expect(hosts.get(11)).toEqual([host('b11')]);
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'people',
      entity_id: id,
      description: 'Removed host [via API key "test"]',
      data: { changes: { host: { previous: 'laptop-a11 (a11)', current: null } } },
    });
  });
  test('404 for a member without a label, and for a host of another member', async () => {
    const { call, path } = await withHosts(12, host('a12'));
    await withHosts(13, host('a13'));
    expect(await call('DELETE', `${path}/hosts/a13`)).toMatchObject(errorAnswer(404, 'Host not found'));
    const withoutLabel = await withHosts(null);
    expect(await withoutLabel.call('DELETE', `${withoutLabel.path}/hosts/a12`)).toMatchObject(errorAnswer(404, 'Host not found'));
    expect(hosts.get(13)).toEqual([host('a13')]);
  });
  test('502 when the device management system fails to list or to remove hosts', async () => {
    for (const { call, path } of [await withHosts(666), await withHosts(14, host('stuck'))]) {
      expect(await call('DELETE', `${path}/hosts/stuck`)).toMatchObject(errorAnswer(502, 'Device management failed'));
      await expectSameProblem((options) => call('DELETE', `${path}/hosts/stuck`, options), 502, 'Device management failed');
    }
  });
});

describe('unlinkMemberDevices', () => {
  test('204 clears the label and removes its hosts, except hosts that cannot be removed', async () => {
    const { call, path, id, organization } = await withHosts(21, host('a21'), host('stuck21'), host('b21'));
    expect((await confirm(call, 'DELETE', `${path}/devices`)).status).toBe(204);
    expect(await getMember(call, id)).toMatchObject({ deviceMgmtLabelId: null });
    expect(hosts.get(21)).toEqual([host('stuck21')]);
    expect((await call('GET', `/v1/audit-logs?entityId=${id}`)).body.data.at(-1)).toMatchObject({
      description: 'Unlinked devices [via API key "test"]',
      data: { changes: { deviceMgmtLabelId: { previous: 21, current: null } } },
    });
    expect((await confirm(call, 'DELETE', `${path}/devices`)).status).toBe(204);
    expect(await call('DELETE', `/v1/people/${organization.id}/devices`)).toMatchObject(errorAnswer(404, 'Member not found'));
  });
  test('409 without confirmation lists what would be deleted, and changes nothing (rule 19)', async () => {
    const { call, path, id } = await withHosts(22, host('a22'));
    for (const query of ['', '?confirm=false'])
      expect(await call('DELETE', `${path}/devices${query}`)).toMatchObject({
        status: 409,
        body: { code: 'confirmation_required', confirmation: 'true', records: ['1 label with all of its hosts'] },
      });
    expect(await getMember(call, id)).toMatchObject({ deviceMgmtLabelId: 22 });
    expect(hosts.get(22)).toEqual([host('a22')]);
  });
  test('204 even if the device management system is unreachable', async () => {
    const { call, path, id } = await withHosts(666);
    expect((await confirm(call, 'DELETE', `${path}/devices`)).status).toBe(204);
    expect(await getMember(call, id)).toMatchObject({ deviceMgmtLabelId: null });
  });
});

test('204 on deactivation keeps the devices of the member registered (States)', async () => {
  const { call, path } = await withHosts(31, host('a31'), host('b31'));
  expect((await call('DELETE', path)).status).toBe(204);
  expect(hosts.get(31)).toEqual([host('a31'), host('b31')]);
});
