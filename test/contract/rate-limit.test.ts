/** Tests the rate limits of credentials and organizations. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { createLimiter } from '#contract/rate-limit';
import type { Database } from '#platform/database/open';
import { sessionsFrom } from '#platform/identity/sessions';
import { call, listenOn, openTestDatabase, testConfig } from '../support/app.ts';
import { databaseUrl } from '../support/engine.ts';
import { newApiKey, newOrganization } from '../support/organization.ts';

let database: Database;
let base: string;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ base } = await listenOn(database, testConfig({ RATE_LIMIT: '5' })));
});
afterAll(() => database.close());

const policy = '"default";q=5;w=60';
test('429 after the last of the window, with what is left on every answer before', async () => {
  const { id, key } = await newOrganization(database);
  const answers = [];
  for (let n = 0; n < 7; n += 1) answers.push(await call(base, 'GET', '/v1/risks', { key }));
  // A window may end in between, which restarts the count at most once.
  const rejectedAnswers = answers.filter(({ status }) => status === 429);
  expect(rejectedAnswers.length).toBeGreaterThanOrEqual(1);
  const remainingCounts = answers.map(({ headers }) => Number(/^"default";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '')?.[1]));
  expect(remainingCounts.slice(0, 2)).toEqual(remainingCounts[0] === 4 && remainingCounts[1] === 4 ? [4, 4] : [4, 3]);
  for (const { headers } of answers) expect(headers.get('ratelimit-policy')).toBe(policy);
  expect(rejectedAnswers[0]?.body).toEqual({ success: false, error: 'Too many requests' });
  expect(Number(rejectedAnswers[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(Number(rejectedAnswers[0]?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  // Other operations and other credentials have their own windows.
  expect(await call(base, 'GET', '/v1/risks/stats', { key })).toMatchObject({ status: 200 });
  const { key: another } = await newApiKey(database, id, { scopes: ['risk:read'] });
  expect(await call(base, 'GET', '/v1/risks', { key: another })).toMatchObject({ status: 200 });
});
test('polling reads of cloud security count only towards the limit of the organization', async () => {
  const { base: limitedBase } = await listenOn(database, testConfig({ RATE_LIMIT: '2', ORGANIZATION_RATE_LIMIT: '100' }));
  const { key } = await newOrganization(database);
  for (const path of [
    'providers',
    'scans',
    'findings',
    'activity?connectionId=icn_0',
    'history?connectionId=icn_0',
    'scans/icr_0',
    'findings/icx_0',
  ])
    for (let n = 0; n < 4; n += 1) {
      const answer = await call(limitedBase, 'GET', `/v1/cloud-security/${path}`, { key });
      expect([200, 404], path).toContain(answer.status);
      expect(answer.headers.get('ratelimit-policy')).toBe('"organization";q=100;w=60');
    }
});
test('429 for an organization that has reached its limit, across its keys, sessions and operations, but not for another one', async () => {
  const { base: limitedBase, ports } = await listenOn(database, testConfig({ RATE_LIMIT: '100', ORGANIZATION_RATE_LIMIT: '6' }));
  const [{ id, key, owner }, otherOrganization] = [await newOrganization(database), await newOrganization(database)];
  const keys = await Promise.all(
    Array.from({ length: 3 }, () => newApiKey(database, id, { scopes: ['risk:read'], created_by_member_id: owner.id })),
  );
  const bearer = await sessionsFrom(testConfig().session, ports.secrets).issue(owner.userId, 600);
  const requests = [
    ...[key, ...keys.map((one) => one.key)].flatMap((one) =>
      ['/v1/risks', '/v1/risks/stats'].map((path) => () => call(limitedBase, 'GET', path, { key: one })),
    ),
    () => call(limitedBase, 'GET', '/v1/roles', { bearer, headers: { 'X-Organization-Id': id } }),
  ];
  const first = await requests[0]?.();
  expect(first?.headers.get('ratelimit-policy')).toBe('"default";q=100;w=60, "organization";q=6;w=60');
  expect(first?.headers.get('ratelimit')).toMatch(/^"default";r=99;t=\d+, "organization";r=5;t=\d+$/);
  const answers = [];
  // A window may end in between, at most once.
  for (const ask of [...requests, ...requests]) answers.push(await ask());
  const rejectedAnswers = answers.filter(({ status }) => status === 429);
  expect(rejectedAnswers.length).toBeGreaterThanOrEqual(6);
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(12);
  for (const { body, headers } of rejectedAnswers) {
    expect(body).toMatchObject({ success: false, error: 'Too many requests' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    // Rejected requests are not counted, so the limit of the key is unchanged.
    expect(Number(/"default";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])).toBeGreaterThan(90);
    expect(headers.get('ratelimit')).toMatch(/"organization";r=0;t=\d+$/);
  }
  expect(await call(limitedBase, 'GET', '/v1/risks', { key: otherOrganization.key })).toMatchObject({ status: 200 });
});
test('two servers on one database share the count', async () => {
  if (!databaseUrl) return;
  const options = { db: database.system, log: pino({ level: 'silent' }) };
  const [firstLimiter, secondLimiter] = [createLimiter(10, options), createLimiter(10, options)];
  const counter = `together ${Math.random()}`;
  for (let n = 0; n < 4; n += 1) firstLimiter.take(counter);
  for (let n = 0; n < 4; n += 1) secondLimiter.take(counter);
  const storedCount = async () =>
    (await database.system.selectFrom('rate_window').select('count').where('counter', '=', counter).executeTakeFirst())?.count;
  await expect.poll(storedCount).toBe(8);
  // Each server learns the total when it counts its next request.
  firstLimiter.take(counter);
  await expect.poll(storedCount).toBe(9);
  await expect
    .poll(() => {
      const { remaining } = firstLimiter.take(counter);
      return remaining;
    })
    .toBe(0);
});
