import type tls from 'node:tls';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { allPages, type Caller, startApp } from '../support/app.ts';
import { newCertificate, type Pair } from '../support/certificate.ts';
import { at, checkRuns, connect, connectList, ended, refusedBothWays, runChecks } from '../support/integrations.ts';
import { toldOf } from '../support/log.ts';
import { type Answer, directory, standIn } from '../support/stand-in.ts';

const app = startApp();
type Call = Caller['call'];
const runsAt = (id: string) => `/v1/integrations/checks/connections/${id}/runs`;
const getRun = async (call: Call, id: string) => (await call('GET', `/v1/integrations/checks/runs/${id}`)).body;
/** Sets the variables of a connection, and waits for the checks that are run because of it. */
async function set(call: Call, id: string, variables: object) {
  expect(await call('PATCH', `/v1/integrations/variables/connections/${id}`, { body: { variables } })).toMatchObject({ status: 200 });
  await checkRuns(call, id);
}
/** A watched address, and what one check says of it. */
async function watched(answer: Answer, variables: object = {}, tlsOptions?: tls.SecureContextOptions & tls.TlsOptions) {
  const { call, organization } = await app.caller();
  const server = await standIn(answer, tlsOptions);
  const { id } = await connect(call, 'http-json', { baseUrl: server.url }, { variables });
  await checkRuns(call, id);
  return { call, organization, server, id, async check(checkId: string) {
    const run = await runChecks(call, id, { checkId });
    const [latest] = await checkRuns(call, id, `?checkId=${checkId}`);
    return { run, latest: await getRun(call, latest.id) };
  } };
}

let trusted: Pair;
let ending: Pair;
beforeAll(() => {
  [trusted, ending] = [newCertificate(200, inject('authority')), newCertificate(10, inject('authority'))];
});

describe('endpoint-status', () => {
  test.each([
    ['the expected status', { endpoint_path: '/health' }, { json: {} }, 'success', undefined],
    ['another expected status', { endpoint_path: 'health', expected_status: 404 }, { status: 404 }, 'success', undefined],
    ['a field that is', { endpoint_path: '/health', json_path: 'db.0.state', json_operator: 'eq', json_value: 'up' }, { json: { db: [{ state: 'up' }] } }, 'success', undefined],
    ['a list that contains', { endpoint_path: '/health', json_path: 'up', json_operator: 'contains', json_value: 'db' }, { json: { up: ['api', 'db'] } }, 'success', undefined],
    ['a number that is less', { endpoint_path: '/health', json_path: 'queue', json_operator: 'lt', json_value: '10' }, { json: { queue: 3 } }, 'success', undefined],
    ['another status', { endpoint_path: '/health' }, { status: 500 }, 'failed', 'It answered 500, and 200 is expected.'],
    ['a field that is otherwise', { endpoint_path: '/health', json_path: 'state', json_operator: 'neq', json_value: 'down' }, { json: { state: 'down' } }, 'failed', 'The field state is "down". Demanded: neq down'],
    ['a field that there is not', { endpoint_path: '/health', json_path: 'state' }, { json: {} }, 'failed', 'The field state is not there. Demanded: exists'],
    ['no JSON', { endpoint_path: '/health', json_path: 'state' }, { text: 'up' }, 'failed', 'It answered without JSON.'],
  ])('%s: %j against %j is %s', async (_what, variables, told, status, description) => {
    const { latest, run } = await (await watched(({ path }) => (path === '/' ? {} : told), variables)).check('endpoint-status');
    expect(latest).toMatchObject({ status, totalChecked: 1, failedCount: status === 'failed' ? 1 : 0, exceptedCount: 0, results: [{ passed: status === 'success', resourceType: 'endpoint', excepted: false, ...(description && { description, severity: 'high', remediation: expect.any(String) }) }] });
    expect(run).toMatchObject({ status: 'completed', result: { totalFindings: status === 'failed' ? 1 : 0, totalPassing: status === 'success' ? 1 : 0 } });
  });
  test('inconclusive when it cannot be reached after four attempts, which ends the run as failed; it is no finding', async () => {
    let dead = false;
    const { call, id, server, check } = await watched((_asked, response) => (dead ? void response.destroy() : {}), { endpoint_path: '/health' });
    await checkRuns(call, id);
    dead = true;
    const before = server.asked.length;
    const { run, latest } = await check('endpoint-status');
    expect(server.asked.length - before).toBe(4);
    expect(latest).toMatchObject({ status: 'inconclusive', totalChecked: 0, failedCount: 0, results: [], errorMessage: expect.stringContaining('could not be reached') });
    expect(run).toMatchObject({ status: 'failed', error: latest.errorMessage });
    expect((await call('GET', at(id))).body.status).toBe('active');
  });
  test('a redirect to another host is not followed, one on the host is', async () => {
    const other = await standIn(() => ({ json: {} }));
    const { check, call, id } = await watched(({ path }) => (path === '/there' ? { json: {} } : path === '/here' ? { status: 302, headers: { location: '/there' } } : path === '/away' ? { status: 302, headers: { location: `${other.url}/x` } } : {}), { endpoint_path: '/here' });
    expect((await check('endpoint-status')).latest.status).toBe('success');
    await set(call, id, { endpoint_path: '/away' });
    expect((await check('endpoint-status')).latest).toMatchObject({ status: 'inconclusive', errorMessage: expect.stringContaining('redirects to another host') });
    expect(other.asked).toEqual([]);
  });
  test('failed, without a finding, while a required variable is not set', async () => {
    const { latest, run } = await (await watched(() => ({}))).check('endpoint-status');
    expect(latest).toMatchObject({ status: 'failed', totalChecked: 0, failedCount: 0, errorMessage: 'The variable endpoint_path is not set' });
    expect(run).toMatchObject({ status: 'failed', error: 'The variable endpoint_path is not set' });
  });
});

describe('tls-certificate', () => {
  const secure = (pair: Pair, options: tls.SecureContextOptions = {}) => watched(() => ({}), {}, { ...pair, ...options });
  test('success with a trusted certificate that lasts, and a version that is new enough', async () => {
    const { latest } = await (await secure(trusted)).check('tls-certificate');
    expect(latest).toMatchObject({ status: 'success', logs: [{ level: 'info', check: 'tls-certificate', message: expect.stringMatching(/^TLSv1\.3 with localhost/) }], results: [{ resourceType: 'certificate', evidence: { protocol: 'TLSv1.3', subject: 'localhost', issuer: 'Authority of the tests', trusted: true } }] });
  });
  test('failed when it runs out too soon, by a number of days that can be set', async () => {
    const { check, call, id } = await secure(ending);
    expect((await check('tls-certificate')).latest).toMatchObject({ status: 'failed', results: [{ title: expect.stringMatching(/^The certificate of localhost runs out in (9|10) days$/), severity: 'high' }] });
    await set(call, id, { certificate_days: 5 });
    expect((await check('tls-certificate')).latest.status).toBe('success');
  });
  test('failed when it is not encrypted at all', async () => {
    expect((await (await watched(() => ({}))).check('tls-certificate')).latest).toMatchObject({ status: 'failed', results: [{ title: '127.0.0.1 is not encrypted' }] });
  });
  test('failed when the certificate is not trusted any more; a server that has none to begin with cannot be connected', async () => {
    const [stranger, changing] = [newCertificate(100), await standIn(() => ({}), trusted)];
    const { call } = await app.caller();
    expect(await call('POST', '/v1/integrations/connections', { body: { providerSlug: 'http-json', credentials: { baseUrl: (await standIn(() => ({}), stranger)).url } } })).toMatchObject({ status: 422, body: { error: expect.stringMatching(/could not be reached \(.*SELF_SIGNED/) } });
    const { id } = await connect(call, 'http-json', { baseUrl: changing.url });
    changing.present(stranger);
    await runChecks(call, id, { checkId: 'tls-certificate' });
    const [{ id: run }] = await checkRuns(call, id);
    expect(await getRun(call, run)).toMatchObject({ status: 'failed', results: [{ title: 'The certificate of localhost is not trusted', evidence: { trusted: false, fault: expect.stringMatching(/SELF_SIGNED/) } }] });
  });
  test('the version that is agreed on is seen, also an old one', async () => {
    const old = await standIn(() => ({}), { ...trusted, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' });
    expect(await app.outside.http.certificate(new URL(old.url))).toMatchObject({ protocol: 'TLSv1.1', fault: undefined });
  });
});

describe('security-headers', () => {
  test('failed with those that are missing, success with those that are demanded', async () => {
    const headers = { 'content-security-policy': "default-src 'self'", 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' };
    const { check, call, id } = await watched(() => ({ json: {}, headers }));
    expect((await check('security-headers')).latest).toMatchObject({ status: 'failed', results: [{ title: '1 of 3 headers are missing', description: 'Not sent: strict-transport-security.', severity: 'medium', evidence: { headers: { 'x-content-type-options': 'nosniff', 'strict-transport-security': null } } }] });
    await set(call, id, { required_headers: ['x-frame-options', 'content-security-policy'] });
    expect((await check('security-headers')).latest).toMatchObject({ status: 'success', passedCount: 1 });
  });
});

describe('user-access', () => {
  const users = [
    { userName: 'Ada@example.com', groups: ['owners', 'staff'], department: 'it' }, { userName: 'ben@example.com', groups: ['staff'], department: 'hr' },
    { userName: 'chen@example.com', department: 'it' }, { userName: 'dana@example.com', active: false },
  ];
  test('each active user by lower-case address, over all pages; those in no group that answers for them fail', async () => {
    const { call } = await app.caller();
    const many = Array.from({ length: 230 }, (_, n) => ({ userName: `user${n}@example.com`, groups: ['staff'] }));
    const scim = await directory([...users, ...many]);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    const [{ id: first }] = await checkRuns(call, id);
    expect(await getRun(call, first)).toMatchObject({ status: 'failed', totalChecked: 233, failedCount: 1, passedCount: 232, results: [{ resourceType: 'user', resourceId: 'chen@example.com', passed: false, evidence: { groups: [], department: 'it' } }, ...Array.from({ length: 5 }, () => ({ passed: true }))] });
    expect(scim.server.asked.filter(({ path, query }) => path === '/scim/Users' && query.get('count') === '100').map(({ query }) => query.get('startIndex'))).toEqual(['1', '101', '201']);

    const pages = await allPages(call, `/v1/integrations/checks/runs/${first}/results?limit=100`);
    const all = pages.flatMap(({ data }) => data);
    expect([all.length, new Set(all.map(({ id: one }) => one)).size, all[0].passed, all[1].resourceId]).toEqual([233, 233, false, 'ada@example.com']);
  });
  test('only those who pass the filter of people are looked at (rule 10)', async () => {
    const { call } = await app.caller();
    const scim = await directory(users);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    await checkRuns(call, id);
    await set(call, id, { owner_groups: ['owners'], target_org_units: ['it'], sync_user_filter_mode: 'exclude', sync_excluded_emails: 'chen@example.com' });
    const [{ id: latest }] = await checkRuns(call, id);
    expect((await getRun(call, latest)).results).toMatchObject([{ resourceId: 'ada@example.com', passed: true }]);
  });
  test('200 on results by outcome, severity and kind of resource; 400 for a severity that there is not', async () => {
    const { call } = await app.caller();
    const scim = await directory(users);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    const [{ id: run }] = await checkRuns(call, id);
    const titles = async (query: string) => (await call('GET', `/v1/integrations/checks/runs/${run}/results?${query}`)).body.data.map(({ resourceId }: { resourceId: string }) => resourceId);
    expect(await titles('passed=true')).toEqual(['ada@example.com', 'ben@example.com']);
    expect(await titles('passed=false&severity=medium&severity=low')).toEqual(['chen@example.com']);
    expect(await titles('severity=critical')).toEqual([]);
    expect(await titles('resourceType=user&resourceType=device')).toHaveLength(3);
    expect(await titles('resourceType=device')).toEqual([]);
    expect(await call('GET', `/v1/integrations/checks/runs/${run}/results?severity=awful`)).toMatchObject({ status: 400, body: { details: { severity: {} } } });
  });
  test('evidence that is too long is left out of the run, and whole in the list of results (rule 6)', async () => {
    const { call } = await app.caller();
    const scim = await directory([{ userName: 'ada@example.com', groups: Array.from({ length: 900 }, (_, n) => `a group with quite a long name, number ${n}`) }]);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    const [{ id: run }] = await checkRuns(call, id);
    expect((await getRun(call, run)).results[0].evidence).toEqual({ truncated: true, message: expect.any(String), sizeBytes: expect.toSatisfy((bytes: number) => bytes > 20_000) });
    expect((await call('GET', `/v1/integrations/checks/runs/${run}/results`)).body.data[0].evidence.groups).toHaveLength(900);
  });
});

describe('failing providers', () => {
  test('a run that is refused fails, the check too, and without a finding; nothing secret is in what is kept of it', async () => {
    const { call } = await app.caller();
    const scim = await directory([{ userName: 'ada@example.com', groups: ['a'] }]);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    await checkRuns(call, id);
    scim.state.refuse = { status: 403, text: 'Bearer token-1-of-the-directory may not; client_secret=c1ient-s3cret' };
    const run = await runChecks(call, id);
    expect(run).toMatchObject({ status: 'failed', error: 'GET /Users answered 403: Bearer [REDACTED] may not; client_secret=[REDACTED]' });
    const [latest] = await checkRuns(call, id);
    expect(latest).toMatchObject({ status: 'failed', failedCount: 0, totalChecked: 0, errorMessage: run.error });
    expect((await call('GET', at(id))).body.status).toBe('active');
  });
  test('429 and 500 are asked again, and a success after them counts', async () => {
    const { call } = await app.caller();
    const scim = await directory([{ userName: 'ada@example.com', groups: ['a'] }]);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    await checkRuns(call, id);
    const told = [{ status: 429, headers: { 'retry-after': '0' } }, { status: 500 }];
    const { answer } = scim.server;
    scim.server.answer = (asked, response) => (asked.path === '/scim/Users' && told.shift()) || answer(asked, response);
    expect(await runChecks(call, id)).toMatchObject({ status: 'completed', result: { totalPassing: 1 } });
    expect(told).toEqual([]);
  });
  test('an answer that is not of the protocol is inconclusive', async () => {
    const { call } = await app.caller();
    const scim = await directory();
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    await checkRuns(call, id);
    scim.state.refuse = { json: { users: [] } };
    await runChecks(call, id);
    expect((await checkRuns(call, id))[0]).toMatchObject({ status: 'inconclusive', errorMessage: 'The list of users is no list of SCIM' });
  });
  test('a token that ran out is renewed once, by one of all that need it, and the credentials are asked for no more than that', async () => {
    const { call } = await app.caller();
    const scim = await directory([{ userName: 'ada@example.com', groups: ['a'] }]);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    await checkRuns(call, id);
    expect(scim.fetched).toBe(1);
    scim.state.tokens.clear();
    const [check, sync] = await Promise.all([call('POST', runsAt(id), { body: {} }), call('POST', '/v1/integrations/sync/scim-directory/employees')]);
    expect(await ended(call, check.body.id)).toMatchObject({ status: 'completed' });
    expect(await ended(call, sync.body.id)).toMatchObject({ status: 'completed' });
    expect(scim.fetched).toBe(2);
  });
  test('a token that is about to run out is not begun with', async () => {
    const { call } = await app.caller();
    const scim = await directory([{ userName: 'ada@example.com', groups: ['a'] }]);
    scim.state.expiresIn = 200;
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    await checkRuns(call, id);
    expect(scim.fetched).toBe(2);
  });
  test('a token endpoint that refuses for good puts the connection into error; one that is failing does not', async () => {
    const { call } = await app.caller();
    const scim = await directory([{ userName: 'ada@example.com', groups: ['a'] }]);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    await checkRuns(call, id);
    const { answer } = scim.server;
    const failing = { status: 400, json: { error: 'temporarily_unavailable' } };
    scim.state.tokens.clear();
    scim.server.answer = (asked, response) => (asked.path === '/token' ? failing : answer(asked, response));
    expect(await runChecks(call, id)).toMatchObject({ status: 'failed', error: expect.stringMatching(/^The token endpoint answered 400/) });
    expect((await call('GET', at(id))).body.status).toBe('active');
    scim.server.answer = answer;
    scim.state.secret = 'another';
    expect(await runChecks(call, id)).toMatchObject({ status: 'failed', error: expect.stringMatching(/^The token endpoint answered 401/) });
    expect((await call('GET', at(id))).body).toMatchObject({ status: 'error', errorMessage: 'The token endpoint answered 401. Replace the credentials to connect again.', nextSyncAt: null });
    await refusedBothWays(call, 'POST', runsAt(id), {}, 409, 'Connection is not active');
  });
});

describe('runConnectionChecks', () => {
  test('202 with a run of each enabled check, one after the other and in the log; one that fails does not stop the others (rule 2)', async () => {
    const { call, organization, id } = await watched(({ path }) => ({ status: path === '/' ? 200 : 500 }), { endpoint_path: '/down' });
    await checkRuns(call, id);
    await call('PUT', at(id, '/services'), { body: { services: ['availability', 'headers'] } });
    const run = await runChecks(call, id);
    expect(run).toMatchObject({ status: 'completed', progress: { done: 2, total: 2 }, result: { connectionId: id, providerSlug: 'http-json', totalFindings: 2, totalPassing: 0 } });
    expect(run.result.checkRunIds).toHaveLength(2);
    const runs = await checkRuns(call, id, `?runId=${run.id}`);
    expect(runs.map(({ id: one }: { id: string }) => one).sort()).toEqual([...run.result.checkRunIds].sort());
    for (const one of runs) expect(one).toMatchObject({ connectionId: id, runId: run.id, triggeredBy: 'api', provider: { slug: 'http-json', name: 'HTTP service' }, taskId: null, durationMs: expect.any(Number) });
    expect((await toldOf(app.database, organization.id)).at(-1)).toMatchObject({ entityType: 'integration', entityId: id, action: 'Ran checks of integration', changes: { checks: { previous: null, current: ['endpoint-status', 'security-headers'] } } });
    const { body: { data } } = await call('GET', `/v1/integrations/checks/connections/${id}`);
    expect(data.map(({ id: check, lastRun }: { id: string; lastRun: { status: string; failedCount: number } }) => [check, lastRun.status, lastRun.failedCount])).toEqual([['endpoint-status', 'failed', 1], ['tls-certificate', 'failed', 1], ['security-headers', 'failed', 1]]);
  });
  test('202 for somebody in a session is a run by hand', async () => {
    const { call, organization, id } = await watched(() => ({}), { endpoint_path: '/' });
    await checkRuns(call, id);
    const session = await app.session(organization, ['admin']);
    await runChecks(session.call, id, { checkId: 'endpoint-status' });
    expect((await checkRuns(call, id))[0]).toMatchObject({ triggeredBy: 'manual', checkId: 'endpoint-status' });
  });
  test('200 on runs by check and by state; 400 for a state that there is not', async () => {
    const { call, id } = await watched(() => ({}), { endpoint_path: '/' });
    await checkRuns(call, id);
    expect(await checkRuns(call, id, '?checkId=tls-certificate&checkId=none')).toMatchObject([{ checkId: 'tls-certificate', status: 'failed' }]);
    expect(await checkRuns(call, id, '?status=success')).toMatchObject([{ checkId: 'endpoint-status' }]);
    expect((await call('GET', `${runsAt(id)}?limit=2&count=true`)).body).toMatchObject({ totalCount: 3, nextCursor: expect.any(String) });
    expect(await call('GET', `${runsAt(id)}?status=done`)).toMatchObject({ status: 400, body: { details: { status: {} } } });
  });
  test('404 for a check that the provider does not have', async () => {
    const { call, id } = await watched(() => ({}));
    await refusedBothWays(call, 'POST', runsAt(id), { checkId: 'none' }, 404, 'Check not found');
  });
  test('400 for an empty name', async () => {
    const { call, id } = await watched(() => ({}));
    expect(await call('POST', runsAt(id), { body: { checkId: '' } })).toMatchObject({ status: 400, body: { details: { checkId: { _errors: ['must NOT have fewer than 1 characters'] } } } });
  });
  test('409 for a provider without checks, a connection that is paused or has no credentials', async () => {
    const { call } = await app.caller();
    const { id: list } = await connectList(call);
    await refusedBothWays(call, 'POST', runsAt(list), {}, 409, 'The provider has no checks');
    const page = await standIn(() => ({}));
    const { id } = await connect(call, 'http-json', { baseUrl: page.url });
    await call('POST', at(id, '/pause'));
    await refusedBothWays(call, 'POST', runsAt(id), {}, 409, 'Connection is not active');
    await call('POST', at(id, '/disconnect'));
    await refusedBothWays(call, 'POST', runsAt(id), {}, 409, 'Connection has no credentials');
  });
  test('409 while a run of the check is under way, however many ask at once; other checks of the connection may be run (rule 16)', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { call, id } = await watched(async ({ path }) => {
      if (path === '/slow') await promise;
      return {};
    });
    await call('PATCH', `/v1/integrations/variables/connections/${id}`, { body: { variables: { endpoint_path: '/slow' } } });
    await call('PUT', at(id, '/services'), { body: { services: ['transport'] } });
    await refusedBothWays(call, 'POST', runsAt(id), { checkId: 'endpoint-status' }, 409, 'A run of the check is under way');
    resolve();
    await checkRuns(call, id);
    const answers = await Promise.all(Array.from({ length: 4 }, () => call('POST', runsAt(id), { body: { checkId: 'tls-certificate' } })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([202, 409, 409, 409]);
    expect((await call('POST', runsAt(id), { body: { checkId: 'security-headers' } })).status).toBe(202);
    await checkRuns(call, id);
  });
});
