/** Checks of tasks: listing, attaching and detaching them, and running them on every account. */
import { describe, expect, test } from 'vitest';
import { catalogueId } from '#domain/catalogue/ids';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { addTasks } from '../../support/controls.ts';
import { connectionPath, checkRuns, connect, waitForRun, expectRequestError } from '../../support/integrations.ts';
import { readLog } from '../../support/log.ts';
import { standIn } from '../../support/stand-in.ts';
import { addTask } from '../../support/tasks.ts';

const app = startApp();
const base = '/v1/integrations/tasks';
const templateId = catalogueId('task', 'app-availability');
const check = 'endpoint-status';

/** Creates a task that `endpoint-status` is evidence for, with an account for each response status. */
async function withAccounts(...statuses: number[]) {
  const caller = await app.caller();
  const [id = ''] = await addTasks(app, caller.organization.id, [{ title: 'Availability', task_template_id: templateId }]);
  const accounts = [];
  for (const status of statuses) {
    const state = { status };
    const server = await standIn(() => ({ status: state.status, text: 'ok' }));
    const { id: connectionId } = await connect(caller.call, 'http-json', { baseUrl: server.url });
    await checkRuns(caller.call, connectionId);
    accounts.push({ id: connectionId, state });
  }
  const { call } = caller;
  for (const account of accounts) {
    await call('PATCH', `/v1/integrations/variables/connections/${account.id}`, { body: { variables: { endpoint_path: '/health' } } });
    // The run sets the status of tasks when it ends, which is after its checks.
    const runs: { runId: string }[] = await checkRuns(call, account.id);
    for (const runId of new Set(runs.map((run) => run.runId))) await waitForRun(call, runId);
  }
  return {
    ...caller,
    id,
    accounts,
    checks: async () => (await call('GET', `${base}/${id}/checks`)).body.data,
    status: async () => (await call('GET', `/v1/tasks/${id}`)).body.status,
    update: (connectionId: string, disabled: boolean, checkId = check) =>
      call('PATCH', `${base}/${id}/checks/${checkId}`, { body: { connectionId, disabled } }),
    async run(connectionId: string) {
      const answer = await call('POST', `${base}/${id}/runs`, { body: { connectionId, checkId: check } });
      expect(answer, answer.text).toMatchObject({ status: 202, body: { kind: 'task_check' } });
      return waitForRun(call, answer.body.id);
    },
  };
}

describe('listTaskTemplateChecks', () => {
  test('200 lists the checks of all providers, connected or not; an empty list for a template without checks', async () => {
    const { call } = await app.caller();
    const { body } = await call('GET', `${base}/template/${templateId}/checks`);
    expect(body.data).toMatchObject([
      { integrationId: 'http-json', checkId: check, isConnected: false, isDisabledForTask: false, needsConfiguration: true },
      { integrationId: 'http-json-basic', checkId: check, isConnected: false },
    ]);
    expect(body.data[0]).not.toHaveProperty('connectionId');
    expect((await call('GET', `${base}/template/${catalogueId('task', 'data-masking')}/checks`)).body).toEqual({ data: [] });
  });
  test('404 for a template that is not in the catalog', async () => {
    const { call } = await app.caller();
    await expectRequestError(call, 'GET', `${base}/template/${newId('frk_tt')}/checks`, undefined, 404, 'Task template not found');
  });
});

describe('listTaskChecks', () => {
  test('200 lists each connection with its state and last result, without disconnected connections', async () => {
    const { call, checks, accounts } = await withAccounts(200, 500);
    const [first, second] = accounts;
    expect(await checks()).toMatchObject([
      {
        connectionId: first?.id,
        isConnected: true,
        needsConfiguration: false,
        lastRunStatus: 'completed',
        lastRunPassing: 1,
        lastRunFindings: 0,
      },
      { connectionId: second?.id, lastRunStatus: 'failed', lastRunPassing: 0, lastRunFindings: 1 },
      { integrationId: 'http-json-basic', isConnected: false },
    ]);
    await call('POST', connectionPath(first?.id ?? '', '/pause'));
    await call('POST', connectionPath(second?.id ?? '', '/disconnect'));
    expect(await checks()).toMatchObject([
      { connectionId: first?.id, isConnected: false, connectionStatus: 'paused' },
      { integrationId: 'http-json-basic' },
    ]);
  });
  test('200 returns the failed last attempt of a check in addition to its last result', async () => {
    const { checks, accounts, run } = await withAccounts(200);
    const [checkBefore] = await checks();
    expect(checkBefore.lastAttemptAt).toBe(checkBefore.lastRunAt);
    const id = accounts[0]?.id ?? '';
    await app.database.system.updateTable('integration_credential').set({ key_id: 'unknown' }).where('connection_id', '=', id).execute();
    expect(await run(id)).toMatchObject({ status: 'failed', error: 'The stored credentials cannot be read. Replace them.' });
    expect((await checks())[0]).toMatchObject({ lastRunStatus: 'error', lastRunFindings: 0, lastRunPassing: 0 });
  });
  test('200 with an empty list for a task without a template; 404 for an unknown task', async () => {
    const { call } = await app.caller();
    const task = await addTask(call);
    expect((await call('GET', `${base}/${task.id}/checks`)).body).toEqual({ data: [] });
    expect((await call('GET', `${base}/${task.id}/runs`)).body).toEqual({ data: [], nextCursor: null });
    for (const path of ['checks', 'runs'])
      await expectRequestError(call, 'GET', `${base}/${newId('tsk')}/${path}`, undefined, 404, 'Task not found');
  });
});

describe('updateTaskCheck', () => {
  test('200, and only an attached check can fail the task; every change is logged (rules 5 and 14)', async () => {
    const { accounts, update, status, checks, organization } = await withAccounts(200, 500);
    const failing = accounts[1]?.id ?? '';
    expect(await status()).toBe('failed');
    expect(await update(failing, true)).toMatchObject({ status: 200, body: { connectionId: failing, isDisabledForTask: true } });
    expect(await status()).toBe('done');
    expect((await update(failing, true)).status).toBe(200);
    expect((await checks()).map(({ isDisabledForTask }: { isDisabledForTask: boolean }) => isDisabledForTask)).toEqual([
      false,
      true,
      false,
    ]);
    expect((await readLog(app.database, organization.id)).slice(-3)).toMatchObject([
      {
        entityType: 'integration',
        entityId: failing,
        action: `Detached check ${check} from task`,
        changes: { isDisabledForTask: { previous: false, current: true } },
      },
      { entityType: 'task', action: 'Checks set the status of task', changes: { status: { previous: 'failed', current: 'done' } } },
      { entityType: 'integration', entityId: failing, changes: {} },
    ]);
    expect(await update(failing, false)).toMatchObject({ body: { isDisabledForTask: false } });
    expect(await status()).toBe('failed');
  });
  test('200, and detaching the only check of a failed task reopens the task (rule 5)', async () => {
    const { accounts, update, status } = await withAccounts(500);
    await update(accounts[0]?.id ?? '', true);
    expect(await status()).toBe('todo');
  });
  test('412 for a former version of the task, which attaching and detaching a check raises', async () => {
    const { call, id, accounts, update } = await withAccounts(200);
    const connectionId = accounts[0]?.id ?? '';
    const { version } = (await call('GET', `/v1/tasks/${id}`)).body;
    expect((await update(connectionId, true)).status).toBe(200);
    const attach = (ifMatch: number, accept?: string) =>
      call('PATCH', `${base}/${id}/checks/${check}`, {
        body: { connectionId, disabled: false },
        headers: { 'If-Match': `"${ifMatch}"` },
        accept,
      });
    for (const accept of [undefined, 'application/problem+json'])
      expect(await attach(version, accept)).toMatchObject({ status: 412, body: { code: 'record_changed' } });
    expect(await attach((await call('GET', `/v1/tasks/${id}`)).body.version)).toMatchObject({ status: 200 });
  });
  test('404 for an unknown task or connection, and for a check that does not belong to the task on the connection', async () => {
    const { call, id, accounts, update } = await withAccounts(200);
    const connectionId = accounts[0]?.id ?? '';
    const body = { connectionId, disabled: true };
    await expectRequestError(call, 'PATCH', `${base}/${newId('tsk')}/checks/${check}`, body, 404, 'Task not found');
    await expectRequestError(call, 'PATCH', `${base}/${id}/checks/tls-certificate`, body, 404, 'Check not found');
    expect(await update(newId('icn'), true)).toMatchObject({ status: 404, body: { error: 'Connection not found' } });
  });
  test('400 without `disabled`', async () => {
    const { call, id } = await withAccounts();
    expect(await call('PATCH', `${base}/${id}/checks/${check}`, { body: { connectionId: newId('icn') } })).toMatchObject({
      status: 400,
      body: { details: { disabled: {} } },
    });
  });
});

describe('runTaskCheck', () => {
  test('202 runs the check on every active account and sets the resulting task status (rules 2 and 5)', async () => {
    const { call, id, accounts, run, status, organization } = await withAccounts(200, 200, 200);
    const [first, second, third] = accounts.map((account) => account.id);
    expect(await status()).toBe('done');
    await call('POST', connectionPath(third ?? '', '/pause'));
    for (const { state } of accounts) state.status = 500;
    const completedRun = await run(first ?? '');
    expect(completedRun).toMatchObject({
      status: 'completed',
      progress: { done: 2, total: 2 },
      result: { accountsRun: 2, totalPassing: 0, totalFindings: 2, hadErrors: false, taskStatus: 'failed' },
    });
    expect(await status()).toBe('failed');
    for (const connectionId of [first, second])
      expect((await checkRuns(call, connectionId ?? '', `?runId=${completedRun.id}`))[0]).toMatchObject({
        taskId: id,
        checkId: check,
        triggeredBy: 'api',
      });
    expect((await checkRuns(call, third ?? '', `?runId=${completedRun.id}`)).length).toBe(0);
    expect((await readLog(app.database, organization.id)).find(({ action }) => action === 'Ran check for task')).toMatchObject({
      entityType: 'integration',
      entityId: first,
      changes: { connectionIds: { current: [first, second] } },
    });
    expect(await run(first ?? '')).toMatchObject({ result: { taskStatus: null } });
  });
  test('202, and an unusable account fails its own check run without stopping the other accounts (rule 2)', async () => {
    const { call, accounts, run } = await withAccounts(200, 200);
    const [first, second] = accounts.map((account) => account.id);
    await app.database.system
      .updateTable('integration_credential')
      .set({ key_id: 'unknown' })
      .where('connection_id', '=', first ?? '')
      .execute();
    const completedRun = await run(second ?? '');
    expect(completedRun).toMatchObject({ status: 'completed', result: { accountsRun: 2, totalPassing: 1, hadErrors: true } });
    expect((await checkRuns(call, first ?? '', `?runId=${completedRun.id}`))[0]).toMatchObject({
      status: 'failed',
      failedCount: 0,
      errorMessage: 'The stored credentials cannot be read. Replace them.',
    });
  });
  test('202 skips accounts whose check is detached; 409 when the check is detached on every account (rule 5)', async () => {
    const { call, id, accounts, update, run } = await withAccounts(200, 200);
    const [first, second] = accounts.map((account) => account.id);
    await update(first ?? '', true);
    expect(await run(first ?? '')).toMatchObject({ result: { accountsRun: 1 } });
    await update(second ?? '', true);
    const body = { connectionId: first, checkId: check };
    await expectRequestError(call, 'POST', `${base}/${id}/runs`, body, 409, 'The check is detached from the task');
  });
  test('404 for an unknown task, connection or check; 409 for a paused connection; 400 without a check', async () => {
    const { call, id, accounts } = await withAccounts(200);
    const connectionId = accounts[0]?.id ?? '';
    const body = { connectionId, checkId: check };
    await expectRequestError(call, 'POST', `${base}/${newId('tsk')}/runs`, body, 404, 'Task not found');
    await expectRequestError(call, 'POST', `${base}/${id}/runs`, { ...body, connectionId: newId('icn') }, 404, 'Connection not found');
    await expectRequestError(call, 'POST', `${base}/${id}/runs`, { ...body, checkId: 'tls-certificate' }, 404, 'Check not found');
    expect(await call('POST', `${base}/${id}/runs`, { body: { connectionId } })).toMatchObject({ status: 400 });
    await call('POST', connectionPath(connectionId, '/pause'));
    await expectRequestError(call, 'POST', `${base}/${id}/runs`, body, 409, 'Connection is not active but paused');
  });
  test('409 while a run of the check is under way, also for concurrent requests (rule 16)', async () => {
    const { call, id, accounts } = await withAccounts(200, 200);
    const body = { connectionId: accounts[0]?.id, checkId: check };
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', `${base}/${id}/runs`, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    await waitForRun(call, answers.find(({ status }) => status === 202)?.body.id);
  });
});

describe('listTaskCheckRuns', () => {
  test('200 returns the newest runs of each check and connection with sample results, filtered and in pages (rule 6)', async () => {
    const { call, id, accounts, run } = await withAccounts(200, 500);
    const [first, second] = accounts.map((account) => account.id);
    await run(first ?? '');
    const list = async (query: string) => (await call('GET', `${base}/${id}/runs${query}`)).body;
    expect((await list('')).data).toHaveLength(4);
    const newest = await list('?perCheck=1&count=true');
    expect(newest).toMatchObject({ totalCount: 2, nextCursor: null });
    expect(newest.data.map(({ taskId }: { taskId: string }) => taskId)).toEqual([id, id]);
    expect(newest.data.find(({ connectionId }: { connectionId: string }) => connectionId === second)).toMatchObject({
      status: 'failed',
      results: [{ passed: false, resourceType: 'endpoint' }],
      logs: [],
    });
    const firstPage = await list(`?connectionId=${first}&checkId=${check}&limit=1`);
    expect(firstPage.data).toMatchObject([{ connectionId: first, taskId: id }]);
    expect((await list(`?connectionId=${first}&limit=1&cursor=${firstPage.nextCursor}`)).data).toMatchObject([
      { connectionId: first, taskId: null },
    ]);
    expect((await list('?checkId=none')).data).toEqual([]);
    await call('POST', connectionPath(first ?? '', '/disconnect'));
    expect((await list('')).data.map(({ connectionId }: { connectionId: string }) => connectionId)).toEqual([second, second]);
    expect(await call('GET', `${base}/${id}/runs?perCheck=51`)).toMatchObject({ status: 400, body: { details: { perCheck: {} } } });
  });
});

describe('disconnecting or deleting a connection', () => {
  test('a failed task is reopened without other checks, done when all other checks passed, and otherwise stays failed', async () => {
    const withOneAccount = await withAccounts(500);
    await withOneAccount.call('POST', connectionPath(withOneAccount.accounts[0]?.id ?? '', '/disconnect'));
    expect(await withOneAccount.status()).toBe('todo');
    const { call, accounts, status, organization } = await withAccounts(200, 500, 500);
    await call('DELETE', connectionPath(accounts[1]?.id ?? ''));
    expect(await status()).toBe('failed');
    await call('DELETE', connectionPath(accounts[2]?.id ?? ''));
    expect(await status()).toBe('done');
    expect(
      (await readLog(app.database, organization.id)).some(({ action }) => action === 'Looked at task again without the integration'),
    ).toBe(true);
  });
});
