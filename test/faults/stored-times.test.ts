/** Times that were stored while the clock of the database was days ahead keep nothing waiting once it is set back. */
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { renewalTimeOf } from '#providers/leased-token';
import { takeRun } from '#platform/jobs/queue';
import { startApp } from '../support/app.ts';
import { waitingRun, waitForWork } from '../support/runs.ts';

const app = startApp();
const ahead = sql<string>`now() + interval '2 days'`;

test.each([
  ['running', 'of a server that is gone'],
  ['queued', null],
] as const)(
  'a run that is %s until then is taken',
  async (status, lease) => {
    const { organization } = await app.caller();
    const { id } = await waitingRun(app.database, organization, 'auto_fill_soa');
    await app.database.system.updateTable('run').set({ status, lease, due_at: ahead }).where('id', '=', id).execute();
    await waitForWork(app.database, organization.id);
  },
  30_000,
);
test('a run whose server was heard of lately is not taken, and neither is one that waits without an end', async () => {
  const { organization } = await app.caller();
  const { id } = await waitingRun(app.database, organization, 'employee_sync');
  const held = async () => (await app.database.system.selectFrom('run').select('lease').where('id', '=', id).executeTakeFirst())?.lease;
  await takeRun(app.database.system, 'another', ['employee_sync']);
  expect(await held()).toBe(null);
  await app.database.system
    .updateTable('run')
    .set({ status: 'running', lease: 'its own', due_at: sql<string>`now() + interval '30 seconds'` })
    .where('id', '=', id)
    .execute();
  await takeRun(app.database.system, 'another', ['employee_sync']);
  expect(await held()).toBe('its own');
});
test('a token is used by the clock that nobody sets from when it is known', () => {
  const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString();
  expect(renewalTimeOf(null)).toBe(Infinity);
  const renewals = [
    renewalTimeOf(minutes(60)),
    renewalTimeOf(minutes(60), true),
    renewalTimeOf(minutes(4), true),
    renewalTimeOf(minutes(-1)),
  ].map((at) => Math.round((at - performance.now()) / 60_000));
  expect(renewals).toEqual([55, 55, 2, -6]);
  const known = renewalTimeOf(minutes(60));
  vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(Date.now() + 2 * 24 * 3_600_000);
  try {
    expect(known - performance.now()).toBeGreaterThan(50 * 60_000);
  } finally {
    vi.useRealTimers();
  }
});
