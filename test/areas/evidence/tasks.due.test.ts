/** What machines and the clock do with tasks. */
import { describe, expect, test } from 'vitest';
import { startDue } from '#areas/integrations/integrations/runs/schedule';
import { reviewDueTasks } from '#areas/evidence/tasks/runs/due';
import { catalogueId } from '#domain/catalogue/ids';
import { isCheckDue } from '#domain/tasks/due-checks';
import { startApp } from '../../support/app.ts';
import { mailsOf } from '../../support/comments.ts';
import { addTasks, archive } from '../../support/controls.ts';
import { at, checkRuns, connect, runChecks } from '../../support/integrations.ts';
import { standIn } from '../../support/stand-in.ts';
import { addTask, change, entriesOf, setApproval, withPeople } from '../../support/tasks.ts';

const app = startApp();
const past = new Date(Date.now() - 60_000).toISOString();
/** Looks as several servers would at once. */
const look = () => Promise.all([1, 2, 3].map(() => reviewDueTasks(app.database, app.ports, new Date())));

/** An organization with a task that `endpoint-status` gives evidence for, and what runs that check with an answer. */
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
  ] as const)('%s after %s: %s', (frequency, last, due) => {
    expect(isCheckDue(frequency, last, now)).toBe(due);
  });
  test('200 with a run only when a task of the template is due; by hand it runs all the same', async () => {
    const { call, id, connectionId, organization, check } = await withCheck();
    await change(call, id, { integrationScheduleFrequency: 'weekly' });
    await check(200);
    const comeDue = async () => {
      await app.database.system.updateTable('integration_connection').set({ checks_due_at: past }).where('id', '=', connectionId).execute();
      await startDue(app.database, new Date());
      const runs = await checkRuns(call, connectionId);
      return runs.filter(({ checkId, triggeredBy }: Record<string, string>) => checkId === 'endpoint-status' && triggeredBy === 'scheduled')
        .length;
    };
    expect(await comeDue()).toBe(0);
    await app.database.system
      .updateTable('task')
      .set({ integration_last_run_at: new Date(Date.now() - 8 * 86_400_000).toISOString() })
      .where('id', '=', id)
      .execute();
    expect(await comeDue()).toBe(1);
    await change(call, id, { integrationScheduleFrequency: 'yearly' });
    expect(await comeDue()).toBe(1);
    // Another task of the template wants it each day.
    await addTasks(app, organization.id, [{ title: 'Availability, too', task_template_id: catalogueId('task', 'app-availability') }]);
    expect(await comeDue()).toBe(2);
    await app.database.system
      .updateTable('task')
      .set({ automation_status: 'MANUAL' })
      .where('organization_id', '=', organization.id)
      .execute();
    expect(await comeDue()).toBe(2);
    await app.database.system.deleteFrom('task').where('organization_id', '=', organization.id).execute();
    expect(await comeDue()).toBe(3);
  });
});

describe('checks (rule 17)', () => {
  test('200 with the status that follows from them, logged, and told when it is failed', async () => {
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
  test('200 and unchanged without a result, by hand, archived, and once the connection is disconnected', async () => {
    const manual = await withCheck({ automation_status: 'MANUAL' });
    await manual.check(200);
    expect(await manual.read()).toMatchObject({ status: 'todo', integrationLastRunAt: null });
    const one = await withCheck();
    await one.check(500);
    expect(await one.read()).toMatchObject({ status: 'failed' });
    await change(one.call, one.id, { status: 'in_progress' });
    await archive(app, one.organization.id, 'task', 'id', one.id);
    await one.check(500);
    expect(await one.read()).toMatchObject({ status: 'in_progress' });
    await app.database.system
      .updateTable('task')
      .set({ archived_at: null, status: 'done', review_date: past })
      .where('id', '=', one.id)
      .execute();
    await one.call('POST', at(one.connectionId, '/disconnect'));
    await look();
    expect(await one.read()).toMatchObject({ status: 'todo' });
  });
  test('200 and not done over an approver while evidence needs approval; in review it stays (rule 19)', async () => {
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
  test('is to do, once, and its assignee is told', async () => {
    const { call, chen, organization } = await withPeople(app);
    const { id } = await addTask(call, { assigneeId: chen.id, frequency: 'weekly' });
    const [later, open, archived] = [await addTask(call), await addTask(call), await addTask(call)];
    await change(call, id, { status: 'done', reviewDate: past });
    await change(call, later.id, { status: 'done' });
    await change(call, open.id, { status: 'in_progress', reviewDate: past });
    await change(call, archived.id, { status: 'done', reviewDate: past });
    await archive(app, organization.id, 'task', 'id', archived.id);
    const before = (await mailsOf(app.database, organization.id)).length;
    await look();
    await look();
    expect((await call('GET', `/v1/tasks/${id}`)).body).toMatchObject({
      status: 'todo',
      reviewDate: past,
      lastCompletedAt: expect.any(String),
    });
    for (const [other, status] of [
      [later, 'done'],
      [open, 'in_progress'],
      [archived, 'done'],
    ] as const)
      expect((await call('GET', `/v1/tasks/${other.id}`)).body).toMatchObject({ status });
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
  test('gets the status of its checks, with a new date, or is failed; with an approver it is to do (rules 18 and 19)', async () => {
    const { read, check, call, id, ada, organization } = await withCheck();
    await check(200);
    await change(call, id, { reviewDate: past });
    await look();
    const renewed = await read();
    expect(renewed).toMatchObject({ status: 'done' });
    expect(Date.parse(renewed.reviewDate)).toBeGreaterThan(Date.now());
    await setApproval(app, organization.id, true);
    await change(call, id, { approverId: ada.id, reviewDate: past });
    await look();
    expect(await read()).toMatchObject({ status: 'todo', approverId: ada.id });
    await check(500);
    await app.database.system.updateTable('task').set({ status: 'done', review_date: past }).where('id', '=', id).execute();
    await look();
    expect(await read()).toMatchObject({ status: 'failed' });
  });
});
