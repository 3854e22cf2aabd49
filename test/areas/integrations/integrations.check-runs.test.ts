/** Runs of checks: starting and rejecting runs, and failures of the provider. */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import {
  connectionPath,
  checkRuns,
  connect,
  connectList,
  waitForRun,
  expectRequestError,
  runChecks,
  runsAt,
  watchAddress,
} from '../../support/integrations.ts';
import { readLog } from '../../support/log.ts';
import { directory, standIn } from '../../support/stand-in.ts';

const app = startApp();

describe('failing providers', () => {
  test('a run that the provider rejects fails with its check, without findings, and stores no secrets', async () => {
    const { call } = await app.caller();
    const scim = await directory([{ userName: 'ada@example.com', groups: ['a'] }]);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    await checkRuns(call, id);
    scim.state.refuse = { status: 403, text: 'Bearer token-1-of-the-directory may not; client_secret=c1ient-s3cret' };
    const run = await runChecks(call, id);
    expect(run).toMatchObject({ status: 'failed', error: 'GET /Users answered 403: Bearer [REDACTED] may not; client_secret=[REDACTED]' });
    const [latest] = await checkRuns(call, id);
    expect(latest).toMatchObject({ status: 'failed', failedCount: 0, totalChecked: 0, errorMessage: run.error });
    expect((await call('GET', connectionPath(id))).body.status).toBe('active');
  });
  test('a run whose credentials can no longer be read fails, and its checks are inconclusive', async () => {
    const { call, id } = await watchAddress(app, () => ({}));
    await app.database.system.updateTable('integration_credential').set({ key_id: 'unknown' }).where('connection_id', '=', id).execute();
    expect(await runChecks(call, id, { checkId: 'tls-certificate' })).toMatchObject({
      status: 'failed',
      error: 'The stored credentials cannot be read. Replace them.',
    });
    expect((await checkRuns(call, id))[0]).toMatchObject({
      status: 'inconclusive',
      errorMessage: 'The stored credentials cannot be read. Replace them.',
      completedAt: expect.any(String),
    });
  });
  test('a request is retried after 429 and 500, and a later success counts', async () => {
    const { call } = await app.caller();
    const scim = await directory([{ userName: 'ada@example.com', groups: ['a'] }]);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    await checkRuns(call, id);
    const failures = [{ status: 429, headers: { 'retry-after': '0' } }, { status: 500 }];
    const { answer } = scim.server;
    scim.server.answer = (request, response) => (request.path === '/scim/Users' && failures.shift()) || answer(request, response);
    expect(await runChecks(call, id)).toMatchObject({ status: 'completed', result: { totalPassing: 1 } });
    expect(failures).toEqual([]);
  });
  test('a response that violates the protocol makes the check inconclusive', async () => {
    const { call } = await app.caller();
    const scim = await directory();
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    await checkRuns(call, id);
    scim.state.refuse = { json: { users: [] } };
    await runChecks(call, id);
    expect((await checkRuns(call, id))[0]).toMatchObject({ status: 'inconclusive', errorMessage: 'The list of users is not a SCIM list' });
  });
  test('an expired token is renewed once for all concurrent runs', async () => {
    const { call } = await app.caller();
    const scim = await directory([{ userName: 'ada@example.com', groups: ['a'] }]);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    await checkRuns(call, id);
    expect(scim.fetched).toBe(1);
    scim.state.tokens.clear();
    const [check, sync] = await Promise.all([
      call('POST', runsAt(id), { body: {} }),
      call('POST', '/v1/integrations/sync/scim-directory/employees'),
    ]);
    expect(await waitForRun(call, check.body.id)).toMatchObject({ status: 'completed' });
    expect(await waitForRun(call, sync.body.id)).toMatchObject({ status: 'completed' });
    expect(scim.fetched).toBe(2);
  });
  test('a run fetches a new token when the current token is about to expire', async () => {
    const { call } = await app.caller();
    const scim = await directory([{ userName: 'ada@example.com', groups: ['a'] }]);
    scim.state.expiresIn = 200;
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    await checkRuns(call, id);
    expect(scim.fetched).toBe(2);
  });
  test('a token endpoint that rejects the credentials puts the connection into error; a temporary failure does not', async () => {
    const { call } = await app.caller();
    const scim = await directory([{ userName: 'ada@example.com', groups: ['a'] }]);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    await checkRuns(call, id);
    const { answer } = scim.server;
    const failing = { status: 400, json: { error: 'temporarily_unavailable' } };
    scim.state.tokens.clear();
    scim.server.answer = (request, response) => (request.path === '/token' ? failing : answer(request, response));
    expect(await runChecks(call, id)).toMatchObject({ status: 'failed', error: expect.stringMatching(/^The token endpoint answered 400/) });
    expect((await call('GET', connectionPath(id))).body.status).toBe('active');
    scim.server.answer = answer;
    scim.state.secret = 'another';
    expect(await runChecks(call, id)).toMatchObject({ status: 'failed', error: expect.stringMatching(/^The token endpoint answered 401/) });
    expect((await call('GET', connectionPath(id))).body).toMatchObject({
      status: 'error',
      errorMessage: 'The token endpoint answered 401. Replace the credentials to connect again.',
      nextSyncAt: null,
    });
    await expectRequestError(call, 'POST', runsAt(id), {}, 409, 'Connection is not active but error');
  });
});

describe('runConnectionChecks', () => {
  test('202 runs the enabled checks one after the other and logs the start; a failed check does not stop the others (rule 2)', async () => {
    const { call, organization, id } = await watchAddress(app, ({ path }) => ({ status: path === '/' ? 200 : 500 }), {
      endpoint_path: '/down',
    });
    await checkRuns(call, id);
    await call('PUT', connectionPath(id, '/services'), { body: { serviceIds: ['availability', 'headers'] } });
    const run = await runChecks(call, id);
    expect(run).toMatchObject({
      status: 'completed',
      progress: { done: 2, total: 2 },
      result: { connectionId: id, providerSlug: 'http-json', totalFindings: 2, totalPassing: 0 },
    });
    expect(run.result.checkRunIds).toHaveLength(2);
    const runs = await checkRuns(call, id, `?runId=${run.id}`);
    expect(runs.map(({ id: checkRunId }: { id: string }) => checkRunId).sort()).toEqual([...run.result.checkRunIds].sort());
    for (const checkRun of runs)
      expect(checkRun).toMatchObject({
        connectionId: id,
        runId: run.id,
        triggeredBy: 'api',
        provider: { slug: 'http-json', name: 'HTTP service' },
        taskId: null,
        durationMs: expect.any(Number),
      });
    expect((await readLog(app.database, organization.id)).at(-1)).toMatchObject({
      entityType: 'integration',
      entityId: id,
      action: 'Ran checks of integration',
      changes: { checks: { previous: null, current: ['endpoint-status', 'security-headers'] } },
    });
    const {
      body: { data },
    } = await call('GET', `/v1/integrations/checks/connections/${id}`);
    expect(
      data.map(({ id: check, lastRun }: { id: string; lastRun: { status: string; failedCount: number } }) => [
        check,
        lastRun.status,
        lastRun.failedCount,
      ]),
    ).toEqual([
      ['endpoint-status', 'failed', 1],
      ['tls-certificate', 'failed', 1],
      ['security-headers', 'failed', 1],
    ]);
  });
  test('202 in a session starts a run with the trigger manual', async () => {
    const { call, organization, id } = await watchAddress(app, () => ({}), { endpoint_path: '/' });
    await checkRuns(call, id);
    const session = await app.session(organization, ['admin']);
    await runChecks(session.call, id, { checkId: 'endpoint-status' });
    expect((await checkRuns(call, id))[0]).toMatchObject({ triggeredBy: 'manual', checkId: 'endpoint-status' });
  });
  test('200 filters the runs by check and status; 400 for an unknown status', async () => {
    const { call, id } = await watchAddress(app, () => ({}), { endpoint_path: '/' });
    await checkRuns(call, id);
    expect(await checkRuns(call, id, '?checkId=tls-certificate&checkId=none')).toMatchObject([
      { checkId: 'tls-certificate', status: 'failed' },
    ]);
    expect(await checkRuns(call, id, '?status=completed')).toMatchObject([{ checkId: 'endpoint-status' }]);
    expect((await call('GET', `${runsAt(id)}?limit=2&count=true`)).body).toMatchObject({ totalCount: 3, nextCursor: expect.any(String) });
    expect(await call('GET', `${runsAt(id)}?status=done`)).toMatchObject({ status: 400, body: { details: { status: {} } } });
  });
  test('404 for a check that the provider does not have', async () => {
    const { call, id } = await watchAddress(app, () => ({}));
    await expectRequestError(call, 'POST', runsAt(id), { checkId: 'none' }, 404, 'Check not found');
  });
  test('400 for an empty check id', async () => {
    const { call, id } = await watchAddress(app, () => ({}));
    expect(await call('POST', runsAt(id), { body: { checkId: '' } })).toMatchObject({
      status: 400,
      body: { details: { checkId: { _errors: ['must have at least 1 character'] } } },
    });
  });
  test('409 for a provider without checks, and for a connection that is paused or has no credentials', async () => {
    const { call } = await app.caller();
    const { id: list } = await connectList(call);
    await expectRequestError(call, 'POST', runsAt(list), {}, 409, 'The provider has no checks');
    const page = await standIn(() => ({}));
    const { id } = await connect(call, 'http-json', { baseUrl: page.url });
    await call('POST', connectionPath(id, '/pause'));
    await expectRequestError(call, 'POST', runsAt(id), {}, 409, 'Connection is not active but paused');
    await call('POST', connectionPath(id, '/disconnect'));
    await expectRequestError(call, 'POST', runsAt(id), {}, 409, 'Connection has no credentials');
  });
  test('409 while a run of the check is under way, also for concurrent requests; other checks can run (rule 16)', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { call, id } = await watchAddress(app, async ({ path }) => {
      if (path === '/slow') await promise;
      return {};
    });
    await call('PATCH', `/v1/integrations/variables/connections/${id}`, { body: { variables: { endpoint_path: '/slow' } } });
    await call('PUT', connectionPath(id, '/services'), { body: { serviceIds: ['transport'] } });
    await expectRequestError(call, 'POST', runsAt(id), { checkId: 'endpoint-status' }, 409, 'A run of the check is under way');
    resolve();
    await checkRuns(call, id);
    const answers = await Promise.all(Array.from({ length: 4 }, () => call('POST', runsAt(id), { body: { checkId: 'tls-certificate' } })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([202, 409, 409, 409]);
    expect((await call('POST', runsAt(id), { body: { checkId: 'security-headers' } })).status).toBe(202);
    await checkRuns(call, id);
  });
});
