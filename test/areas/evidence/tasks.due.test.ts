/** How checks and the schedule change tasks. */
import { describe, expect, test } from 'vitest';
import { startDueRuns } from '#areas/integrations/integrations/runs/schedule';
import { reviewDueTasks } from '#areas/evidence/tasks/runs/due';
import { catalogueId } from '#domain/catalogue/ids';
import { isCheckDue } from '#domain/tasks/due-checks';
import { startApp } from '../../support/app.ts';
import { mailsOf } from '../../support/comments.ts';
import { addTasks, archive } from '../../support/controls.ts';
import { connectionPath, checkRuns, connect, runChecks } from '../../support/integrations.ts';
import { standIn } from '../../support/stand-in.ts';
import { addTask, change, entriesOf, setApproval, withPeople } from '../../support/tasks.ts';

const app = startApp();
const past = new Date(Date.now() - 60_000).toISOString();
/** Runs the schedule as three servers would at the same time. */
const runSchedule = () => Promise.all([1, 2, 3].map(() => reviewDueTasks(app.database, app.ports, new Date())));

/** Creates an organization with a task that `endpoint-status` gives evidence for, and a function that runs this check. */
async function withCheck(fields: Parameters<typeof addTasks>[2][number] = {}) {
  const people = await withPeople(app);
  const state = { status: 200 };
  const server = await standIn(() => ({ status: state.status, text: 'ok' }));
  const [id = ''] = await addTasks(app, people.organization.id, [
    {
      title: 'Availability',
      task_template_id: catalogueId('task', 'app-availability'),
      assignee_id: people.chen.id,
      frequency: 'weekly',
      ...fields,
    },
  ]);
  const { id: connectionId } = await connect(
    people.call,
    'http-json',
    { baseUrl: server.url },
    { variables: { endpoint_path: '/health' } },
  );
  await checkRuns(people.call, connectionId);
  return {
    ...people,
    id,
    connectionId,
    read: async () => (await people.call('GET', `/v1/tasks/${id}`)).body,
    async check(status: number) {
      state.status = status;
      return runChecks(people.call, connectionId, { checkId: 'endpoint-status' });
    },
  };
}

describe('the schedule of checks (rule 14)', () => {
  const now = new Date('2026-03-31T06:00:00.000Z');
  test.each([
    ['daily', '2026-03-31T05:59:59.000Z', true],
    ['weekly', null, true],
    ['weekly', '2026-03-24T06:00:40.000Z', true],
    ['weekly', '2026-03-25T00:00:00.000Z', false],
    ['monthly', '2026-02-28T23:59:59.999Z', true],
    ['monthly', '2026-03-01T00:00:00.000Z', false],
    ['quarterly', '2025-12-31T23:59:59.999Z', true],
    ['quarterly', '2026-01-01T00:00:00.000Z', false],
    ['yearly', '2025-03-31T23:00:00.000Z', true],
    ['yearly', '2025-04-01T00:00:00.000Z', false],
  ] as const)('a %s check that last ran at %s is due: %s', (frequency, lastRun, due) => {
    expect(isCheckDue(frequency, lastRun, now)).toBe(due);
  });
  test('200 starts a scheduled run only when a task of the template is due; a manual run always starts', async () => {
    const { call, id, connectionId, organization, check } = await withCheck();
    await change(call, id, { integrationScheduleFrequency: 'weekly' });
    await check(200);
    const countScheduledRuns = async () => {
      await app.database.system.updateTable('integration_connection').set({ checks_due_at: past }).where('id', '=', connectionId).execute();
      await startDueRuns(app.database, new Date());
      const runs = await checkRuns(call, connectionId);
      return runs.filter(({ checkId, triggeredBy }: Record<string, string>) => checkId === 'endpoint-status' && triggeredBy === 'scheduled')
        .length;
    };
    expect(await countScheduledRuns()).toBe(0);
    await app.database.system
      .updateTable('task')
      .set({ integration_last_run_at: new Date(Date.now() - 8 * 86_400_000).toISOString() })
      .where('id', '=', id)
      .execute();
    expect(await countScheduledRuns()).toBe(1);
    await change(call, id, { integrationScheduleFrequency: 'yearly' });
    expect(await countScheduledRuns()).toBe(1);
    // Another task of the template requires the check each day.
    await addTasks(app, organization.id, [{ title: 'Availability, too', task_template_id: catalogueId('task', 'app-availability') }]);
    expect(await countScheduledRuns()).toBe(2);
    await app.database.system
      .updateTable('task')
      .set({ automation_status: 'manual' })
      .where('organization_id', '=', organization.id)
      .execute();
    expect(await countScheduledRuns()).toBe(2);
    await app.database.system.deleteFrom('task').where('organization_id', '=', organization.id).execute();
    expect(await countScheduledRuns()).toBe(3);
  });
});

describe('checks (rule 17)', () => {
  test('200 sets the status that follows from the checks, logs the change, and sends mails when the task fails', async () => {
    const { read, check, id, chen, ada, owner, organization } = await withCheck();
    await check(200);
    const done = await read();
    expect(done).toMatchObject({ status: 'done', integrationLastRunAt: expect.any(String), lastCompletedAt: expect.any(String) });
    expect(Date.parse(done.reviewDate) - Date.parse(done.lastCompletedAt)).toBe(7 * 86_400_000);
    const before = (await mailsOf(app.database, organization.id)).length;
    await check(500);
    expect(await read()).toMatchObject({ status: 'failed' });
    await check(500);
    const mails = (await mailsOf(app.database, organization.id)).slice(before);
    expect(mails.every(({ subject }) => subject === '"Availability" failed')).toBe(true);
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([chen.email, ada.email, owner.email].sort());
    const entries = await entriesOf(app, organization.id, id);
    expect(entries.at(-1)).toMatchObject({
      entity_type: 'task',
      data: { action: 'Checks set the status of task', changes: { status: { previous: 'done', current: 'failed' } } },
    });
  });
  test('200 does not change a manual or archived task; checks of a disconnected connection do not decide about a due task', async () => {
    const manual = await withCheck({ automation_status: 'manual' });
    await manual.check(200);
    expect(await manual.read()).toMatchObject({ status: 'todo', integrationLastRunAt: null });
    const automated = await withCheck();
    await automated.check(500);
    expect(await automated.read()).toMatchObject({ status: 'failed' });
    await change(automated.call, automated.id, { status: 'in_progress' });
    await archive(app, automated.organization.id, 'task', 'id', automated.id);
    await automated.check(500);
    expect(await automated.read()).toMatchObject({ status: 'in_progress' });
    await app.database.system
      .updateTable('task')
      .set({ archived_at: null, status: 'done', review_date: past })
      .where('id', '=', automated.id)
      .execute();
    await automated.call('POST', connectionPath(automated.connectionId, '/disconnect'));
    await runSchedule();
    expect(await automated.read()).toMatchObject({ status: 'todo' });
  });
  test('200 does not complete a task with an approver while evidence needs approval, nor change a task in review (rule 19)', async () => {
    const { read, check, call, id, ada, organization } = await withCheck({ status: 'todo' });
    await setApproval(app, organization.id, true);
    await change(call, id, { status: 'in_progress', approverId: ada.id });
    await check(200);
    expect(await read()).toMatchObject({ status: 'in_progress' });
    await check(500);
    expect(await read()).toMatchObject({ status: 'failed' });
    await call('POST', `/v1/tasks/${id}/submit-for-review`, { body: { approverId: ada.id } });
    await setApproval(app, organization.id, false);
    await check(200);
    expect(await read()).toMatchObject({ status: 'in_review' });
  });
});

describe('a task that is due again (rule 18)', () => {
  test('becomes a todo once, with a mail to the assignee', async () => {
    const { call, chen, organization } = await withPeople(app);
    const { id } = await addTask(call, { assigneeId: chen.id, frequency: 'weekly' });
    const [notDue, inProgress, archived] = [await addTask(call), await addTask(call), await addTask(call)];
    await change(call, id, { status: 'done', reviewDate: past });
    await change(call, notDue.id, { status: 'done' });
    await change(call, inProgress.id, { status: 'in_progress', reviewDate: past });
    await change(call, archived.id, { status: 'done', reviewDate: past });
    await archive(app, organization.id, 'task', 'id', archived.id);
    const before = (await mailsOf(app.database, organization.id)).length;
    await runSchedule();
    await runSchedule();
    expect((await call('GET', `/v1/tasks/${id}`)).body).toMatchObject({
      status: 'todo',
      reviewDate: past,
      lastCompletedAt: expect.any(String),
    });
    for (const [otherTask, status] of [
      [notDue, 'done'],
      [inProgress, 'in_progress'],
      [archived, 'done'],
    ] as const)
      expect((await call('GET', `/v1/tasks/${otherTask.id}`)).body).toMatchObject({ status });
    expect((await mailsOf(app.database, organization.id)).slice(before)).toMatchObject([
      { recipient: chen.email, subject: '"Restore test" is due again' },
    ]);
    const entries = (await entriesOf(app, organization.id, id)).filter(({ user_id }) => user_id === null);
    expect(entries).toMatchObject([
      { data: { action: 'Looked at task again because it is due', changes: { status: { previous: 'done', current: 'todo' } } } },
    ]);
    expect((await call('GET', `/v1/tasks/${id}/activity?limit=1`)).body.data).toMatchObject([{ userId: null, user: null }]);
    expect((await call('GET', '/v1/audit-logs/verification')).body).toMatchObject({ intact: true });
  });
  test('is done again with a new date or fails, as its checks determine; with an approver, it is a todo (rules 18 and 19)', async () => {
    const { read, check, call, id, ada, organization } = await withCheck();
    await check(200);
    await change(call, id, { reviewDate: past });
    await runSchedule();
    const renewed = await read();
    expect(renewed).toMatchObject({ status: 'done' });
    expect(Date.parse(renewed.reviewDate)).toBeGreaterThan(Date.now());
    await setApproval(app, organization.id, true);
    await change(call, id, { approverId: ada.id, reviewDate: past });
    await runSchedule();
    expect(await read()).toMatchObject({ status: 'todo', approverId: ada.id });
    await check(500);
    await app.database.system.updateTable('task').set({ status: 'done', review_date: past }).where('id', '=', id).execute();
    await runSchedule();
    expect(await read()).toMatchObject({ status: 'failed' });
  });
});
