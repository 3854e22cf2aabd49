/** Automations of tasks: who sees and changes them, and what deleting takes along. */
import { describe, expect, test } from 'vitest';
import { allPages, startApp } from '../../support/app.ts';
import { addAutomation, automationsAt, publish, run, statusCheck, withCheck, withServer } from '../../support/automations.ts';
import { newMember } from '../../support/organization.ts';
import { expectProblem } from '../../support/refusals.ts';
import { addTask, entriesOf } from '../../support/tasks.ts';

const app = startApp();

/** A run that is under way for as long as the test goes on. */
async function underWay() {
  const all = await withCheck(app, () => undefined);
  const { call, automation } = all;
  const started = await call('POST', automationsAt(automation.taskId, `/${automation.id}/runs`), { body: {} });
  expect(started.status).toBe(202);
  await expect.poll(() => all.server.asked.length).toBe(1);
  return { ...all, background: started.body, runId: started.body.result.automationRunId };
}

describe('createTaskAutomation', () => {
  test('201 with its defaults, disabled and logged under the task (rule 7)', async () => {
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
  test('200 with the tasks, of which each shows its automations with their newest runs', async () => {
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
  test('409 for enabling what has no published version, and 200 for the rest', async () => {
    const { call, automation, task, organization } = await withServer(app);
    const at = automationsAt(task.id, `/${automation.id}`);
    expect(await call('PATCH', at, { body: { isEnabled: true } })).toMatchObject({
      status: 409,
      body: { code: 'automation_not_published' },
    });
    await expectProblem(call, 'PATCH', at, 409, { isEnabled: true });
    expect(
      await call('PATCH', at, { body: { name: ' Backup ', description: 'Nightly', evaluationCriteria: '/status equals 200' } }),
    ).toMatchObject({
      status: 200,
      body: { name: 'Backup', description: 'Nightly', evaluationCriteria: '/status equals 200', isEnabled: false },
    });
    expect(await call('PATCH', at, { body: { description: null, evaluationCriteria: null } })).toMatchObject({
      status: 200,
      body: { description: null, evaluationCriteria: null },
    });
    expect(await call('PATCH', at, { body: {} })).toMatchObject({ status: 400 });
    expect((await entriesOf(app, organization.id, task.id)).map(({ description }) => description)).toContainEqual(
      expect.stringContaining('Updated criteria of automation'),
    );
  });
  test('200 disables and enables, which decides whether it comes due (rule 2)', async () => {
    const { call, automation, task, organization } = await withCheck(app, () => ({ text: 'ok' }));
    const at = automationsAt(task.id, `/${automation.id}`);
    const due = () =>
      app.database.system.selectFrom('evidence_automation').select('due_at').where('id', '=', automation.id).executeTakeFirstOrThrow();
    expect((await due()).due_at).toMatch(/T06:00:00.000Z$/);
    expect(await call('PATCH', at, { body: { isEnabled: false } })).toMatchObject({ status: 200, body: { isEnabled: false } });
    expect((await due()).due_at).toBeNull();
    expect(await call('PATCH', at, { body: { isEnabled: true } })).toMatchObject({ status: 200, body: { isEnabled: true } });
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
  test('204 an automation cancels its run, and takes runs, versions and files along', async () => {
    const { call, automation, background, task, organization } = await underWay();
    expect(await call('DELETE', automationsAt(task.id, `/${automation.id}`))).toMatchObject({ status: 204 });
    expect((await call('GET', `/v1/runs/${background.id}`)).body).toMatchObject({ status: 'cancelled' });
    expect(await call('GET', automationsAt(task.id, `/${automation.id}`))).toMatchObject({ status: 404 });
    for (const table of ['evidence_automation_run', 'evidence_automation_version', 'stored_file'] as const)
      expect(await app.database.system.selectFrom(table).select('id').where('organization_id', '=', organization.id).execute()).toEqual([]);
    expect(await call('DELETE', automationsAt(task.id, `/${automation.id}`))).toMatchObject({ status: 404 });
  });
  test.each(['one', 'several'])('204 of %s of the tasks cancels the runs of its automations', async (how) => {
    const { call, background, task } = await underWay();
    const answer = await (how === 'one'
      ? call('DELETE', `/v1/tasks/${task.id}`)
      : call('DELETE', '/v1/tasks/bulk', { body: { taskIds: [task.id] } }));
    expect(answer, answer.text).toMatchObject({ status: 204 });
    expect((await call('GET', `/v1/runs/${background.id}`)).body).toMatchObject({ status: 'cancelled' });
  });
});

describe('rule 1', () => {
  test('404 for an automation of another task, a run of another automation, and what does not exist', async () => {
    const { call, automation, task } = await withCheck(app, () => ({ text: 'ok' }));
    const { found } = await run(call, automation);
    const other = await addTask(call, { title: 'Another' });
    const beside = await addAutomation(call, task.id);
    const at = (taskId: string, automationId: string) => automationsAt(taskId, `/${automationId}`);
    for (const [method, url, code] of [
      ['GET', at(other.id, automation.id), 'automation_not_found'],
      ['PATCH', at(other.id, automation.id), 'automation_not_found'],
      ['DELETE', at(other.id, automation.id), 'automation_not_found'],
      ['GET', `${at(other.id, automation.id)}/runs`, 'automation_not_found'],
      ['GET', `${at(other.id, automation.id)}/versions`, 'automation_not_found'],
      ['POST', `${at(other.id, automation.id)}/runs`, 'automation_not_found'],
      ['GET', `${at(task.id, beside.id)}/runs/${found.id}`, 'automation_run_not_found'],
      ['POST', `${at(task.id, beside.id)}/runs/${found.id}/cancel`, 'automation_run_not_found'],
      ['POST', `${at(other.id, automation.id)}/runs/${found.id}/cancel`, 'automation_not_found'],
      ['GET', automationsAt('tsk_none'), 'task_not_found'],
      ['GET', automationsAt('tsk_none', '/runs'), 'task_not_found'],
    ] as const) {
      const body = method === 'PATCH' ? { name: 'x' } : url.endsWith('/runs') ? {} : undefined;
      expect(await call(method, url, method === 'GET' ? {} : { body }), `${method} ${url}`).toMatchObject({ status: 404, body: { code } });
    }
    expect(await publish(call, { taskId: other.id, id: automation.id }, {})).toMatchObject({ status: 404 });
    const stranger = await app.caller();
    expect(await stranger.call('GET', at(task.id, automation.id))).toMatchObject({ status: 404, body: { code: 'task_not_found' } });
  });
  test('403 for a restricted member, who reads the automations of their tasks and changes nothing', async () => {
    const caller = await withCheck(app, () => undefined);
    const { call, organization, automation, task, server } = caller;
    const member = await newMember(app.database, organization.id, ['employee']);
    const own = (await app.session(organization, member)).call;
    const at = automationsAt(task.id, `/${automation.id}`);
    const { body: background } = await call('POST', `${at}/runs`, { body: {} });
    const runAt = `${at}/runs/${background.result.automationRunId}`;
    const reads = [automationsAt(task.id), automationsAt(task.id, '/runs'), at, `${at}/runs`, `${at}/versions`, runAt];
    for (const url of reads) expect(await own('GET', url), url).toMatchObject({ status: 403, body: { code: 'task_not_assigned' } });
    expect(await own('GET', `/v1/runs/${background.id}`)).toMatchObject({ status: 403 });
    expect(await call('PATCH', `/v1/tasks/${task.id}`, { body: { assigneeId: member.id } })).toMatchObject({ status: 200 });
    for (const url of reads) expect(await own('GET', url), url).toMatchObject({ status: 200 });
    expect(await own('GET', `/v1/runs/${background.id}`)).toMatchObject({ status: 200 });
    const restricted = { status: 403, body: { code: 'task_change_restricted' } };
    expect(await own('PATCH', at, { body: { name: 'Mine' } })).toMatchObject(restricted);
    expect(await own('POST', `${at}/runs`, { body: {} })).toMatchObject(restricted);
    expect(await own('POST', `${runAt}/cancel`)).toMatchObject(restricted);
    expect(await publish(own, automation, statusCheck(server.url), 2)).toMatchObject(restricted);
    expect(await own('POST', `/v1/runs/${background.id}/cancel`)).toMatchObject({ status: 403, body: { code: 'record_hidden' } });
    expect(await own('POST', automationsAt(task.id), { body: {} })).toMatchObject({ status: 403, body: { code: 'missing_permission' } });
    expect(await own('DELETE', at)).toMatchObject({ status: 403, body: { code: 'missing_permission' } });
  });
});
