/** When one organization sends too many requests, others are still served, and the organization itself gets an error. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#platform/database/open';
import { TooManyWaiting, createSlots } from '#platform/database/slots';
import { call, listenOn, openTestDatabase, testConfig } from '../support/app.ts';
import { databaseUrl } from '../support/engine.ts';
import { openFragileDatabase } from '../support/faults.ts';
import { newOrganization, type TestOrganization } from '../support/organization.ts';

/** Enough rows for a slow search: PostgreSQL is faster than the embedded engine, and runs several searches concurrently. */
const rows = databaseUrl ? 30_000 : 400;

let database: Database;
let base: string;
let busy: TestOrganization;
let quiet: TestOrganization;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ base } = await listenOn(database, testConfig({ VALIDATE_RESPONSES: '0' })));
  [busy, quiet] = [await newOrganization(database), await newOrganization(database)];
  // Inserted in batches, each of which fits into the statement timeout on a busy machine.
  const batchSize = 3_000;
  for (let from = 1; from <= rows; from += batchSize)
    await sql`insert into risk (id, organization_id, title, description, category)
      select 'rsk_' || lpad(to_hex(n), 24, '0'), ${busy.id}, 'Risk ' || n, repeat('A long story of what may happen. ', 20), 'other'
      from generate_series(${from}::integer, least(${from + batchSize - 1}::integer, ${rows}::integer)) n`.execute(database.system);
  for (const { key } of [busy, quiet]) expect(await call(base, 'GET', '/v1/risks?limit=1', { key })).toMatchObject({ status: 200 });
});
afterAll(() => database.close());

const median = (times: readonly number[]) => Math.round([...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);

test('a read of one organization does not wait for 80 slow ones of another that were sent before', async () => {
  let answered = 0;
  const searches = Array.from({ length: 80 }, async () => {
    const { status } = await call(base, 'GET', '/v1/risks?search=nowhere-to-be-found&limit=50', { key: busy.key });
    answered += 1;
    return status;
  });
  await expect.poll(() => answered, { interval: 1 }).toBeGreaterThan(0);
  const [times, before]: [number[], number[]] = [[], []];
  for (let read = 0; read < 5 && answered < 80; read += 1) {
    const [since, done] = [performance.now(), answered];
    expect(await call(base, 'GET', '/v1/risks?limit=1', { key: quiet.key })).toMatchObject({ status: 200 });
    times.push(performance.now() - since);
    before.push(answered - done);
  }
  console.log(
    `80 searches of one organization: a read of another took ${median(times)} ms (p50), while ${before.join(', ')} of them were answered`,
  );
  // At most four of them run concurrently, and a request has several statements.
  expect(Math.max(...before)).toBeLessThanOrEqual(20);
  // The last ones may have waited too long.
  expect((await Promise.all(searches)).filter((status) => status !== 200 && status !== 503)).toEqual([]);
});
test('503 with Retry-After when 250 reads of an organization are waiting, and 200 for these once a connection is available again', async () => {
  const fragile = await openFragileDatabase();
  const { base: held } = await listenOn(fragile.database, testConfig());
  const { key } = await newOrganization(fragile.database);
  const refused: Awaited<ReturnType<typeof call>>[] = [];
  const read = async () => {
    const answer = await call(held, 'GET', '/v1/risks?limit=1', { key });
    if (answer.status === 503) refused.push(answer);
    return answer.status;
  };
  const [first, others] = await fragile.whileWaiting(read, async () => {
    const waiting = Array.from({ length: 260 }, read);
    await expect.poll(() => refused.length).toBeGreaterThanOrEqual(7);
    return { waiting };
  });
  const statuses = [first, ...(await Promise.all(others.waiting))];
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(251);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  for (const { body, headers } of refused) {
    expect(body).toEqual({ success: false, error: 'Temporarily unavailable' });
    expect(headers.get('retry-after')).toBe('1');
  }
  await fragile.database.close();
});
test('connections are assigned in the order of requests; a request that times out never begins and takes no connection', async () => {
  const withSlot = createSlots(1);
  const done: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const first = withSlot('a', async () => {
    await held;
    done.push('first');
  });
  const late = withSlot('a', async () => void done.push('late'), { maxWaiting: 5, timeoutMs: 1 });
  const second = withSlot('a', async () => void done.push('second'));
  const other = withSlot('b', async () => void done.push('other'));
  await expect(withSlot('a', async () => void done.push('too many'), { maxWaiting: 1, timeoutMs: 60_000 })).rejects.toBeInstanceOf(
    TooManyWaiting,
  );
  await expect(late).rejects.toBeInstanceOf(TooManyWaiting);
  await other;
  release();
  await Promise.all([first, second]);
  await expect(withSlot('a', () => Promise.reject(new Error('of its own')))).rejects.toThrow('of its own');
  await withSlot('a', async () => void done.push('last'));
  expect(done).toEqual(['other', 'first', 'second', 'last']);
});
