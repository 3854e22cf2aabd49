/** Ended sessions stay invalid (people, rules 21 and 22). */
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { operations } from '#generated/operations';
import { call as send, listenOn, startApp, testConfig } from '../support/app.ts';
import { agentToken, newDevice, results } from '../support/devices.ts';
import { newMember, newMembership, type TestMember, type TestOrganization } from '../support/organization.ts';

const app = startApp();
const endedSession = { status: 401, body: { code: 'session_invalid' } };
const pollOptions = { interval: 50 };
type Ask = typeof app.call;

const callWith =
  (bearer: string, organizationId?: string): Ask =>
  (method, url, options = {}) =>
    app.call(method, url, { bearer, headers: organizationId === undefined ? {} : { 'X-Organization-Id': organizationId }, ...options });

/** Creates a person with a session that has been used in two organizations. */
async function createPersonInTwoOrganizations() {
  const [first, second] = [await app.caller(), await app.caller()];
  const { token, member, call } = await app.session(first.organization, ['admin']);
  const otherMembership = { ...member, id: await newMembership(app.database, second.organization.id, member.userId, ['admin']) };
  const elsewhere = callWith(token, second.organization.id);
  expect(await call('GET', '/v1/risks')).toMatchObject({ status: 200 });
  expect(await elsewhere('GET', '/v1/risks')).toMatchObject({ status: 200 });
  return { first, second, token, member, other: otherMembership, call, elsewhere, person: callWith(token) };
}
const statusOf =
  (ask: Ask, url = '/v1/roles') =>
  async () =>
    (await ask('GET', url)).status;

async function newSession(organization: Pick<TestOrganization, 'id'>, member: TestMember) {
  const { call, token } = await app.session(organization, member);
  return { call, token };
}

describe('a session from before the deactivation', () => {
  test.each([
    ['deactivateMember', 'DELETE', '', undefined],
    ['updateMember', 'PATCH', '', { isActive: false }],
  ])('stays 401 after the reactivation, in this organization only (%s)', async (_operation, method, suffix, body) => {
    const { first, member, call, elsewhere } = await createPersonInTwoOrganizations();
    const path = `/v1/people/${member.id}`;
    expect((await first.inPerson(method, `${path}${suffix}`, { body })).status).toBeLessThan(300);
    expect(await first.inPerson('POST', `${path}/reactivate`)).toMatchObject({ status: 200 });
    await expect.poll(statusOf(call), pollOptions).toBe(401);
    expect(await call('GET', '/v1/roles')).toMatchObject(endedSession);
    expect(await call('GET', '/v1/risks')).toMatchObject({ status: 401 });
    expect(await elsewhere('GET', '/v1/roles')).toMatchObject({ status: 200 });
    expect(await (await newSession(first.organization, member)).call('GET', '/v1/roles')).toMatchObject({ status: 200 });
    expect(await call('GET', '/v1/roles')).toMatchObject(endedSession);
  });

  test('does not reach devices of this organization through an agent, however the agent gets a session', async () => {
    const { first, second, member, token, person } = await createPersonInTwoOrganizations();
    const agent = callWith(await agentToken(person, app.call));
    const device = await newDevice(person, first.organization.id);
    await first.inPerson('DELETE', `/v1/people/${member.id}`);
    await first.inPerson('POST', `/v1/people/${member.id}/reactivate`);
    const agentCall = callWith(await agentToken(callWith(token), app.call));
    for (const ask of [person, agent, agentCall]) {
      const organizations = await ask('GET', '/v1/device-agent/organizations');
      expect(organizations.body.data.map((one: { organizationId: string }) => one.organizationId)).toEqual([second.organization.id]);
      expect(await ask('GET', `/v1/device-agent/devices/${device.id}`)).toMatchObject({ status: 404 });
      expect(await ask('POST', `/v1/device-agent/devices/${device.id}/check-ins`, { body: { checks: results() } })).toMatchObject({
        status: 404,
      });
    }
    const otherDevice = await newDevice(person, second.organization.id);
    const checkIn = await person('POST', `/v1/device-agent/devices/${otherDevice.id}/check-ins`, { body: { checks: results() } });
    expect(checkIn).toMatchObject({ status: 201, body: { upgradedSessionToken: expect.stringMatching(/^cas_/) } });
    expect((await callWith(checkIn.body.upgradedSessionToken)('GET', '/v1/device-agent/organizations')).body.data).toHaveLength(1);
    const fresh = await newSession(first.organization, member);
    expect((await callWith(fresh.token)('GET', '/v1/device-agent/organizations')).body.data).toHaveLength(2);
  });

  test('gets 401 on a second server, too', async () => {
    const { first, member, token } = await createPersonInTwoOrganizations();
    const { server, base } = await listenOn(app.database, testConfig());
    try {
      const callSecondServer = () =>
        send(base, 'GET', '/v1/roles', { bearer: token, headers: { 'X-Organization-Id': first.organization.id } });
      expect(await callSecondServer()).toMatchObject({ status: 200 });
      await first.inPerson('DELETE', `/v1/people/${member.id}`);
      await first.inPerson('POST', `/v1/people/${member.id}/reactivate`);
      await expect.poll(async () => (await callSecondServer()).status, pollOptions).toBe(401);
    } finally {
      server.close();
    }
  });
});

describe('a session from before a changed address', () => {
  test('gets 401 in the organization that changed the address, and 200 elsewhere', async () => {
    const { first, member, call, elsewhere, person } = await createPersonInTwoOrganizations();
    const agent = callWith(await agentToken(person, app.call));
    await newDevice(agent, first.organization.id);
    expect(await first.inPerson('PATCH', `/v1/people/${member.id}`, { body: { email: `new-${member.email}` } })).toMatchObject({
      status: 200,
    });
    await expect.poll(statusOf(call), pollOptions).toBe(401);
    expect(await elsewhere('GET', '/v1/roles')).toMatchObject({ status: 200 });
    expect(await agent('GET', '/v1/device-agent/devices')).toMatchObject(endedSession);
    expect(await (await newSession(first.organization, member)).call('GET', '/v1/roles')).toMatchObject({ status: 200 });
    expect(await first.inPerson('PATCH', `/v1/people/${member.id}`, { body: { email: member.email } })).toMatchObject({ status: 200 });
    expect(await call('GET', '/v1/roles')).toMatchObject(endedSession);
  });
  test('gets 200 when the same address is sent again', async () => {
    const { first, member, call } = await createPersonInTwoOrganizations();
    expect(await first.call('PATCH', `/v1/people/${member.id}`, { body: { email: member.email, name: 'Nia New' } })).toMatchObject({
      status: 200,
    });
    const { status, body } = await call('GET', '/v1/me');
    expect([status, body.user.notBefore]).toEqual([200, null]);
    expect(body.organizations.map((one: { notBefore: unknown }) => one.notBefore)).toEqual([null, null]);
  });
  test('gets 401 everywhere when the address of the account changes', async () => {
    const { member, call, elsewhere, person } = await createPersonInTwoOrganizations();
    await app.database.system
      .updateTable('user_account')
      .set({ email: `new-${member.email}` })
      .where('id', '=', member.userId)
      .execute();
    await expect.poll(statusOf(call), pollOptions).toBe(401);
    await expect.poll(statusOf(elsewhere), pollOptions).toBe(401);
    expect(await person('GET', '/v1/me')).toMatchObject(endedSession);
  });
  test('gets 401 when the membership was moved to another account and back', async () => {
    const { first, member, call } = await createPersonInTwoOrganizations();
    const heir = await newMember(app.database, (await app.caller()).organization.id, ['employee']);
    const moveMembershipTo = (user_id: string) =>
      app.database.system
        .updateTable('member')
        .set({ user_id })
        .where('organization_id', '=', first.organization.id)
        .where('id', '=', member.id)
        .execute();
    await moveMembershipTo(heir.userId);
    await moveMembershipTo(member.userId);
    await expect.poll(statusOf(call), pollOptions).toBe(401);
  });
});

describe('signOutEverywhere', () => {
  test('200, and then 401 for every session of the person: in each organization, of agents, and by a pending code', async () => {
    const { first, member, call, elsewhere, person } = await createPersonInTwoOrganizations();
    const agent = callWith(await agentToken(person, app.call));
    const device = await newDevice(agent, first.organization.id);
    const { code } = (await person('POST', '/v1/device-agent/auth-code', { body: { callbackPort: 1, state: 'a state' } })).body;
    const startTime = Date.now();
    const signOut = await person('POST', '/v1/me/sign-out');
    expect(signOut).toMatchObject({ status: 200 });
    expect(Math.abs(Date.parse(signOut.body.notBefore) - startTime)).toBeLessThan(30_000);
    await expect.poll(statusOf(call), pollOptions).toBe(401);
    for (const ask of [call, elsewhere]) await expect.poll(statusOf(ask), pollOptions).toBe(401);
    for (const ask of [person, agent]) {
      expect(await ask('GET', '/v1/device-agent/devices')).toMatchObject(endedSession);
      expect(await ask('GET', '/v1/me')).toMatchObject(endedSession);
      expect(await ask('POST', '/v1/me/sign-out')).toMatchObject(endedSession);
    }
    const exchange = await app.call('POST', '/v1/device-agent/sessions', { body: { code, state: 'a state' } });
    expect(exchange).toMatchObject({ status: 401, body: { code: 'agent_code_invalid' } });
    const fresh = await newSession(first.organization, member);
    expect(await fresh.call('GET', '/v1/roles')).toMatchObject({ status: 200 });
    expect(await fresh.call('GET', '/v1/me')).toMatchObject({
      status: 200,
      body: { user: { id: member.userId, notBefore: signOut.body.notBefore } },
    });
    expect(await fresh.call('GET', `/v1/devices/${device.id}`)).toMatchObject({ status: 200, body: { hasAgentSession: false } });
    expect(await call('GET', '/v1/roles')).toMatchObject(endedSession);
  });
  test('200, and each organization of the person logs it without mentioning the others', async () => {
    const { first, second, member, other, person } = await createPersonInTwoOrganizations();
    expect(await person('POST', '/v1/me/sign-out')).toMatchObject({ status: 200 });
    for (const [{ call, organization }, memberId, unexpected] of [
      [first, member.id, second],
      [second, other.id, first],
    ] as const) {
      const { data } = (await call('GET', '/v1/audit-logs?search=Signed%20out')).body;
      expect(data).toMatchObject([
        {
          organizationId: organization.id,
          userId: member.userId,
          memberId,
          entityType: 'people',
          entityId: memberId,
          description: 'Signed out everywhere',
          data: { resource: 'member' },
        },
      ]);
      expect(JSON.stringify(data)).not.toContain(unexpected.organization.id);
      expect((await call('GET', '/v1/audit-logs/verification')).body).toMatchObject({ intact: true });
    }
  });
  test('200, and keys of the person and sessions of others stay valid', async () => {
    const { organization, token, call } = await app.caller();
    const { call: asOther } = await app.session(organization, ['admin']);
    expect(await callWith(token)('POST', '/v1/me/sign-out')).toMatchObject({ status: 200 });
    expect(await call('GET', '/v1/roles')).toMatchObject({ status: 200 });
    expect(await asOther('GET', '/v1/roles')).toMatchObject({ status: 200 });
  });
  test('200 without and with X-Organization-Id, and 403 for a sign-out with a key', async () => {
    const { organization, token, call } = await app.caller();
    expect(await callWith(token, organization.id)('GET', '/v1/me')).toMatchObject({ status: 200 });
    expect(await call('POST', '/v1/me/sign-out')).toMatchObject({ status: 403, body: { code: 'session_required' } });
    expect(await callWith(token, organization.id)('POST', '/v1/me/sign-out')).toMatchObject({ status: 200 });
  });
  test('401 for a sign-out with the token of an agent', async () => {
    const { token } = await app.caller();
    const agent = callWith(await agentToken(callWith(token), app.call));
    expect(await agent('GET', '/v1/device-agent/devices')).toMatchObject({ status: 200 });
    expect(await agent('POST', '/v1/me/sign-out')).toMatchObject(endedSession);
  });
  test('200 for a session that begins in the same second as the sign-out', async () => {
    const { organization } = await app.caller();
    const { member, token } = await app.session(organization, ['admin']);
    for (let round = 0, currentToken = token; round < 20; round += 1) {
      const { body } = await callWith(currentToken)('POST', '/v1/me/sign-out');
      // The answer may arrive within the millisecond in `notBefore`.
      await expect.poll(() => Date.now() >= Date.parse(body.notBefore), { interval: 1 }).toBe(true);
      const fresh = await newSession(organization, member);
      expect(await callWith(fresh.token)('GET', '/v1/me')).toMatchObject({ status: 200 });
      expect(await callWith(currentToken)('GET', '/v1/me')).toMatchObject(endedSession);
      currentToken = fresh.token;
    }
  });
});

describe('a token with its time in whole seconds', () => {
  test.each([
    ['no time', undefined, 401],
    ['the second of the sign-out', 0, 401],
    ['the second after it', 1, 200],
    ['a time long before', -3_000, 401],
    ['a time before 1970', -1e12, 401],
    ['a time that no date has', 1e20, 401],
  ])('%s: a token from %s seconds after the sign-out gets %s', async (_what, seconds, status) => {
    const { organization } = await app.caller();
    const { member, token, call } = await app.session(organization, ['admin']);
    const { notBefore } = (await callWith(token)('POST', '/v1/me/sign-out')).body;
    const issuedAt = seconds === undefined ? undefined : Math.floor(Date.parse(notBefore) / 1000) + seconds;
    const signedToken = await new SignJWT(issuedAt === undefined ? {} : { iat: issuedAt })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(member.userId)
      .setExpirationTime(new Date(Date.now() + 600_000))
      .sign(app.ports.secrets.key('session'));
    await expect.poll(statusOf(call), pollOptions).toBe(401);
    for (const organizationId of [organization.id, undefined])
      expect(await callWith(signedToken, organizationId)('GET', organizationId === undefined ? '/v1/me' : '/v1/roles')).toMatchObject({
        status,
      });
  });
});

test('every operation that takes a session rejects an ended session', async () => {
  const { organization } = await app.caller();
  const { token, call } = await app.session(organization, ['owner']);
  expect(await callWith(token)('POST', '/v1/me/sign-out')).toMatchObject({ status: 200 });
  await expect.poll(statusOf(call), pollOptions).toBe(401);
  const withSession = Object.entries(operations).filter(([, { credentials }]) => credentials.some((one) => one === 'session'));
  expect(withSession.length).toBeGreaterThan(400);
  for (const [id, { method, path }] of withSession) {
    const url = path.replaceAll(/\{\w+\}/g, 'x');
    const answer = await call(method.toUpperCase(), url, ['post', 'put', 'patch'].includes(method) ? { body: {} } : {});
    expect(answer.status, id).toBe(401);
  }
});
