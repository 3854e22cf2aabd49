/** When the system clock is set forward and back, caches do not live longer, and no credential is locked out. */
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { createLimiter } from '#contract/rate-limit';
import { sessionsFrom } from '#platform/identity/sessions';
import { call, listenOn, startApp, testConfig } from '../support/app.ts';
import { newApiKey, newMember } from '../support/organization.ts';

const app = startApp();
const twoDays = 2 * 24 * 3_600_000;
/** Sets the system clock two days forward; the monotonic clock stays the same. */
const setClockForward = () => {
  vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(Date.now() + twoDays);
};
const setClockBack = () => {
  vi.useRealTimers();
};
afterEach(setClockBack);

test('401 soon for a key that was revoked after the clock was set back', async () => {
  const { organization } = await app.caller();
  const { key, keyId } = await newApiKey(app.database, organization.id, {
    scopes: ['ac:read'],
    created_by_member_id: organization.owner.id,
  });
  setClockForward();
  expect(await app.call('GET', '/v1/roles', { key })).toMatchObject({ status: 200 });
  setClockBack();
  await app.database.system.updateTable('api_key').set({ is_active: false }).where('id', '=', keyId).execute();
  await expect.poll(async () => (await app.call('GET', '/v1/roles', { key })).status, { interval: 50 }).toBe(401);
});
test('401 soon for a member who was deactivated after the clock was set back', async () => {
  const { organization } = await app.caller();
  const member = await newMember(app.database, organization.id, ['admin']);
  const bearer = await sessionsFrom(testConfig().session, app.ports.secrets).issue(member.userId, (2 * twoDays) / 1000);
  const ask = () => app.call('GET', '/v1/roles', { bearer, headers: { 'X-Organization-Id': organization.id } });
  setClockForward();
  expect(await ask()).toMatchObject({ status: 200 });
  setClockBack();
  await app.database.system.updateTable('member').set({ is_active: false }).where('id', '=', member.id).execute();
  await expect.poll(async () => (await ask()).status, { interval: 50 }).toBe(401);
});
test('lastUsedAt is updated again a minute later, even if the clock is set in between', async () => {
  const { organization } = await app.caller();
  const { base } = await listenOn(app.database, testConfig());
  const lastUsed = async () =>
    (await app.database.system.selectFrom('api_key').select('last_used_at').where('id', '=', organization.keyId).executeTakeFirstOrThrow())
      .last_used_at;
  const { now } = performance;
  let passedMilliseconds = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + passedMilliseconds);
  try {
    setClockForward();
    await call(base, 'GET', '/v1/roles', { key: organization.key });
    await expect.poll(lastUsed).not.toBe(null);
    setClockBack();
    const first = await lastUsed();
    passedMilliseconds = 61_000;
    await call(base, 'GET', '/v1/roles', { key: organization.key });
    await expect.poll(lastUsed).not.toBe(first);
  } finally {
    clock.mockRestore();
  }
});

test('429 for at most a minute after the clock was set back', async () => {
  const {
    organization: { key },
  } = await app.caller();
  const { base } = await listenOn(app.database, testConfig({ RATE_LIMIT: '1' }));
  const ask = () => call(base, 'GET', '/v1/roles', { key });
  setClockForward();
  await ask();
  const rejectedAnswer = await ask();
  setClockBack();
  const laterAnswer = await ask();
  for (const { status, headers } of [rejectedAnswer, laterAnswer]) {
    if (status !== 429) continue;
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d\d?$/);
  }
  expect([rejectedAnswer.status, laterAnswer.status]).toContain(429);
});

const log = pino({ level: 'silent' });
const readWindow = async (counter: string) =>
  app.database.system
    .selectFrom('rate_window')
    .select(['count', sql<number>`extract(epoch from ends_at - now())::integer`.as('left')])
    .where('counter', '=', counter)
    .executeTakeFirst();
test('a count that was stored while the clock of the database was ahead locks nobody out', async () => {
  const counter = `ahead ${Math.random()}`;
  await app.database.system
    .insertInto('rate_window')
    .values({ counter, count: 100, ends_at: new Date(Date.now() + twoDays).toISOString() })
    .execute();
  const sharedLimiter = createLimiter(10, { db: app.database.system, log });
  expect(sharedLimiter.take(counter).allowed).toBe(true);
  await expect.poll(async () => (await readWindow(counter))?.count).toBe(1);
  expect((await readWindow(counter))?.left).toBeLessThanOrEqual(60);
  const { allowed, resetsIn } = sharedLimiter.take(counter);
  expect(allowed).toBe(true);
  expect(resetsIn).toBeLessThanOrEqual(60);
});
