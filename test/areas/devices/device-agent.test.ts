import { afterAll, describe, expect, test } from 'vitest';
import { call, listenOn, startApp, testConfig } from '../../support/app.ts';
import { agentToken, newDevice, registration, results } from '../../support/devices.ts';
import { newAccount, newMember, newMembership } from '../../support/organization.ts';
import { expectProblem } from '../../support/refusals.ts';
import { newId } from '#platform/database/ids';
import { hashOf } from '#platform/identity/keys';
import { sessionsFrom } from '#platform/identity/sessions';

const app = startApp();
const failure = (status: number, error: string) => ({ status, body: { success: false, error } });
const codeInvalid = failure(401, 'Invalid or expired code');
const deviceNotFound = failure(404, 'Device not found');
const codes = '/v1/device-agent/auth-code';
const sessions = '/v1/device-agent/sessions';
const devices = '/v1/device-agent/devices';

/** Creates an employee in a new organization, who calls without X-Organization-Id, as the agent does. */
async function withEmployee(roles: readonly string[] = ['employee']) {
  const caller = await app.caller();
  const { token, member, call: callAsMember } = await app.session(caller.organization, roles);
  const asPerson: typeof app.call = (method, url, options = {}) => app.call(method, url, { bearer: token, ...options });
  return { ...caller, token, member, asPerson, callAsMember };
}
const callWith =
  (bearer: string): typeof app.call =>
  (method, url, options = {}) =>
    app.call(method, url, { bearer, ...options });

describe('signing in', () => {
  test('200 with a code of 64 characters, and 200 with a session of one year (rule 7)', async () => {
    const { asPerson, member } = await withEmployee();
    const created = await asPerson('POST', codes, { body: { callbackPort: 51873, state: 'abc' } });
    expect(created).toMatchObject({ status: 200, body: { code: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    const answer = await app.call('POST', sessions, { body: { code: created.body.code, state: 'abc' } });
    expect(answer).toMatchObject({ status: 200, body: { userId: member.userId, sessionToken: expect.stringMatching(/^cas_/) } });
    expect(Math.round((Date.parse(answer.body.expiresAt) - Date.now()) / 86_400_000)).toBe(365);
  });
  test('401 for a code that was used, even by one of two simultaneous requests (rule 7)', async () => {
    const { asPerson } = await withEmployee();
    const { body } = await asPerson('POST', codes, { body: { callbackPort: 1, state: 'abc' } });
    const answers = await Promise.all([1, 2].map(() => app.call('POST', sessions, { body: { code: body.code, state: 'abc' } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await app.call('POST', sessions, { body: { code: body.code, state: 'abc' } })).toMatchObject(codeInvalid);
  });
  test('401 without a state, which invalidates the code (rule 7)', async () => {
    const { asPerson } = await withEmployee();
    const { body } = await asPerson('POST', codes, { body: { callbackPort: 1, state: 'abc' } });
    expect(await app.call('POST', sessions, { body: { code: body.code } })).toMatchObject(codeInvalid);
    expect(await app.call('POST', sessions, { body: { code: body.code, state: 'abc' } })).toMatchObject(codeInvalid);
  });
  test('401 for a wrong state, which invalidates the code (rule 7)', async () => {
    const { asPerson } = await withEmployee();
    const { body } = await asPerson('POST', codes, { body: { callbackPort: 1, state: 'abc' } });
    expect(await app.call('POST', sessions, { body: { code: body.code, state: 'other' } })).toMatchObject(codeInvalid);
    expect(await app.call('POST', sessions, { body: { code: body.code, state: 'abc' } })).toMatchObject(codeInvalid);
  });
  test('401 for a code after 120 seconds, and for an unknown code (rule 7)', async () => {
    const { asPerson } = await withEmployee();
    const { body } = await asPerson('POST', codes, { body: { callbackPort: 1, state: 'abc' } });
    await app.database.system
      .updateTable('ephemeral_value')
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .execute();
    expect(await app.call('POST', sessions, { body: { code: body.code, state: 'abc' } })).toMatchObject(codeInvalid);
    expect(await app.call('POST', sessions, { body: { code: 'never', state: 'abc' } })).toMatchObject(codeInvalid);
  });
  test.each(['signs out everywhere', 'is deactivated', 'is deactivated and back'])(
    '401 for a code of a person who %s meanwhile (rule 12)',
    async (event) => {
      const { asPerson, member, call: withKey } = await withEmployee();
      const { body } = await asPerson('POST', codes, { body: { callbackPort: 1, state: 'abc' } });
      if (event === 'signs out everywhere') expect((await asPerson('POST', '/v1/me/sign-out')).status).toBeLessThan(300);
      else expect((await withKey('DELETE', `/v1/people/${member.id}`)).status).toBe(204);
      if (event === 'is deactivated and back')
        await app.database.system.updateTable('member').set({ is_active: true }).where('id', '=', member.id).execute();
      expect(await app.call('POST', sessions, { body: { code: body.code, state: 'abc' } })).toMatchObject(codeInvalid);
      expect(await app.database.system.selectFrom('agent_session').select('id').where('user_id', '=', member.userId).execute()).toEqual([]);
    },
  );
  test('a code expires with its session at the latest (rule 12)', async () => {
    const { member } = await withEmployee();
    const bearer = await sessionsFrom(testConfig().session, app.ports.secrets).issue(member.userId, 20);
    const { body } = await app.call('POST', codes, { bearer, body: { callbackPort: 1, state: 'abc' } });
    const { expiresAt } = await app.database.system
      .selectFrom('ephemeral_value')
      .select('expires_at as expiresAt')
      .where('key_hash', '=', hashOf(`device-agent ${body.code}`))
      .executeTakeFirstOrThrow();
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + 20_000);
  });
  test('neither the code nor the token is readable in the database', async () => {
    const { asPerson } = await withEmployee();
    const { body } = await asPerson('POST', codes, { body: { callbackPort: 1, state: 'abc' } });
    const token = await agentToken(asPerson, app.call);
    const storedRows = [
      ...(await app.database.system.selectFrom('ephemeral_value').selectAll().execute()),
      ...(await app.database.system.selectFrom('agent_session').selectAll().execute()),
    ];
    expect(JSON.stringify(storedRows)).not.toContain(body.code);
    expect(JSON.stringify(storedRows)).not.toContain(token);
  });
  test('401 with the token of an agent for any other operation (rule 6)', async () => {
    const { asPerson, organization } = await withEmployee(['owner']);
    const token = await agentToken(asPerson, app.call);
    const headers = { 'X-Organization-Id': organization.id };
    for (const [method, url] of [
      ['GET', '/v1/devices'],
      ['GET', '/v1/risks'],
      ['GET', '/v1/device-agent/downloads/linux'],
      ['DELETE', `${sessions}/dev_x`],
    ] as const)
      expect(await app.call(method, url, { bearer: token, headers }), url).toMatchObject({ status: 401 });
    expect(await callWith(token)('GET', devices)).toMatchObject({ status: 200, body: { data: [] } });
  });
  test('401 for a code requested with the token of an agent, which would create a second, irrevocable session (rule 6)', async () => {
    const { asPerson } = await withEmployee();
    const agent = callWith(await agentToken(asPerson, app.call));
    expect(await agent('GET', devices)).toMatchObject({ status: 200 });
    const answer = await agent('POST', codes, { body: { callbackPort: 1, state: 'abc' } });
    expect(answer).toMatchObject(failure(401, 'Invalid, expired or missing session'));
  });
  test('401 with an expired session, with an invalid session, and without a session', async () => {
    const { asPerson, member } = await withEmployee();
    const token = await agentToken(asPerson, app.call);
    await app.database.system
      .updateTable('agent_session')
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .where('user_id', '=', member.userId)
      .execute();
    for (const bearer of [token, `cas_${'0'.repeat(64)}`, 'nonsense'])
      expect(await callWith(bearer)('GET', devices)).toMatchObject(failure(401, 'Invalid, expired or missing session'));
    expect(await app.call('GET', devices)).toMatchObject(failure(401, 'Invalid, expired or missing session'));
  });
  test('403 with an API key', async () => {
    const { call: withKey } = await withEmployee();
    expect(await withKey('GET', devices)).toMatchObject({ status: 403, body: { code: 'session_required' } });
  });
});

describe('organizations of the person', () => {
  test('200 with the organizations where the person is active, sorted by name (rule 1)', async () => {
    const { asPerson, member, organization } = await withEmployee();
    const other = await app.caller();
    await app.database.system.updateTable('organization').set({ name: 'Another' }).where('id', '=', other.organization.id).execute();
    await newMembership(app.database, other.organization.id, member.userId, ['contractor']);
    const answer = await asPerson('GET', '/v1/device-agent/organizations');
    expect(answer.body.data).toMatchObject([
      { organizationId: other.organization.id, organizationName: 'Another', role: 'contractor' },
      { organizationId: organization.id, organizationName: 'Test organization', role: 'employee' },
    ]);
    await app.database.system.updateTable('member').set({ is_active: false }).where('id', '=', member.id).execute();
    expect((await asPerson('GET', '/v1/device-agent/organizations')).body.data).toHaveLength(1);
  });
  test('200 with an empty list for a person without an organization', async () => {
    const userId = await newAccount(app.database);
    const token = await app.session((await app.caller()).organization, { id: '', userId, name: '', email: '' });
    expect(await app.call('GET', '/v1/device-agent/organizations', { bearer: token.token })).toMatchObject({
      status: 200,
      body: { data: [] },
    });
  });
});

describe('registering', () => {
  test('201 for a new computer with its Location, and 200 for the same one (rule 2)', async () => {
    const { asPerson, organization, member } = await withEmployee();
    const body = registration(organization.id);
    const first = await asPerson('POST', devices, { body });
    expect(first).toMatchObject({
      status: 201,
      body: {
        source: 'agent',
        memberId: member.id,
        complianceStatus: 'stale',
        lastCheckIn: null,
        serialNumber: body.serialNumber,
        hasAgentSession: false,
      },
    });
    expect(first.headers.get('location')).toBe(`${devices}/${first.body.id}`);
    const second = await asPerson('POST', devices, { body: { ...body, hostname: 'renamed', osVersion: '15.4' } });
    expect(second).toMatchObject({ status: 200, body: { id: first.body.id, hostname: 'renamed', osVersion: '15.4' } });
    expect((await asPerson('GET', devices)).body.data).toHaveLength(1);
  });
  test('200 for a computer whose serial number was unknown at first (rule 2)', async () => {
    const { asPerson, organization } = await withEmployee();
    const { serialNumber, ...body } = registration(organization.id);
    const first = await asPerson('POST', devices, { body });
    expect(first).toMatchObject({ status: 201, body: { serialNumber: null } });
    expect(await asPerson('POST', devices, { body })).toMatchObject({ status: 200, body: { id: first.body.id } });
    expect(await asPerson('POST', devices, { body: { ...body, serialNumber } })).toMatchObject({
      status: 200,
      body: { id: first.body.id, serialNumber },
    });
    expect((await asPerson('GET', devices)).body.data).toHaveLength(1);
  });
  test('blank values count as unknown, and the stored values remain', async () => {
    const { organization, asPerson } = await withEmployee();
    const register = (fields: object) =>
      asPerson('POST', devices, { body: { ...registration(organization.id), hostname: 'blank', serialNumber: undefined, ...fields } });
    const blank = { serialNumber: '', hardwareModel: '  ', agentVersion: ' ' };
    const { status, body } = await register(blank);
    expect([status, body]).toMatchObject([201, { serialNumber: null, hardwareModel: null, agentVersion: null }]);
    const knownValues = { serialNumber: 'C02XL0', hardwareModel: 'MacBook Air', agentVersion: '0.1.0' };
    expect(await register(knownValues)).toMatchObject({ status: 200, body: { id: body.id, ...knownValues } });
    await asPerson('POST', `${devices}/${body.id}/check-ins`, { body: { checks: results(), agentVersion: ' ' } });
    expect((await asPerson('GET', `${devices}/${body.id}`)).body).toMatchObject(knownValues);
  });
  test('201 and then 200 for a serial number that a computer of another member has, too (rule 2)', async () => {
    const { asPerson, organization, call: withKey } = await withEmployee();
    const other = callWith((await app.session(organization, ['employee'])).token);
    const body = registration(organization.id);
    const [mine, theirs] = [await asPerson('POST', devices, { body }), await other('POST', devices, { body })];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body.serialNumber).toBe(body.serialNumber);
    expect(await other('POST', devices, { body })).toMatchObject({ status: 200, body: { id: theirs.body.id } });
    expect((await withKey('GET', '/v1/devices')).body.data).toHaveLength(2);
    // The first record is deleted, and the second member keeps the other record.
    await withKey('DELETE', `/v1/devices/${mine.body.id}`);
    expect(await other('POST', devices, { body })).toMatchObject({ status: 200, body: { id: theirs.body.id } });
  });
  test('two simultaneous registrations create one computer (rule 2)', async () => {
    const { asPerson, organization } = await withEmployee();
    const body = registration(organization.id);
    const answers = await Promise.all([1, 2].map(() => asPerson('POST', devices, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect((await asPerson('GET', devices)).body.data).toHaveLength(1);
  });
  test('200 for a synchronized computer of the member, which becomes a computer of the agent (devices, rule 6)', async () => {
    const { asPerson, organization, member } = await withEmployee();
    const body = registration(organization.id);
    await app.database.system
      .insertInto('device')
      .values({
        id: 'dev_69a5a0d17c3be94f20d8a61f',
        organization_id: organization.id,
        member_id: member.id,
        name: 'synchronized',
        hostname: 'x',
        platform: 'macos',
        os_version: '15',
        serial_number: body.serialNumber,
        source: 'integration',
        source_compliance: JSON.stringify({ isCompliant: true }),
      })
      .execute();
    expect(await asPerson('POST', devices, { body })).toMatchObject({
      status: 200,
      body: { source: 'agent', complianceStatus: 'stale', name: body.name },
    });
  });
  test('404 for an organization where the person is not active (rule 1)', async () => {
    const { asPerson } = await withEmployee();
    const { organization } = await app.caller();
    expect(await asPerson('POST', devices, { body: registration(organization.id) })).toMatchObject(failure(404, 'Organization not found'));
  });
  test('only the first registration is logged (rule 10)', async () => {
    const { asPerson, organization, member, call: withKey } = await withEmployee();
    const body = registration(organization.id);
    for (let n = 0; n < 2; n += 1) await asPerson('POST', devices, { body });
    const { body: log } = await withKey('GET', `/v1/audit-logs?entityId=${member.id}`);
    expect(log.data).toMatchObject([{ entityType: 'people', description: 'Registered a device', memberId: member.id }]);
  });
});

describe('checking in', () => {
  test('201 changes only the reported values (rule 4)', async () => {
    const { asPerson, organization } = await withEmployee();
    const bearer = callWith(await agentToken(asPerson, app.call));
    const { id } = await newDevice(bearer, organization.id);
    const first = await bearer('POST', `${devices}/${id}/check-ins`, { body: { checks: results() } });
    expect(first).toMatchObject({ status: 201, body: { isCompliant: true } });
    expect(first.body).not.toHaveProperty('upgradedSessionToken');
    expect(first.headers.get('location')).toBe(`${devices}/${id}`);
    const details = { method: 'gsettings', raw: '', message: 'Nothing was found.', exception: 'It is not there.' };
    const checkedAt = new Date().toISOString();
    const failedCheck = { checkType: 'screen_lock', passed: false, checkedAt, details };
    expect(await bearer('POST', `${devices}/${id}/check-ins`, { body: { checks: [failedCheck], agentVersion: '0.2.0' } })).toMatchObject({
      body: { isCompliant: false },
    });
    const { body } = await bearer('GET', `${devices}/${id}`);
    expect(body).toMatchObject({
      isCompliant: false,
      complianceStatus: 'non_compliant',
      diskEncryptionEnabled: true,
      screenLockEnabled: false,
      agentVersion: '0.2.0',
      hasAgentSession: true,
      checkDetails: { antivirus: { passed: true }, screen_lock: { passed: false, checkedAt, ...details } },
    });
    expect(Date.parse(first.body.nextCheckIn) - Date.now()).toBeGreaterThan(3_500_000);
  });
  test('201 with a new token for an ordinary session, and the token works (rule 5)', async () => {
    const { asPerson, organization } = await withEmployee();
    const { id } = await newDevice(asPerson, organization.id);
    const { body } = await asPerson('POST', `${devices}/${id}/check-ins`, { body: { checks: results() } });
    expect(body.upgradedSessionToken).toMatch(/^cas_/);
    const next = await callWith(body.upgradedSessionToken)('POST', `${devices}/${id}/check-ins`, { body: { checks: results() } });
    expect(next.body).not.toHaveProperty('upgradedSessionToken');
    expect((await asPerson('GET', `${devices}/${id}`)).body.hasAgentSession).toBe(true);
  });
  test('401 with a session that another session has replaced on the computer (rule 3)', async () => {
    const { asPerson, organization } = await withEmployee();
    const [oldSession, newSession] = [callWith(await agentToken(asPerson, app.call)), callWith(await agentToken(asPerson, app.call))];
    const body = registration(organization.id);
    await oldSession('POST', devices, { body });
    expect(await newSession('POST', devices, { body })).toMatchObject({ status: 200 });
    expect(await oldSession('GET', devices)).toMatchObject({ status: 401 });
    expect(await newSession('GET', devices)).toMatchObject({ status: 200 });
  });
  test('404 for a computer of another member, and after a deactivation (rules 1 and 11)', async () => {
    const { asPerson, organization, member, call: withKey } = await withEmployee();
    const other = callWith((await app.session(organization, ['employee'])).token);
    const { id } = await newDevice(asPerson, organization.id);
    const { body: upgraded } = await asPerson('POST', `${devices}/${id}/check-ins`, { body: { checks: results() } });
    const checks = { body: { checks: results() } };
    expect(await other('POST', `${devices}/${id}/check-ins`, checks)).toMatchObject(deviceNotFound);
    expect(await other('GET', `${devices}/${id}`)).toMatchObject(deviceNotFound);
    expect((await withKey('DELETE', `/v1/people/${member.id}`)).status).toBe(204);
    expect(await asPerson('POST', `${devices}/${id}/check-ins`, checks)).toMatchObject(deviceNotFound);
    expect(await callWith(upgraded.upgradedSessionToken)('GET', devices)).toMatchObject({ status: 401 });
    expect((await withKey('GET', `/v1/devices/${id}`)).body).toMatchObject({ hasAgentSession: false });
  });
  test('401 after a deactivation with a session without a computer, even when the person is active again', async () => {
    const { asPerson, organization, member, call: withKey } = await withEmployee();
    const token = await agentToken(asPerson, app.call);
    expect((await withKey('DELETE', `/v1/people/${member.id}`)).status).toBe(204);
    expect(await callWith(token)('GET', devices)).toMatchObject({ status: 401 });
    await app.database.system.updateTable('member').set({ is_active: true }).where('id', '=', member.id).execute();
    expect(await callWith(token)('POST', devices, { body: registration(organization.id) })).toMatchObject({ status: 401 });
  });
  test('201 after a deactivation in one of two organizations, with a session without a computer', async () => {
    const { asPerson, member, call: withKey } = await withEmployee();
    const other = await app.caller();
    await newMembership(app.database, other.organization.id, member.userId, ['employee']);
    const token = await agentToken(asPerson, app.call);
    expect((await withKey('DELETE', `/v1/people/${member.id}`)).status).toBe(204);
    expect(await callWith(token)('POST', devices, { body: registration(other.organization.id) })).toMatchObject({ status: 201 });
  });
  test('a session that ended during a check-in is not linked again (rule 3)', async () => {
    const { asPerson, organization, call: withKey } = await withEmployee();
    const { id } = await newDevice(asPerson, organization.id);
    const link = { agent_session_id: newId('ses'), agent_session_until: new Date(Date.now() + 3_600_000).toISOString() };
    await app.database.system.updateTable('device').set(link).where('id', '=', id).execute();
    expect((await withKey('GET', `/v1/devices/${id}`)).body).toMatchObject({ hasAgentSession: false });
  });
  test('201 for the synchronized record of a computer that the agent has registered as another record', async () => {
    const { asPerson, organization, member } = await withEmployee();
    const { serialNumber: _none, ...body } = registration(organization.id);
    expect(await asPerson('POST', devices, { body })).toMatchObject({ status: 201 });
    const { hostname, name } = body;
    const id = newId('dev');
    const record = { id, hostname, name, platform: 'linux', os_version: '', source: 'integration', external_device_id: '7' } as const;
    await app.database.system
      .insertInto('device')
      .values({ ...record, organization_id: organization.id, member_id: member.id })
      .execute();
    expect(await asPerson('POST', `${devices}/${id}/check-ins`, { body: { checks: results() } })).toMatchObject({ status: 201 });
    expect((await asPerson('GET', `${devices}/${id}`)).body).toMatchObject({ source: 'integration', diskEncryptionEnabled: true });
  });
  test.each(['2026-06-30T23:59:60Z', '9999-12-31T23:59:59-12:00', '0000-01-01T00:00:00Z', '2026-04-11T14:00:00.123456789+05:30'])(
    'a result with the time %s is accepted or returns 400, and never causes a server error',
    async (checkedAt) => {
      const { asPerson, organization } = await withEmployee();
      const { id } = await newDevice(asPerson, organization.id);
      const { status } = await asPerson('POST', `${devices}/${id}/check-ins`, { body: { checks: results(true, checkedAt) } });
      expect([201, 400]).toContain(status);
      expect((await asPerson('GET', `${devices}/${id}`)).status).toBe(200);
    },
  );
  test('400 for an unknown check', async () => {
    const { asPerson, organization } = await withEmployee();
    const { id } = await newDevice(asPerson, organization.id);
    const check = { checkType: 'firewall', passed: true, checkedAt: '2026-04-11T14:00:00Z' };
    expect(await asPerson('POST', `${devices}/${id}/check-ins`, { body: { checks: [check] } })).toMatchObject({
      status: 400,
      body: { details: { 'checks.0.checkType': { _errors: [expect.stringContaining('disk_encryption')] } } },
    });
  });
  test('a changed result is logged, and a check-in without a change is not logged (rule 10)', async () => {
    const { asPerson, organization, member, call: withKey } = await withEmployee();
    const { id } = await newDevice(asPerson, organization.id, { name: 'Laptop' });
    for (const passed of [true, true, false]) await asPerson('POST', `${devices}/${id}/check-ins`, { body: { checks: results(passed) } });
    const { body: log } = await withKey('GET', `/v1/audit-logs?entityId=${member.id}`);
    expect(log.data.map(({ description }: { description: string }) => description)).toEqual([
      'Laptop no longer passes all security checks',
      'Laptop passes all security checks',
      'Registered a device',
    ]);
  });
  test('429 beyond the limit for one computer, even without other limits (rule 9)', async () => {
    const { asPerson, organization, token } = await withEmployee();
    const [first, second] = [await newDevice(asPerson, organization.id), await newDevice(asPerson, organization.id)];
    const { base } = await listenOn(app.database, testConfig({ CHECK_IN_RATE_LIMIT: '2' }));
    const ask = (id: string) => call(base, 'POST', `${devices}/${id}/check-ins`, { bearer: token, body: { checks: results() } });
    expect([(await ask(first.id)).status, (await ask(first.id)).status]).toEqual([201, 201]);
    const rejection = await ask(first.id);
    expect(rejection).toMatchObject({ status: 429 });
    expect(rejection.headers.get('ratelimit-policy')).toBe('"check-ins";q=2;w=3600');
    expect((await ask(second.id)).status).toBe(201);
  });
});

describe('revoking', () => {
  test('204 signs the agent out, and is logged once (rule 10)', async () => {
    const { asPerson, organization, member, call: withKey } = await withEmployee();
    const agent = callWith(await agentToken(asPerson, app.call));
    const { id } = await newDevice(agent, organization.id);
    expect((await withKey('DELETE', `${sessions}/${id}`)).status).toBe(204);
    expect(await agent('GET', devices)).toMatchObject({ status: 401 });
    expect((await withKey('DELETE', `${sessions}/${id}`)).status).toBe(204);
    const { body: log } = await withKey('GET', `/v1/audit-logs?entityId=${member.id}`);
    expect(log.data.map(({ description }: { description: string }) => description.replace(/ \[.*/, ''))).toEqual([
      'Revoked the agent session of a device',
      'Registered a device',
    ]);
  });
  test('404 for a device of another organization', async () => {
    const { asPerson, organization } = await withEmployee();
    const { id } = await newDevice(asPerson, organization.id);
    expect(await (await app.caller()).call('DELETE', `${sessions}/${id}`)).toMatchObject(deviceNotFound);
  });
});

describe('a person in two organizations', () => {
  test('200 with the computers of both organizations, or of one organization', async () => {
    const { asPerson, organization, member } = await withEmployee();
    const other = await app.caller();
    await newMembership(app.database, other.organization.id, member.userId);
    const agent = callWith(await agentToken(asPerson, app.call));
    const [first, second] = [await newDevice(agent, organization.id), await newDevice(agent, other.organization.id)];
    expect((await agent('GET', devices)).body.data.map(({ id }: { id: string }) => id).sort()).toEqual([first.id, second.id].sort());
    expect((await agent('GET', `${devices}?organizationId=${organization.id}`)).body.data).toMatchObject([{ id: first.id }]);
    expect((await agent('GET', `${devices}?organizationId=${(await app.caller()).organization.id}`)).body.data).toEqual([]);
    // Revoking the session in one organization signs the computer out in both organizations.
    expect((await other.call('DELETE', `${sessions}/${second.id}`)).status).toBe(204);
    expect((await asPerson('GET', `${devices}/${first.id}`)).body.hasAgentSession).toBe(false);
  });
  test('removing a membership deletes its computers (devices, rule 5)', async () => {
    const { organization, call: withKey } = await app.caller();
    const member = await newMember(app.database, organization.id, ['employee']);
    await newDevice(callWith((await app.session(organization, member)).token), organization.id);
    await app.database.system.deleteFrom('member').where('id', '=', member.id).execute();
    expect((await withKey('GET', '/v1/devices')).body.data).toEqual([]);
  });
});

describe('packages', () => {
  const storedKeys: string[] = [];
  const put = (name: string, content: string) => {
    const key = `releases/stable/${name}`;
    storedKeys.push(key);
    return app.ports.files.put(key, Buffer.from(content));
  };
  // All test files share the store, and other tests request packages that must not exist.
  afterAll(() => Promise.all(storedKeys.map((key) => app.ports.files.remove(key))));
  test('200 with the installer for the platform and the processor (rule 8)', async () => {
    const { callAsMember } = await withEmployee();
    await put('device-agent-macos-arm64.dmg', 'koly');
    await put('device-agent-windows-x64.exe', 'MZ');
    await put('device-agent-linux-arm64.deb', '!<arch>');
    for (const [url, type, content, name] of [
      ['macos', 'application/x-apple-diskimage', 'koly', 'device-agent-macos-arm64.dmg'],
      ['windows', 'application/octet-stream', 'MZ', 'device-agent-windows-x64.exe'],
      ['linux?arch=arm64', 'application/vnd.debian.binary-package', '!<arch>', 'device-agent-linux-arm64.deb'],
    ] as const) {
      const answer = await callAsMember('GET', `/v1/device-agent/downloads/${url}`);
      expect(answer).toMatchObject({ status: 200, text: content });
      expect(answer.headers.get('content-type')).toBe(type);
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const part = await callAsMember('GET', `/v1/device-agent/downloads/${url}`, {
        headers: { Range: 'bytes=1-', 'If-Range': answer.headers.get('etag') ?? '' },
      });
      expect(part).toMatchObject({ status: 206, text: content.slice(1) });
      expect(part.headers.get('content-type')).toBe(type);
      expect(part.headers.get('content-range')).toBe(`bytes 1-${content.length - 1}/${content.length}`);
    }
  });
  test('416 for a part that begins after the end of the installer, as an envelope and as a problem', async () => {
    const { callAsMember } = await withEmployee();
    await put('device-agent-linux-arm64.deb', '!<arch>');
    for (const accept of ['application/json', 'application/problem+json']) {
      const headers = { Range: 'bytes=7-', Accept: `application/vnd.debian.binary-package, ${accept}` };
      const answer = await callAsMember('GET', '/v1/device-agent/downloads/linux?arch=arm64', { headers });
      expect(answer).toMatchObject({ status: 416, body: { code: 'range_not_satisfiable', size: 7 } });
      expect([answer.headers.get('content-type'), answer.headers.get('content-range')]).toEqual([accept, 'bytes */7']);
    }
  });
  test('404 for an installer that is not stored (rule 8)', async () => {
    const { callAsMember } = await withEmployee();
    expect(await callAsMember('GET', '/v1/device-agent/downloads/windows?arch=arm64')).toMatchObject(failure(404, 'Package not found'));
  });
  test('200 with the manifest, and 302 to a package, for anybody, even for HEAD (rule 8)', async () => {
    await put('latest.yml', 'version: 0.1.0\n');
    await put('device-agent-0.1.0.zip', 'PK');
    const manifest = await app.call('GET', '/v1/device-agent/updates/latest.yml');
    expect(manifest).toMatchObject({ status: 200, text: 'version: 0.1.0\n' });
    expect(manifest.headers.get('cache-control')).toBe('public, max-age=300');
    expect(manifest.headers.get('content-type')).toMatch(/^text\/yaml/);
    for (const method of ['GET', 'HEAD']) {
      const redirect = await app.call(method, '/v1/device-agent/updates/device-agent-0.1.0.zip');
      expect(redirect).toMatchObject({ status: 302, text: '' });
      expect(redirect.headers.get('cache-control')).toBe('no-store');
      const { pathname, search } = new URL(redirect.headers.get('location') ?? '');
      expect(await app.call(method, pathname + search)).toMatchObject({ status: 200, text: method === 'GET' ? 'PK' : '' });
    }
  });
  test.each(['none.zip', 'latest.txt', 'none.yml', '..', '..%2Flatest.yml', 'a%5Cb.yml', 'a%2F..%2Fb.yml', '..yml'])(
    '404 for %s (rule 8)',
    async (name) => {
      expect(await app.call('GET', `/v1/device-agent/updates/${name}`)).toMatchObject({ status: 404 });
    },
  );
});

test('404 for an unknown organization, as problem details', async () => {
  const { asPerson } = await withEmployee();
  await expectProblem(asPerson, 'POST', devices, 404, registration(newId('org')));
});
