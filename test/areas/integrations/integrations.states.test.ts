/** Pausing, resuming, disconnecting and deleting connections. */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { connectionPath, checkRuns, connect, connectList, waitForRun, expectRequestError } from '../../support/integrations.ts';
import { readLog } from '../../support/log.ts';
import { directory, standIn } from '../../support/stand-in.ts';

const app = startApp();
const readStatus = async (call: Parameters<typeof connectList>[0], id: string) => (await call('GET', connectionPath(id))).body.status;
const credentialsOf = (id: string) =>
  app.database.system.selectFrom('integration_credential').select('id').where('connection_id', '=', id).execute();
const checksAt = (id: string) => `/v1/integrations/checks/connections/${id}/runs`;

/** Creates a connection whose checks wait for a response until `letGo` is called. */
async function connectSlow(call: Parameters<typeof connectList>[0]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const server = await standIn(async ({ path }) => {
    if (path === '/slow') await promise;
    return { json: {} };
  });
  const { id } = await connect(call, 'http-json', { baseUrl: server.url }, { metadata: { connectionName: 'Slow' } });
  await call('PATCH', `/v1/integrations/variables/connections/${id}`, { body: { variables: { endpoint_path: '/slow' } } });
  await expect.poll(() => server.asked.some(({ path }) => path === '/slow')).toBe(true);
  return { id, server, letGo: resolve };
}

describe('pause and resume', () => {
  test('200 pauses and resumes; repeating has no effect, and every request is logged (rule 14)', async () => {
    const { call, organization } = await app.caller();
    const { id } = await connectList(call);
    const steps: [string, string][] = [
      ['/pause', 'paused'],
      ['/pause', 'paused'],
      ['/resume', 'active'],
      ['/resume', 'active'],
    ];
    for (const [path, expected] of steps)
      expect(await call('POST', connectionPath(id, path))).toMatchObject({ status: 200, body: { id, status: expected } });
    expect(
      (await readLog(app.database, organization.id)).slice(1).map(({ entityId, action, changes }) => [entityId, action, changes]),
    ).toEqual([
      [id, 'Paused integration', { status: { previous: 'active', current: 'paused' } }],
      [id, 'Paused integration', undefined],
      [id, 'Resumed integration', { status: { previous: 'paused', current: 'active' } }],
      [id, 'Resumed integration', undefined],
    ]);
  });
  test('200 pauses a connection in error, which clears the error message; a paused connection is never due', async () => {
    const { call } = await app.caller();
    const scim = await directory();
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    scim.state.secret = 'another';
    await call('POST', connectionPath(id, '/test'));
    expect(await call('POST', connectionPath(id, '/resume'))).toMatchObject({ status: 200, body: { status: 'error' } });
    expect((await call('POST', connectionPath(id, '/pause'))).body).toMatchObject({
      status: 'paused',
      errorMessage: null,
      nextSyncAt: null,
    });
    expect((await call('POST', connectionPath(id, '/resume'))).body).toMatchObject({ status: 'active', nextSyncAt: expect.any(String) });
  });
  test('409 for a disconnected connection, and for a connection without credentials', async () => {
    const { call } = await app.caller();
    const { id } = await connectList(call);
    await call('POST', connectionPath(id, '/pause'));
    await app.database.system.deleteFrom('integration_credential').where('connection_id', '=', id).execute();
    await expectRequestError(call, 'POST', connectionPath(id, '/resume'), undefined, 409, 'Connection has no credentials');
    await call('POST', connectionPath(id, '/disconnect'));
    for (const path of ['/pause', '/resume'])
      await expectRequestError(call, 'POST', connectionPath(id, path), undefined, 409, 'Connection is disconnected');
  });
});

describe('disconnectIntegrationConnection', () => {
  test('200 deletes the credentials, revokes the token at the provider, keeps the history; repeating has no effect', async () => {
    const { call } = await app.caller();
    const scim = await directory([{ userName: 'ada@example.com', groups: ['staff'] }]);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    await checkRuns(call, id);
    expect(scim.state.tokens.size).toBe(1);
    expect(await call('POST', connectionPath(id, '/disconnect'))).toMatchObject({
      status: 200,
      body: { id, status: 'disconnected', nextSyncAt: null, errorMessage: null },
    });
    expect([await credentialsOf(id), scim.state.tokens.size]).toEqual([[], 0]);
    expect(await call('POST', connectionPath(id, '/disconnect'))).toMatchObject({ status: 200, body: { status: 'disconnected' } });
    expect(await checkRuns(call, id)).toHaveLength(1);
    expect(await call('GET', connectionPath(id))).toMatchObject({ status: 200 });
  });
  test('200 also when the provider is unreachable', async () => {
    const { call } = await app.caller();
    const scim = await directory();
    const { id } = await connect(call, 'scim-directory', { ...scim.credentials, revokeUrl: 'http://127.0.0.1:1/revoke' });
    await checkRuns(call, id);
    expect(await call('POST', connectionPath(id, '/disconnect'))).toMatchObject({ status: 200, body: { status: 'disconnected' } });
  });
});

describe('deleteIntegrationConnection', () => {
  test('204 without a body; gone from every list, 404 from then on, its credentials destroyed and its token revoked', async () => {
    const { call, organization } = await app.caller();
    const scim = await directory();
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    await checkRuns(call, id);
    expect(await call('DELETE', connectionPath(id))).toMatchObject({ status: 204, text: '' });
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/resume'],
      ['GET', '/services'],
    ] as const)
      expect(await call(method, connectionPath(id, path))).toMatchObject({ status: 404, body: { error: 'Connection not found' } });
    for (const query of ['', '?status=active&status=disconnected'])
      expect((await call('GET', `/v1/integrations/connections${query}`)).body.data).toEqual([]);
    expect(
      (await call('GET', '/v1/integrations/sync/available-providers')).body.data.every(
        ({ connected, connectionId }: Record<string, unknown>) => connected === false && connectionId === undefined,
      ),
    ).toBe(true);
    expect([await credentialsOf(id), scim.state.tokens.size]).toEqual([[], 0]);
    expect((await readLog(app.database, organization.id)).at(-1)).toMatchObject({
      entityType: 'integration',
      entityId: id,
      action: 'Deleted integration connection',
    });
    await connect(call, 'scim-directory', scim.credentials);
  });
  test('204 for one of several concurrent deletions, 404 for the others, and one log entry', async () => {
    const { call, organization } = await app.caller();
    const { id } = await connectList(call);
    const answers = await Promise.all(Array.from({ length: 6 }, () => call('DELETE', connectionPath(id))));
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 404, 404, 404, 404, 404]);
    expect((await readLog(app.database, organization.id)).filter(({ action }) => action === 'Deleted integration connection')).toHaveLength(
      1,
    );
  });
  test('204 while checks run cancels the run, which writes no further results', async () => {
    const { call } = await app.caller();
    const { id, letGo } = await connectSlow(call);
    const [{ id: checkRunId, runId }] = (await call('GET', `${checksAt(id)}?status=running`)).body.data;
    expect(await call('DELETE', connectionPath(id))).toMatchObject({ status: 204 });
    expect((await call('GET', `/v1/runs/${runId}`)).body.status).toBe('cancelled');
    letGo();
    const rows = await app.database.system
      .selectFrom('integration_check_run')
      .select(['id', 'status', 'error_message', 'total_checked'])
      .where('connection_id', '=', id)
      .execute();
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toMatchObject({ status: 'cancelled', error_message: 'The run was cancelled', total_checked: 0 });
    expect(await call('GET', `/v1/integrations/checks/runs/${checkRunId}`)).toMatchObject({
      status: 200,
      body: { status: 'cancelled', connectionLabel: 'Slow' },
    });
    expect(
      await app.database.system
        .selectFrom('integration_check_result as x')
        .innerJoin('integration_check_run as r', 'r.id', 'x.check_run_id')
        .select('x.id')
        .where('r.connection_id', '=', id)
        .execute(),
    ).toEqual([]);
  });
  test('204 while the connection is tested or its credentials are replaced: these requests return 404', async () => {
    const { call } = await app.caller();
    const { promise, resolve } = Promise.withResolvers<void>();
    let isSlow = false;
    const server = await standIn(async () => {
      if (isSlow) await promise;
      return {};
    });
    const { id } = await connect(call, 'http-json', { baseUrl: server.url });
    isSlow = true;
    const pending = [
      call('POST', connectionPath(id, '/test')),
      call('PUT', connectionPath(id, '/credentials'), { body: { credentials: { Authorization: 'x' } } }),
    ];
    await expect.poll(() => server.asked.length).toBe(3);
    expect(await call('DELETE', connectionPath(id))).toMatchObject({ status: 204 });
    resolve();
    for (const answer of await Promise.all(pending)) expect(answer).toMatchObject({ status: 404, body: { error: 'Connection not found' } });
    expect(await credentialsOf(id)).toEqual([]);
  });
});

test('200 for a test whose credentials are replaced meanwhile changes nothing and logs no change', async () => {
  const { call, organization } = await app.caller();
  const { promise, resolve } = Promise.withResolvers<void>();
  let isSlow = false;
  const server = await standIn(async () => {
    if (!isSlow) return {};
    isSlow = false;
    await promise;
    return { status: 401 };
  });
  const { id } = await connect(call, 'http-json', { baseUrl: server.url });
  const requestsBefore = server.asked.length;
  isSlow = true;
  const testing = call('POST', connectionPath(id, '/test'));
  await expect.poll(() => server.asked.length).toBe(requestsBefore + 1);
  expect(await call('PUT', connectionPath(id, '/credentials'), { body: { credentials: { Authorization: 'x' } } })).toMatchObject({
    status: 200,
  });
  resolve();
  expect(await testing).toMatchObject({ status: 200, body: { ok: false } });
  expect(await readStatus(call, id)).toBe('active');
  const entry = (await readLog(app.database, organization.id)).find(({ action }) => action === 'Tested integration');
  expect(entry).toMatchObject({ entityId: id });
  expect(entry?.changes).toBeUndefined();
});
test('200 on cancelling the run of a connection cancels its unfinished checks, and the connection stays active', async () => {
  const { call } = await app.caller();
  const { id, letGo } = await connectSlow(call);
  const [{ runId }] = (await call('GET', `${checksAt(id)}?status=running`)).body.data;
  expect(await call('POST', `/v1/runs/${runId}/cancel`)).toMatchObject({ status: 200 });
  letGo();
  expect((await checkRuns(call, id)).map((run: { status: string }) => run.status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  const rerun = await call('POST', checksAt(id), { body: { checkId: 'endpoint-status' } });
  expect(rerun.status).toBe(202);
  expect((await waitForRun(call, rerun.body.id)).status).toBe('completed');
  expect(await readStatus(call, id)).toBe('active');
});
