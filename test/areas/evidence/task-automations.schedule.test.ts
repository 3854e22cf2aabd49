/** Runs automations when they are due. */
import { describe, expect, test } from 'vitest';
import { nextDue } from '#areas/evidence/task-automations/rules/schedule';
import { startDueAutomations } from '#areas/evidence/task-automations/runs/schedule';
import { startApp } from '../../support/app.ts';
import { automationsAt, withCheck } from '../../support/automations.ts';
import { waitForWork } from '../../support/runs.ts';

const app = startApp();

/** Runs the schedule as three servers would at the same time. */
const runSchedule = () => Promise.all([1, 2, 3].map(() => startDueAutomations(app.database, new Date())));

/** Creates a published automation that is due. */
async function withDueAutomation() {
  const setup = await withCheck(app, () => ({ text: 'ok' }));
  const { call, automation, task, organization } = setup;
  const set = (values: { due_at?: string | null }) =>
    app.database.system.updateTable('evidence_automation').set(values).where('id', '=', automation.id).execute();
  await set({ due_at: new Date(Date.now() - 60_000).toISOString() });
  return {
    ...setup,
    set,
    async runs() {
      await waitForWork(app.database, organization.id);
      return (await call('GET', automationsAt(task.id, `/${automation.id}/runs`))).body.data;
    },
    async dueTime() {
      const row = await app.database.system
        .selectFrom('evidence_automation')
        .select('due_at')
        .where('id', '=', automation.id)
        .executeTakeFirstOrThrow();
      return row.due_at;
    },
  };
}

describe('rule 2', () => {
  test('a due automation is started once, however many servers run the schedule, on behalf of the oldest owner', async () => {
    const { runs, dueTime, call, task, organization } = await withDueAutomation();
    await runSchedule();
    const [run, ...otherRuns] = await runs();
    expect(otherRuns).toEqual([]);
    expect(run).toMatchObject({ triggeredBy: 'scheduled', status: 'completed', evaluationStatus: 'pass', version: 1 });
    const { actor } = await app.database.system.selectFrom('run').select('actor').where('id', '=', run.runId).executeTakeFirstOrThrow();
    expect(actor).toMatchObject({ id: organization.owner.id, via: 'schedule' });
    expect((await call('GET', `/v1/tasks/${task.id}`)).body.status).toBe('done');
    expect(Date.parse((await dueTime()) ?? '')).toBeGreaterThan(Date.now());
    await runSchedule();
    expect(await runs()).toHaveLength(1);
  });
  test('without an active owner, nothing is started, and the automation is due again the next morning', async () => {
    const { runs, dueTime, organization } = await withDueAutomation();
    await app.database.system.updateTable('member').set({ is_active: false }).where('id', '=', organization.owner.id).execute();
    await runSchedule();
    expect(Date.parse((await dueTime()) ?? '')).toBeGreaterThan(Date.now());
    await app.database.system.updateTable('member').set({ is_active: true }).where('id', '=', organization.owner.id).execute();
    expect(await runs()).toEqual([]);
  });
  test('a disabled automation is not due', async () => {
    const { runs, call, task, automation, dueTime } = await withDueAutomation();
    await call('PATCH', automationsAt(task.id, `/${automation.id}`), { body: { isEnabled: false } });
    expect(await dueTime()).toBeNull();
    await runSchedule();
    expect(await runs()).toEqual([]);
  });
  test.each([
    ['daily', null, '2026-05-20T05:59:59.999Z', '2026-05-20T06:00:00.000Z'],
    ['daily', '2026-05-20T03:00:00.000Z', '2026-05-20T04:00:00.000Z', '2026-05-20T06:00:00.000Z'],
    ['daily', '2026-05-20T06:00:02.000Z', '2026-05-20T06:00:03.000Z', '2026-05-21T06:00:00.000Z'],
    ['weekly', null, '2026-05-20T12:00:00.000Z', '2026-05-21T06:00:00.000Z'],
    ['weekly', '2026-05-20T06:00:02.000Z', '2026-05-20T06:00:03.000Z', '2026-05-27T06:00:00.000Z'],
    ['weekly', '2026-01-20T06:00:02.000Z', '2026-05-20T06:00:03.000Z', '2026-05-21T06:00:00.000Z'],
    ['monthly', '2026-01-31T23:30:00.000Z', '2026-01-31T23:31:00.000Z', '2026-02-28T06:00:00.000Z'],
    ['quarterly', '2026-11-30T06:00:01.000Z', '2026-11-30T06:00:02.000Z', '2027-02-28T06:00:00.000Z'],
    ['yearly', '2024-02-29T06:00:01.000Z', '2024-03-01T06:00:02.000Z', '2025-02-28T06:00:00.000Z'],
  ] as const)('a %s automation that last ran at %s, seen from %s, is due at %s', (frequency, lastRun, now, due) => {
    expect(nextDue(frequency, lastRun, new Date(now))).toBe(due);
  });
});
