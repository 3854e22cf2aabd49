import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { pino } from 'pino';
import { limiter } from '../../server/contract/rate-limit.ts';
import type { Database } from '../../server/database/open.ts';
import { call, listenOn, openTestDatabase, testConfig } from '../support/app.ts';
import { newApiKey, newOrganization } from '../support/organization.ts';

let database: Database;
let base: string;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ base } = await listenOn(database, testConfig({ RATE_LIMIT: '5' })));
});
afterAll(() => database.close());

const policy = '"default";q=5;w=60';
test('429 after the last of the window, with what is left on every answer before', async () => { // S8-08
  const { id, key } = await newOrganization(database);
  const answers = [];
  for (let n = 0; n < 7; n += 1) answers.push(await call(base, 'GET', '/v1/risks', { key }));
  // A minute may have ended in between: then it begins again, once.
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(1);
  const left = answers.map(({ headers }) => Number(/^"default";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '')?.[1]));
  expect(left.slice(0, 2)).toEqual(left[0] === 4 && left[1] === 4 ? [4, 4] : [4, 3]);
  for (const { headers } of answers) expect(headers.get('ratelimit-policy')).toBe(policy);
  expect(refused[0]?.body).toEqual({ success: false, error: 'Too many requests' });
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  // Another operation and another credential have windows of their own.
  expect(await call(base, 'GET', '/v1/risks/stats', { key })).toMatchObject({ status: 200 });
  const { key: another } = await newApiKey(database, id, { scopes: ['risk:read'] });
  expect(await call(base, 'GET', '/v1/risks', { key: another })).toMatchObject({ status: 200 });
});
test('429 for who keeps guessing keys, and 200 still for who has one', async () => {
  const { key } = await newOrganization(database);
  const statuses = [];
  for (let n = 0; n < 12; n += 1) statuses.push((await call(base, 'GET', '/v1/risks', { key: `cak_${String(n).padStart(64, '0')}` })).status);
  expect(statuses).toContain(401);
  expect(statuses).toContain(429);
  expect(await call(base, 'GET', '/v1/risks', { key })).toMatchObject({ status: 200 });
});
test('two servers on one database count together', async () => {
  if (!inject('databaseUrl')) return;
  const shared = { db: database.system, log: pino({ level: 'silent' }) };
  const [one, other] = [limiter(10, shared), limiter(10, shared)];
  const counter = `together ${Math.random()}`;
  for (let n = 0; n < 4; n += 1) one.take(counter);
  for (let n = 0; n < 4; n += 1) other.take(counter);
  const summed = async () => (await database.system.selectFrom('rate_window').select('count').where('counter', '=', counter).executeTakeFirst())?.count;
  await expect.poll(summed).toBe(8);
  // Each hears the sum with its next count.
  one.take(counter);
  await expect.poll(summed).toBe(9);
  await expect.poll(() => { const { remaining } = one.take(counter); return remaining; }).toBe(0);
});
