/** Times that were stored while the clock of the database was days ahead delay nothing once the clock is set back. */
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { renewalTimeOf } from '#providers/leased-token';
import { claimRun } from '#platform/jobs/queue';
import { startApp } from '../support/app.ts';
import { waitingRun, waitForWork } from '../support/runs.ts';

const app = startApp();
const futureTime = sql<string>`now() + interval '2 days'`;

test.each([
  ['running', 'of a server that is gone'],
  ['queued', null],
] as const)('a run that is %s until two days from now is taken now', async (status, lease) => {
  const { organization } = await app.caller();
  const { id } = await waitingRun(app.database, organization, 'auto_fill_soa');
  await app.database.system.updateTable('run').set({ status, lease, due_at: futureTime }).where('id', '=', id).execute();
  await waitForWork(app.database, organization.id);
});
test('a run with a recently renewed lease is not taken, and neither is a run that waits indefinitely', async () => {
  const { organization } = await app.caller();
  const { id } = await waitingRun(app.database, organization, 'employee_sync');
  const readLease = async () =>
    (await app.database.system.selectFrom('run').select('lease').where('id', '=', id).executeTakeFirst())?.lease;
  await claimRun(app.database.system, 'another', ['employee_sync']);
  expect(await readLease()).toBe(null);
  await app.database.system
    .updateTable('run')
    .set({ status: 'running', lease: 'its own', due_at: sql<string>`now() + interval '30 seconds'` })
    .where('id', '=', id)
    .execute();
  await claimRun(app.database.system, 'another', ['employee_sync']);
  expect(await readLease()).toBe('its own');
});
test('the renewal time of a token is computed with the monotonic clock', () => {
  const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString();
  expect(renewalTimeOf(null)).toBe(Infinity);
  const renewals = [
    renewalTimeOf(minutes(60)),
    renewalTimeOf(minutes(60), true),
    renewalTimeOf(minutes(4), true),
    renewalTimeOf(minutes(-1)),
  ].map((at) => Math.round((at - performance.now()) / 60_000));
  expect(renewals).toEqual([55, 55, 2, -6]);
  const renewalTime = renewalTimeOf(minutes(60));
  vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(Date.now() + 2 * 24 * 3_600_000);
  try {
    expect(renewalTime - performance.now()).toBeGreaterThan(50 * 60_000);
  } finally {
    vi.useRealTimers();
  }
});
