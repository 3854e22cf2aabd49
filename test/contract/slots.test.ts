/** When one organization sends too many requests, it gets an error, and other organizations are still served. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#platform/database/open';
import { TooManyWaiting, createSlots } from '#platform/database/slots';
import { call, listenOn, openTestDatabase, testConfig } from '../support/app.ts';
import { databaseUrl } from '../support/engine.ts';
import { openFragileDatabase } from '../support/faults.ts';
import { newOrganization, type TestOrganization } from '../support/organization.ts';

/** Number of rows that makes a search slow. PostgreSQL needs more: it is faster than the embedded engine and runs searches concurrently. */
const rows = databaseUrl ? 30_000 : 400;

let database: Database;
let base: string;
let busyOrganization: TestOrganization;
let quietOrganization: TestOrganization;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ base } = await listenOn(database, testConfig({ VALIDATE_RESPONSES: '0' })));
  [busyOrganization, quietOrganization] = [await newOrganization(database), await newOrganization(database)];
  // Inserted in batches, each of which fits into the statement timeout on a busy machine.
  const batchSize = 3_000;
  for (let firstRow = 1; firstRow <= rows; firstRow += batchSize)
    await sql`insert into risk (id, organization_id, title, description, category)
      select 'rsk_' || lpad(to_hex(n), 24, '0'), ${busyOrganization.id}, 'Risk ' || n, repeat('A long story of what may happen. ', 20), 'other'
      from generate_series(${firstRow}::integer, least(${firstRow + batchSize - 1}::integer, ${rows}::integer)) n`.execute(database.system);
  for (const { key } of [busyOrganization, quietOrganization])
    expect(await call(base, 'GET', '/v1/risks?limit=1', { key })).toMatchObject({ status: 200 });
});
afterAll(() => database.close());

const median = (times: readonly number[]) => Math.round([...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);

test('a read of one organization does not wait for 80 slow reads of another organization that were sent before', async () => {
  let answeredSearches = 0;
  const searches = Array.from({ length: 80 }, async () => {
    const { status } = await call(base, 'GET', '/v1/risks?search=nowhere-to-be-found&limit=50', { key: busyOrganization.key });
    answeredSearches += 1;
    return status;
  });
  await expect.poll(() => answeredSearches, { interval: 1 }).toBeGreaterThan(0);
  const [times, searchesBefore]: [number[], number[]] = [[], []];
  for (let index = 0; index < 5 && answeredSearches < 80; index += 1) {
    const [startTime, answeredAtStart] = [performance.now(), answeredSearches];
    expect(await call(base, 'GET', '/v1/risks?limit=1', { key: quietOrganization.key })).toMatchObject({ status: 200 });
    times.push(performance.now() - startTime);
    searchesBefore.push(answeredSearches - answeredAtStart);
  }
  console.log(
    `80 searches of one organization: a read of another took ${median(times)} ms (p50), while ${searchesBefore.join(', ')} of them were answered`,
  );
  // At most four searches run concurrently, but the read consists of several statements.
  expect(Math.max(...searchesBefore)).toBeLessThanOrEqual(20);
  // The last searches may have waited too long, which is answered with 503.
  expect((await Promise.all(searches)).filter((status) => status !== 200 && status !== 503)).toEqual([]);
});
test('503 with Retry-After when 250 reads of an organization wait, and 200 for the waiting reads once a connection is free', async () => {
  const fragile = await openFragileDatabase();
  const { base: blockedBase } = await listenOn(fragile.database, testConfig());
  const { key } = await newOrganization(fragile.database);
  const rejected: Awaited<ReturnType<typeof call>>[] = [];
  const sendRead = async () => {
    const answer = await call(blockedBase, 'GET', '/v1/risks?limit=1', { key });
    if (answer.status === 503) rejected.push(answer);
    return answer.status;
  };
  const [first, otherAnswers] = await fragile.whileWaiting(sendRead, async () => {
    const waitingReads = Array.from({ length: 260 }, sendRead);
    await expect.poll(() => rejected.length).toBeGreaterThanOrEqual(7);
    return { waiting: waitingReads };
  });
  const statuses = [first, ...(await Promise.all(otherAnswers.waiting))];
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(251);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  for (const { body, headers } of rejected) {
    expect(body).toEqual({ success: false, error: 'Temporarily unavailable' });
    expect(headers.get('retry-after')).toBe('1');
  }
  await fragile.database.close();
});
test('connections are assigned in the order of requests; a request that times out never begins and takes no connection', async () => {
  const withSlot = createSlots(1);
  const finishedRuns: string[] = [];
  const { promise: blocker, resolve: release } = Promise.withResolvers<void>();
  const first = withSlot('a', async () => {
    await blocker;
    finishedRuns.push('first');
  });
  const lateRun = withSlot('a', async () => void finishedRuns.push('late'), { maxWaiting: 5, timeoutMs: 1 });
  const second = withSlot('a', async () => void finishedRuns.push('second'));
  const otherRun = withSlot('b', async () => void finishedRuns.push('other'));
  await expect(withSlot('a', async () => void finishedRuns.push('too many'), { maxWaiting: 1, timeoutMs: 60_000 })).rejects.toBeInstanceOf(
    TooManyWaiting,
  );
  await expect(lateRun).rejects.toBeInstanceOf(TooManyWaiting);
  await otherRun;
  release();
  await Promise.all([first, second]);
  await expect(withSlot('a', () => Promise.reject(new Error('of its own')))).rejects.toThrow('of its own');
  await withSlot('a', async () => void finishedRuns.push('last'));
  expect(finishedRuns).toEqual(['other', 'first', 'second', 'last']);
});
