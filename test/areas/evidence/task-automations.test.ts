/** Automations of tasks: who may read and change them, and which records are deleted with them. */
import { describe, expect, test } from 'vitest';
import { allPages, startApp } from '../../support/app.ts';
import { addAutomation, automationsAt, publish, run, statusCheck, withCheck, withServer } from '../../support/automations.ts';
import { newMember } from '../../support/organization.ts';
import { expectProblem } from '../../support/refusals.ts';
import { addTask, entriesOf } from '../../support/tasks.ts';

const app = startApp();

/** Starts a run that stays active for the whole test. */
async function startWaitingRun() {
  const setup = await withCheck(app, () => undefined);
  const { call, automation } = setup;
  const started = await call('POST', automationsAt(automation.taskId, `/${automation.id}/runs`), { body: {} });
  expect(started.status).toBe(202);
  await expect.poll(() => setup.server.asked.length).toBe(1);
  return { ...setup, background: started.body, runId: started.body.result.automationRunId };
}

describe('createTaskAutomation', () => {
  test('201 with default values; the automation is disabled, and logged under the task (rule 7)', async () => {
    const { call, organization } = await app.caller();
    const task = await addTask(call);
    const automation = await addAutomation(call, task.id);
    expect(automation).toMatchObject({
      id: expect.stringMatching(/^aut_/),
      taskId: task.id,
      name: 'Restore test - Evidence Collection',
      description: null,
      isEnabled: false,
      scheduleFrequency: 'daily',
      lastRunAt: null,
      evaluationCriteria: null,
      latestRun: null,
    });
    expect((await call('GET', automationsAt(task.id, `/${automation.id}`))).body).toEqual(automation);
    expect(await entriesOf(app, organization.id, task.id)).toContainEqual(
      expect.objectContaining({ entity_type: 'task', description: expect.stringContaining('Created automation') }),
    );
    expect((await call('GET', `/v1/tasks/${task.id}/activity`)).body.data[0].description).toContain('Created automation');
  });
  test('400 for a blank name, an unknown frequency and an unknown field', async () => {
    const { call } = await app.caller();
    const task = await addTask(call);
    for (const body of [{ name: ' ' }, { scheduleFrequency: 'hourly' }, { isEnabled: true }, { evaluationCriteria: '' }])
      expect(await call('POST', automationsAt(task.id), { body })).toMatchObject({ status: 400 });
  });
});

describe('listTaskAutomations', () => {
  test('200 oldest first, page by page', async () => {
    const { call } = await app.caller();
    const task = await addTask(call);
    for (const name of ['first', 'second', 'third']) await addAutomation(call, task.id, { name });
    const pages = await allPages(call, automationsAt(task.id, '?limit=2'));
    expect(pages.map(({ data }) => data.map(({ name }: { name: string }) => name))).toEqual([['first', 'second'], ['third']]);
  });
  test('200 for tasks, each with its automations and their newest runs', async () => {
    const { call, automation } = await withCheck(app, () => ({ text: 'ok' }));
    await run(call, automation);
    const [task] = (await call('GET', '/v1/tasks?includeRelations=true')).body.data;
    expect(task.evidenceAutomations).toEqual([
      {
        id: automation.id,
        isEnabled: true,
        name: automation.name,
        runs: [
          {
            status: 'completed',
            success: true,
            evaluationStatus: 'pass',
            createdAt: expect.any(String),
            triggeredBy: 'api',
            runDuration: expect.any(Number),
          },
        ],
      },
    ]);
    expect((await call('GET', '/v1/tasks')).body.data[0]).not.toHaveProperty('evidenceAutomations');
  });
});

describe('updateTaskAutomation', () => {
  test('409 for enabling an automation without a published version, and 200 for other changes', async () => {
    const { call, automation, task, organization } = await withServer(app);
    const automationUrl = automationsAt(task.id, `/${automation.id}`);
    expect(await call('PATCH', automationUrl, { body: { isEnabled: true } })).toMatchObject({
      status: 409,
      body: { code: 'automation_not_published' },
    });
    await expectProblem(call, 'PATCH', automationUrl, 409, { isEnabled: true });
    expect(
      await call('PATCH', automationUrl, { body: { name: ' Backup ', description: 'Nightly', evaluationCriteria: '/status equals 200' } }),
    ).toMatchObject({
      status: 200,
      body: { name: 'Backup', description: 'Nightly', evaluationCriteria: '/status equals 200', isEnabled: false },
    });
    expect(await call('PATCH', automationUrl, { body: { description: null, evaluationCriteria: null } })).toMatchObject({
      status: 200,
      body: { description: null, evaluationCriteria: null },
    });
    expect(await call('PATCH', automationUrl, { body: {} })).toMatchObject({ status: 400 });
    expect((await entriesOf(app, organization.id, task.id)).map(({ description }) => description)).toContainEqual(
      expect.stringContaining('Updated criteria of automation'),
    );
  });
  test('200 disables and enables the automation, which removes and restores its due date (rule 2)', async () => {
    const { call, automation, task, organization } = await withCheck(app, () => ({ text: 'ok' }));
    const automationUrl = automationsAt(task.id, `/${automation.id}`);
    const due = () =>
      app.database.system.selectFrom('evidence_automation').select('due_at').where('id', '=', automation.id).executeTakeFirstOrThrow();
    expect((await due()).due_at).toMatch(/T06:00:00.000Z$/);
    expect(await call('PATCH', automationUrl, { body: { isEnabled: false } })).toMatchObject({ status: 200, body: { isEnabled: false } });
    expect((await due()).due_at).toBeNull();
    expect(await call('PATCH', automationUrl, { body: { isEnabled: true } })).toMatchObject({ status: 200, body: { isEnabled: true } });
    expect((await due()).due_at).toMatch(/T06:00:00.000Z$/);
    const actions = (await entriesOf(app, organization.id, task.id)).map(({ description }) => description);
    expect(actions).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Published version 1'),
        expect.stringContaining('Disabled automation'),
        expect.stringContaining('Enabled automation'),
      ]),
    );
  });
});

describe('deleting', () => {
  test('204 for an automation cancels its run, and deletes runs, versions and files', async () => {
    const { call, automation, background, task, organization } = await startWaitingRun();
    expect(await call('DELETE', automationsAt(task.id, `/${automation.id}`))).toMatchObject({ status: 204 });
    expect((await call('GET', `/v1/runs/${background.id}`)).body).toMatchObject({ status: 'cancelled' });
    expect(await call('GET', automationsAt(task.id, `/${automation.id}`))).toMatchObject({ status: 404 });
    for (const table of ['evidence_automation_run', 'evidence_automation_version', 'stored_file'] as const)
      expect(await app.database.system.selectFrom(table).select('id').where('organization_id', '=', organization.id).execute()).toEqual([]);
    expect(await call('DELETE', automationsAt(task.id, `/${automation.id}`))).toMatchObject({ status: 404 });
  });
  test.each(['one', 'several'])('204 for %s of the tasks cancels the runs of the automations', async (amount) => {
    const { call, background, task } = await startWaitingRun();
    const answer = await (amount === 'one'
      ? call('DELETE', `/v1/tasks/${task.id}`)
      : call('DELETE', '/v1/tasks/bulk', { body: { taskIds: [task.id] } }));
    expect(answer, answer.text).toMatchObject({ status: 204 });
    expect((await call('GET', `/v1/runs/${background.id}`)).body).toMatchObject({ status: 'cancelled' });
  });
});

describe('rule 1', () => {
  test('404 for an automation of another task, a run of another automation, and unknown records', async () => {
    const { call, automation, task } = await withCheck(app, () => ({ text: 'ok' }));
    const { found } = await run(call, automation);
    const other = await addTask(call, { title: 'Another' });
    const otherAutomation = await addAutomation(call, task.id);
    const automationUrl = (taskId: string, automationId: string) => automationsAt(taskId, `/${automationId}`);
    for (const [method, url, code] of [
      ['GET', automationUrl(other.id, automation.id), 'automation_not_found'],
      ['PATCH', automationUrl(other.id, automation.id), 'automation_not_found'],
      ['DELETE', automationUrl(other.id, automation.id), 'automation_not_found'],
      ['GET', `${automationUrl(other.id, automation.id)}/runs`, 'automation_not_found'],
      ['GET', `${automationUrl(other.id, automation.id)}/versions`, 'automation_not_found'],
      ['POST', `${automationUrl(other.id, automation.id)}/runs`, 'automation_not_found'],
      ['GET', `${automationUrl(task.id, otherAutomation.id)}/runs/${found.id}`, 'automation_run_not_found'],
      ['POST', `${automationUrl(task.id, otherAutomation.id)}/runs/${found.id}/cancel`, 'automation_run_not_found'],
      ['POST', `${automationUrl(other.id, automation.id)}/runs/${found.id}/cancel`, 'automation_not_found'],
      ['GET', automationsAt('tsk_none'), 'task_not_found'],
      ['GET', automationsAt('tsk_none', '/runs'), 'task_not_found'],
    ] as const) {
      const body = method === 'PATCH' ? { name: 'x' } : url.endsWith('/runs') ? {} : undefined;
      expect(await call(method, url, method === 'GET' ? {} : { body }), `${method} ${url}`).toMatchObject({ status: 404, body: { code } });
    }
    expect(await publish(call, { taskId: other.id, id: automation.id }, {})).toMatchObject({ status: 404 });
    const stranger = await app.caller();
    expect(await stranger.call('GET', automationUrl(task.id, automation.id))).toMatchObject({
      status: 404,
      body: { code: 'task_not_found' },
    });
  });
  test('403 for a restricted member, who may read the automations of assigned tasks, but may change nothing', async () => {
    const caller = await withCheck(app, () => undefined);
    const { call, organization, automation, task, server } = caller;
    const member = await newMember(app.database, organization.id, ['employee']);
    const asMember = (await app.session(organization, member)).call;
    const automationUrl = automationsAt(task.id, `/${automation.id}`);
    const { body: background } = await call('POST', `${automationUrl}/runs`, { body: {} });
    const runUrl = `${automationUrl}/runs/${background.result.automationRunId}`;
    const reads = [
      automationsAt(task.id),
      automationsAt(task.id, '/runs'),
      automationUrl,
      `${automationUrl}/runs`,
      `${automationUrl}/versions`,
      runUrl,
    ];
    for (const url of reads) expect(await asMember('GET', url), url).toMatchObject({ status: 403, body: { code: 'task_not_assigned' } });
    expect(await asMember('GET', `/v1/runs/${background.id}`)).toMatchObject({ status: 403 });
    expect(await call('PATCH', `/v1/tasks/${task.id}`, { body: { assigneeId: member.id } })).toMatchObject({ status: 200 });
    for (const url of reads) expect(await asMember('GET', url), url).toMatchObject({ status: 200 });
    expect(await asMember('GET', `/v1/runs/${background.id}`)).toMatchObject({ status: 200 });
    const restricted = { status: 403, body: { code: 'task_change_restricted' } };
    expect(await asMember('PATCH', automationUrl, { body: { name: 'Mine' } })).toMatchObject(restricted);
    expect(await asMember('POST', `${automationUrl}/runs`, { body: {} })).toMatchObject(restricted);
    expect(await asMember('POST', `${runUrl}/cancel`)).toMatchObject(restricted);
    expect(await publish(asMember, automation, statusCheck(server.url), 2)).toMatchObject(restricted);
    expect(await asMember('POST', `/v1/runs/${background.id}/cancel`)).toMatchObject({ status: 403, body: { code: 'record_hidden' } });
    expect(await asMember('POST', automationsAt(task.id), { body: {} })).toMatchObject({
      status: 403,
      body: { code: 'missing_permission' },
    });
    expect(await asMember('DELETE', automationUrl)).toMatchObject({ status: 403, body: { code: 'missing_permission' } });
  });
});
