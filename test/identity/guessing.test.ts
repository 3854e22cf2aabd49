/** After repeated attempts, invalid credentials are rejected without database access, and valid credentials still work. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sessionsFrom } from '#platform/identity/sessions';
import { call, listenOn, openTestDatabase, testConfig } from '../support/app.ts';
import { newApiKey, newOrganization } from '../support/organization.ts';

const guessKey = () => `cak_${randomBytes(32).toString('hex')}`;

/** Starts a server with its own database, behind a proxy that reports the address of the client. */
async function startServer() {
  const database = await openTestDatabase();
  const config = testConfig({ CREDENTIAL_FAILURE_LIMIT: '5', TRUST_PROXY: '1' });
  const { base, ports } = await listenOn(database, config);
  const callFrom =
    (address: string) =>
    (key: string, path = '/v1/roles') =>
      call(base, 'GET', path, { key, headers: { 'X-Forwarded-For': address } });
  /** Sends guesses until this address is rejected, which lasts until the end of the test. */
  async function exhaust(address: string) {
    await expect
      .poll(
        async () => {
          const { status, headers } = await callFrom(address)(guessKey());
          return status === 429 && Number(headers.get('retry-after')) > 15;
        },
        { interval: 1 },
      )
      .toBe(true);
  }
  const sessions = sessionsFrom(config.session, ports.secrets);
  return { database, base, from: callFrom, exhaust, sessions };
}

test('429 for invalid keys, even if RATE_LIMIT is 0 or the database is down, and 401 for a malformed key', async () => {
  const { database, from: callFrom, exhaust } = await startServer();
  const { key } = await newOrganization(database);
  const [callGuessing, callElsewhere] = [callFrom('203.0.113.1'), callFrom('203.0.113.2')];
  expect(await callElsewhere(key)).toMatchObject({ status: 200 });
  const first = await callGuessing(guessKey());
  expect(first).toMatchObject({ status: 401, body: { success: false, error: 'Invalid or missing API key' } });
  expect(first.headers.get('ratelimit-policy')).toBe('"credentials";q=5;w=60');
  await exhaust('203.0.113.1');
  await database.close();
  const rejectedAnswer = await callGuessing(guessKey());
  expect(rejectedAnswer).toMatchObject({ status: 429, body: { success: false, error: 'Too many requests' } });
  expect(Number(rejectedAnswer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  for (const malformedKey of ['abc', 'cak_', `cak_${'g'.repeat(64)}`, `cak_${'0'.repeat(65)}`])
    expect(await callElsewhere(malformedKey), malformedKey).toMatchObject({ status: 401 });
  // The server cannot check whether this credential is valid while the database is down.
  expect((await callElsewhere(guessKey())).status).toBeGreaterThanOrEqual(500);
});
test('200 for keys and sessions that were valid before and for other addresses, and 429 for an unknown key', async () => {
  const { database, base, from: callFrom, exhaust, sessions } = await startServer();
  const { id, key, owner } = await newOrganization(database);
  const callFromShared = callFrom('203.0.113.7');
  expect(await callFromShared(key)).toMatchObject({ status: 200 });
  const newKey = await newApiKey(database, id, { scopes: ['ac:read'], created_by_member_id: owner.id });
  await exhaust('203.0.113.7');
  expect(await callFromShared(key)).toMatchObject({ status: 200 });
  expect(await callFromShared(newKey.key)).toMatchObject({ status: 429 });
  expect(await callFrom('203.0.113.8')(newKey.key)).toMatchObject({ status: 200 });
  expect(await callFromShared(newKey.key)).toMatchObject({ status: 200 });
  // A signature cannot be guessed, so a new session does not count as a guess.
  const bearer = await sessions.issue(owner.userId, 600);
  const ask = (organization: string, token = bearer) =>
    call(base, 'GET', '/v1/roles', { bearer: token, headers: { 'X-Organization-Id': organization, 'X-Forwarded-For': '203.0.113.7' } });
  expect(await ask(id)).toMatchObject({ status: 200 });
  expect(await ask(id, `${bearer.slice(0, -4)}AAAA`)).toMatchObject({ status: 429 });
  await database.close();
});
test('429 for one person who tries many organizations, from any address', async () => {
  const { database, base, sessions } = await startServer();
  const { id, owner } = await newOrganization(database);
  const bearer = await sessions.issue(owner.userId, 600);
  let requestCount = 0;
  const ask = (organization: string) =>
    call(base, 'GET', '/v1/roles', {
      bearer,
      headers: { 'X-Organization-Id': organization, 'X-Forwarded-For': `203.0.113.${requestCount++ % 250}` },
    });
  expect(await ask(id)).toMatchObject({ status: 200 });
  await expect.poll(async () => (await ask(`org_${randomBytes(12).toString('hex')}`)).status, { interval: 1 }).toBe(429);
  expect(requestCount).toBeLessThan(20);
  expect(await ask(id)).toMatchObject({ status: 200 });
  await database.close();
});
test('the database is queried at most up to the limit, also for concurrent guesses', async () => {
  const { database, from: callFrom } = await startServer();
  const answers = await Promise.all(Array.from({ length: 40 }, () => callFrom('203.0.113.3')(guessKey())));
  // A window may end in between.
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(30);
  await database.close();
});
describe('addresses', () => {
  test('an IPv6 network counts as one address, because one client owns all addresses in it', async () => {
    const { database, from: callFrom, exhaust } = await startServer();
    await exhaust('2001:db8:1:2::1');
    expect(await callFrom('2001:db8:1:2:ffff::9')(guessKey())).toMatchObject({ status: 429 });
    expect(await callFrom('2001:db8:1:3::1')(guessKey())).toMatchObject({ status: 401 });
    await exhaust('203.0.113.4');
    expect(await callFrom('::ffff:203.0.113.4')(guessKey())).toMatchObject({ status: 429 });
    expect(await callFrom('::ffff:203.0.113.5')(guessKey())).toMatchObject({ status: 401 });
    await database.close();
  });
});
