/** Runs of automations: the calls they make, the evidence they store, and the status of their task. */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { addAutomation, automationsAt, publish, run, statusCheck, withCheck, withServer } from '../../support/automations.ts';
import { waitForRun } from '../../support/integrations.ts';

const app = startApp();

const statusOf = async (call: Awaited<ReturnType<typeof withServer>>['call'], id: string) =>
  (await call('GET', `/v1/tasks/${id}`)).body.status;

describe('a run', () => {
  test('202 calls the address, stores the answer as evidence and sets the status of the task (rules 4, 8 and 11)', async () => {
    const { call, automation, task, server } = await withCheck(
      app,
      () => ({ json: { jobs: [{ name: 'nightly', finishedAt: new Date().toISOString() }], failed: [] } }),
      ({ url }) => ({
        request: { url: `${url}/jobs?state=latest`, headers: { 'X-Purpose': 'audit' } },
        extract: { name: '/body/jobs/0/name', failed: '$.body.failed[*]', all: '$.body.jobs[*].name', none: '/body/none' },
        criteria: [
          { path: '/status', operator: 'equals', value: 200 },
          { path: '/body/jobs/0/finishedAt', operator: 'after', value: '-24h' },
          { path: '$.body.failed[*]', operator: 'absent' },
        ],
      }),
    );
    const { background, found } = await run(call, automation);
    expect(background).toMatchObject({ status: 'completed', result: { automationRunId: found.id }, progress: { done: 1, total: 1 } });
    expect(found).toMatchObject({
      evidenceAutomationId: automation.id,
      taskId: task.id,
      runId: background.id,
      status: 'completed',
      success: true,
      error: null,
      evaluationStatus: 'pass',
      evaluationReason: null,
      triggeredBy: 'api',
      version: 1,
      evidenceAutomation: { name: 'Restore test - Evidence Collection' },
      logs: [{ level: 'info' }, { level: 'info', message: expect.stringContaining('status 200') }],
      output: {
        status: 200,
        contentType: 'application/json',
        truncated: false,
        values: { name: 'nightly', failed: [], all: ['nightly'] },
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    expect(found.output.values).not.toHaveProperty('none');
    expect(found.output.criteria.map(({ holds, found: value }: { holds: boolean; found: unknown }) => [holds, value])).toEqual([
      [true, '200'],
      [true, expect.stringMatching(/^"20/)],
      [true, null],
    ]);
    expect(found.output.excerpt).toContain('"nightly"');
    expect(server.asked).toMatchObject([{ method: 'GET', path: '/jobs', headers: { 'x-purpose': 'audit' } }]);
    expect(await statusOf(call, task.id)).toBe('done');
    expect((await call('GET', automationsAt(task.id, `/${automation.id}`))).body).toMatchObject({
      lastRunAt: found.startedAt,
      latestRun: { id: found.id },
    });
  });
  test('202 reports the first criterion that does not hold, and sends a mail when the task fails (rules 4 and 11)', async () => {
    const { call, automation, task, organization } = await withCheck(app, () => ({ status: 503, text: 'down' }));
    const { background, found } = await run(call, automation);
    expect(background.status).toBe('completed');
    expect(found).toMatchObject({
      status: 'completed',
      success: true,
      evaluationStatus: 'fail',
      evaluationReason: '/status equals 200 does not hold; found 503',
      output: { status: 503, excerpt: 'down' },
    });
    expect(await statusOf(call, task.id)).toBe('failed');
    const mails = await app.database.system.selectFrom('mail').select('subject').where('organization_id', '=', organization.id).execute();
    expect(mails.filter(({ subject }) => subject.includes('failed'))).toHaveLength(1);
  });
});

describe('the status of the task (rule 11)', () => {
  test('depends on every enabled automation, failed or not yet run, and on no disabled automation', async () => {
    const answers = { status: 200 };
    const { call, automation, task, server } = await withCheck(app, () => ({ status: answers.status, text: 'x' }));
    const second = await addAutomation(call, task.id, { name: 'Second' });
    await publish(call, second, statusCheck(server.url));
    await run(call, automation);
    expect(await statusOf(call, task.id)).toBe('todo');
    await run(call, second);
    expect(await statusOf(call, task.id)).toBe('done');
    answers.status = 500;
    await run(call, second);
    expect(await statusOf(call, task.id)).toBe('failed');
    await call('PATCH', automationsAt(task.id, `/${second.id}`), { body: { isEnabled: false } });
    await run(call, second);
    expect(await statusOf(call, task.id)).toBe('done');
    answers.status = 200;
  });
  test('does not change while the task is in review', async () => {
    const { call, automation, task } = await withCheck(app, () => ({ status: 500, text: 'x' }));
    await app.database.system.updateTable('task').set({ status: 'in_review' }).where('id', '=', task.id).execute();
    await run(call, automation);
    expect(await statusOf(call, task.id)).toBe('in_review');
  });
});

describe('evaluationCriteria (rule 4)', () => {
  test.each([
    ['/status not-equals 500\n\n/values/days > 3\n/values/days < 5\n$.criteria[?@.holds == true].path equals /status', 'pass', null],
    ['/values/days lessThan 2', 'fail', '/values/days lessThan 2 does not hold; found 4'],
    ['/values/days is 4', null, 'The criterion cannot be read: /values/days is 4'],
    ['/values/days equals', null, expect.stringContaining('cannot be read')],
    [`${'/status exists\n'.repeat(51)}`, null, 'The criteria have more than 50 lines'],
  ])('%j gives %j', async (evaluationCriteria, status, reason) => {
    const { call, automation, task } = await withCheck(
      app,
      () => ({ json: { days: 4 } }),
      ({ url }) => ({ ...statusCheck(url), extract: { days: '/body/days' } }),
    );
    await call('PATCH', automationsAt(task.id, `/${automation.id}`), { body: { evaluationCriteria } });
    expect((await run(call, automation)).found).toMatchObject({
      status: 'completed',
      success: true,
      evaluationStatus: status,
      evaluationReason: reason,
    });
  });
  test('one criterion suffices when the check combines its criteria with any', async () => {
    const { call, automation } = await withCheck(
      app,
      () => ({ status: 204 }),
      ({ url }) => ({
        request: { url, method: 'HEAD' },
        criteria: [200, 204].map((value) => ({ path: '/status', operator: 'equals', value })),
        combine: 'any',
      }),
    );
    expect((await run(call, automation)).found).toMatchObject({ evaluationStatus: 'pass', output: { size: 0, excerpt: '' } });
  });
});

describe('startAutomationRun', () => {
  test('409 without a published version, 400 for an unknown version, and 409 while another run is active (rule 10)', async () => {
    const { call, automation, task, server } = await withServer(app, () => undefined);
    const runsUrl = automationsAt(task.id, `/${automation.id}/runs`);
    expect(await call('POST', runsUrl, { body: {} })).toMatchObject({ status: 409, body: { code: 'automation_not_published' } });
    await publish(call, automation, statusCheck(server.url));
    expect(await call('POST', runsUrl, { body: { version: 2 } })).toMatchObject({
      status: 400,
      body: { details: { version: expect.anything() } },
    });
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', runsUrl, { body: {} })));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'automation_running' });
    expect((await call('GET', `${runsUrl}?status=pending&status=running`)).body.data).toHaveLength(1);
    expect((await call('GET', `${runsUrl}?status=completed`)).body.data).toEqual([]);
    expect((await call('GET', `${automationsAt(task.id, '/runs')}?status=failed`)).body.data).toEqual([]);
    expect((await call('GET', automationsAt(task.id, '/runs'))).body.data).toHaveLength(1);
    expect(await call('GET', `${runsUrl}?status=queued`)).toMatchObject({ status: 400 });
    expect(await call('GET', `${automationsAt(task.id, '/runs')}?status=queued`)).toMatchObject({ status: 400 });
  });
  test('202 for a run that a person starts, which counts as manual; an organization has at most two active runs (rule 10)', async () => {
    const { call, inPerson, task, server } = await withServer(app, () => undefined);
    const runIds: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      const automation = await addAutomation(call, task.id, { name });
      await publish(call, automation, statusCheck(server.url));
      const { body } = await inPerson('POST', automationsAt(task.id, `/${automation.id}/runs`), { body: {} });
      runIds.push(body.id);
    }
    await expect.poll(() => server.asked.length).toBe(2);
    const runs = (await call('GET', automationsAt(task.id, '/runs'))).body.data;
    expect(runs.map(({ status }: { status: string }) => status)).toEqual(['pending', 'running', 'running']);
    expect(runs).toMatchObject([{ triggeredBy: 'manual' }, { triggeredBy: 'manual' }, { triggeredBy: 'manual' }]);
    for (const id of runIds) await call('POST', `/v1/runs/${id}/cancel`);
  });
});

describe('the end of a run (rule 8)', () => {
  async function startWaitingRun() {
    const setup = await withCheck(app, () => undefined);
    const { call, automation } = setup;
    const runsUrl = automationsAt(automation.taskId, `/${automation.id}/runs`);
    const { body: background } = await call('POST', runsUrl, { body: {} });
    await expect.poll(() => setup.server.asked.length).toBe(1);
    return { ...setup, background, runUrl: `${runsUrl}/${background.result.automationRunId}` };
  }
  test('200 cancels the background run together with the run, and leaves the task unchanged', async () => {
    const { call, background, runUrl, task } = await startWaitingRun();
    expect((await call('GET', runUrl)).body).toMatchObject({ status: 'running', startedAt: expect.any(String), logs: null, output: null });
    expect(await call('POST', `${runUrl}/cancel`)).toMatchObject({
      status: 200,
      body: { status: 'cancelled', completedAt: expect.any(String), success: null },
    });
    expect((await call('GET', `/v1/runs/${background.id}`)).body).toMatchObject({ status: 'cancelled' });
    expect(await call('POST', `${runUrl}/cancel`)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect(await statusOf(call, task.id)).toBe('todo');
  });
  test('200 cancels the run together with the background run', async () => {
    const { call, background, runUrl } = await startWaitingRun();
    expect(await call('POST', `/v1/runs/${background.id}/cancel`)).toMatchObject({ status: 200 });
    expect((await call('GET', runUrl)).body).toMatchObject({ status: 'cancelled', error: null });
  });
  test('409 for a run that has ended', async () => {
    const { call, automation } = await withCheck(app, () => ({ text: 'ok' }));
    const { found } = await run(call, automation);
    expect(await call('POST', automationsAt(automation.taskId, `/${automation.id}/runs/${found.id}/cancel`))).toMatchObject({
      status: 409,
      body: { code: 'automation_run_ended', from: 'completed', allowed: [] },
    });
  });
  test('follows the end of the background run, and remains when the background run is deleted', async () => {
    const { call, background, runUrl } = await startWaitingRun();
    const { system } = app.database;
    const finishedAt = new Date().toISOString();
    await system
      .updateTable('run')
      .set({ status: 'failed', error: 'The work was interrupted too often', lease: null, finished_at: finishedAt })
      .where('id', '=', background.id)
      .execute();
    expect((await call('GET', runUrl)).body).toMatchObject({
      status: 'failed',
      success: false,
      error: 'The work was interrupted too often',
      completedAt: finishedAt,
      runId: background.id,
    });
    await system.deleteFrom('run').where('id', '=', background.id).execute();
    expect((await call('GET', runUrl)).body).toMatchObject({ status: 'failed', runId: null });
  });
  test('does not happen when the server stops: the run becomes pending again', async () => {
    const { call, background, runUrl } = await startWaitingRun();
    const { system } = app.database;
    await system.updateTable('run').set({ status: 'queued', lease: null, due_at: 'infinity' }).where('id', '=', background.id).execute();
    expect((await call('GET', runUrl)).body).toMatchObject({ status: 'pending' });
    await call('POST', `${runUrl}/cancel`);
    expect((await waitForRun(call, background.id)).status).toBe('cancelled');
  });
});
