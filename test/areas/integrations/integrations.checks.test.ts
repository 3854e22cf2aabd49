/** The checks endpoint-status, tls-certificate, security-headers and user-access. */
import type tls from 'node:tls';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { allPages, startApp } from '../../support/app.ts';
import { newCertificate, type CertificateAndKey } from '../../support/certificate.ts';
import { connectionPath, checkRuns, connect, getCheckRun, runChecks, setVariables, watchAddress } from '../../support/integrations.ts';
import { directory, standIn } from '../../support/stand-in.ts';

const app = startApp();

let trusted: CertificateAndKey;
let expiring: CertificateAndKey;
beforeAll(() => {
  [trusted, expiring] = [newCertificate(200, inject('authority')), newCertificate(10, inject('authority'))];
});

describe('endpoint-status', () => {
  test.each([
    ['the expected status', { endpoint_path: '/health' }, { json: {} }, 'completed', undefined],
    ['another expected status', { endpoint_path: 'health', expected_status: 404 }, { status: 404 }, 'completed', undefined],
    [
      'a field that is',
      { endpoint_path: '/health', json_path: 'db.0.state', json_operator: 'eq', json_value: 'up' },
      { json: { db: [{ state: 'up' }] } },
      'completed',
      undefined,
    ],
    [
      'a list that contains',
      { endpoint_path: '/health', json_path: 'up', json_operator: 'contains', json_value: 'db' },
      { json: { up: ['api', 'db'] } },
      'completed',
      undefined,
    ],
    [
      'a number that is less',
      { endpoint_path: '/health', json_path: 'queue', json_operator: 'lt', json_value: '10' },
      { json: { queue: 3 } },
      'completed',
      undefined,
    ],
    ['another status', { endpoint_path: '/health' }, { status: 500 }, 'failed', 'It answered 500, and 200 is expected.'],
    [
      'a field that is otherwise',
      { endpoint_path: '/health', json_path: 'state', json_operator: 'neq', json_value: 'down' },
      { json: { state: 'down' } },
      'failed',
      'The field state is "down". Demanded: neq down',
    ],
    [
      'a field that there is not',
      { endpoint_path: '/health', json_path: 'state' },
      { json: {} },
      'failed',
      'The field state is not there. Demanded: exists',
    ],
    ['no JSON', { endpoint_path: '/health', json_path: 'state' }, { text: 'up' }, 'failed', 'The answer is not JSON.'],
  ])('%s: %j with the response %j is %s', async (_case, variables, reply, status, description) => {
    const { latest, run } = await (await watchAddress(app, ({ path }) => (path === '/' ? {} : reply), variables)).check('endpoint-status');
    expect(latest).toMatchObject({
      status,
      totalChecked: 1,
      failedCount: status === 'failed' ? 1 : 0,
      exceptedCount: 0,
      results: [
        {
          passed: status === 'completed',
          resourceType: 'endpoint',
          excepted: false,
          ...(description && { description, severity: 'high', remediation: expect.any(String) }),
        },
      ],
    });
    expect(run).toMatchObject({
      status: 'completed',
      result: { totalFindings: status === 'failed' ? 1 : 0, totalPassing: status === 'completed' ? 1 : 0 },
    });
  });
  test('inconclusive without a finding when the server is unreachable in four attempts, and the run fails', async () => {
    let isDown = false;
    const { call, id, server, check } = await watchAddress(app, (_request, response) => (isDown ? void response.destroy() : {}), {
      endpoint_path: '/health',
    });
    await checkRuns(call, id);
    isDown = true;
    const requestsBefore = server.asked.length;
    const { run, latest } = await check('endpoint-status');
    expect(server.asked.length - requestsBefore).toBe(4);
    expect(latest).toMatchObject({
      status: 'inconclusive',
      totalChecked: 0,
      failedCount: 0,
      results: [],
      errorMessage: expect.stringContaining('could not be reached'),
    });
    expect(run).toMatchObject({ status: 'failed', error: latest.errorMessage });
    expect((await call('GET', connectionPath(id))).body.status).toBe('active');
  });
  test('a redirect on the same host is followed, but a redirect to another host is not', async () => {
    const otherHost = await standIn(() => ({ json: {} }));
    const { check, call, id } = await watchAddress(
      app,
      ({ path }) =>
        path === '/there'
          ? { json: {} }
          : path === '/here'
            ? { status: 302, headers: { location: '/there' } }
            : path === '/away'
              ? { status: 302, headers: { location: `${otherHost.url}/x` } }
              : {},
      { endpoint_path: '/here' },
    );
    expect((await check('endpoint-status')).latest.status).toBe('completed');
    await setVariables(call, id, { endpoint_path: '/away' });
    expect((await check('endpoint-status')).latest).toMatchObject({
      status: 'inconclusive',
      errorMessage: expect.stringContaining('redirects to another host'),
    });
    expect(otherHost.asked).toEqual([]);
  });
  test('failed without a finding while a required variable is not set', async () => {
    const { latest, run } = await (await watchAddress(app, () => ({}))).check('endpoint-status');
    expect(latest).toMatchObject({
      status: 'failed',
      totalChecked: 0,
      failedCount: 0,
      errorMessage: 'The variable endpoint_path is not set',
    });
    expect(run).toMatchObject({ status: 'failed', error: 'The variable endpoint_path is not set' });
  });
});

describe('tls-certificate', () => {
  const watchWithTls = (pair: CertificateAndKey, options: tls.SecureContextOptions = {}) =>
    watchAddress(app, () => ({}), {}, { ...pair, ...options });
  test('success with a trusted certificate that is valid long enough, and a current TLS version', async () => {
    const { latest } = await (await watchWithTls(trusted)).check('tls-certificate');
    expect(latest).toMatchObject({
      status: 'completed',
      logs: [{ level: 'info', check: 'tls-certificate', message: expect.stringMatching(/^TLSv1\.3 with localhost/) }],
      results: [
        {
          resourceType: 'certificate',
          evidence: { protocol: 'TLSv1.3', subject: 'localhost', issuer: 'Authority of the tests', trusted: true },
        },
      ],
    });
  });
  test('failed when the certificate expires within the configured number of days', async () => {
    const { check, call, id } = await watchWithTls(expiring);
    expect((await check('tls-certificate')).latest).toMatchObject({
      status: 'failed',
      results: [{ title: expect.stringMatching(/^The certificate of localhost expires in (9|10) days$/), severity: 'high' }],
    });
    await setVariables(call, id, { certificate_days: 5 });
    expect((await check('tls-certificate')).latest.status).toBe('completed');
  });
  test('failed when the connection is not encrypted', async () => {
    expect((await (await watchAddress(app, () => ({}))).check('tls-certificate')).latest).toMatchObject({
      status: 'failed',
      results: [{ title: '127.0.0.1 is not encrypted' }],
    });
  });
  test('failed when the certificate is no longer trusted; a server with an untrusted certificate cannot be connected', async () => {
    const [untrusted, server] = [newCertificate(100), await standIn(() => ({}), trusted)];
    const { call } = await app.caller();
    expect(
      await call('POST', '/v1/integrations/connections', {
        body: { providerSlug: 'http-json', credentials: { baseUrl: (await standIn(() => ({}), untrusted)).url } },
      }),
    ).toMatchObject({ status: 422, body: { error: expect.stringMatching(/could not be reached \(.*SELF_SIGNED/) } });
    const { id } = await connect(call, 'http-json', { baseUrl: server.url });
    server.present(untrusted);
    await runChecks(call, id, { checkId: 'tls-certificate' });
    const [{ id: run }] = await checkRuns(call, id);
    expect(await getCheckRun(call, run)).toMatchObject({
      status: 'failed',
      results: [
        { title: 'The certificate of localhost is not trusted', evidence: { trusted: false, fault: expect.stringMatching(/SELF_SIGNED/) } },
      ],
    });
  });
  test('the negotiated TLS version is reported, even an outdated one', async () => {
    const outdated = await standIn(() => ({}), { ...trusted, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' });
    expect(await app.ports.http.certificate(new URL(outdated.url))).toMatchObject({ protocol: 'TLSv1.1', fault: undefined });
  });
});

describe('security-headers', () => {
  test('failed when required headers are missing, success when the response has all of them', async () => {
    const headers = { 'content-security-policy': "default-src 'self'", 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' };
    const { check, call, id } = await watchAddress(app, () => ({ json: {}, headers }));
    expect((await check('security-headers')).latest).toMatchObject({
      status: 'failed',
      results: [
        {
          title: '1 of 3 headers are missing',
          description: 'Not sent: strict-transport-security.',
          severity: 'medium',
          evidence: { headers: { 'x-content-type-options': 'nosniff', 'strict-transport-security': null } },
        },
      ],
    });
    await setVariables(call, id, { required_headers: ['x-frame-options', 'content-security-policy'] });
    expect((await check('security-headers')).latest).toMatchObject({ status: 'completed', passedCount: 1 });
  });
});

describe('user-access', () => {
  const users = [
    { userName: 'Ada@example.com', groups: ['owners', 'staff'], department: 'it' },
    { userName: 'ben@example.com', groups: ['staff'], department: 'hr' },
    { userName: 'chen@example.com', department: 'it' },
    { userName: 'dana@example.com', active: false },
  ];
  test('checks each active user of all pages by lower-case address; users without a group fail', async () => {
    const { call } = await app.caller();
    const moreUsers = Array.from({ length: 230 }, (_, n) => ({ userName: `user${n}@example.com`, groups: ['staff'] }));
    const scim = await directory([...users, ...moreUsers]);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    const [{ id: runId }] = await checkRuns(call, id);
    expect(await getCheckRun(call, runId)).toMatchObject({
      status: 'failed',
      totalChecked: 233,
      failedCount: 1,
      passedCount: 232,
      results: [
        { resourceType: 'user', resourceId: 'chen@example.com', passed: false, evidence: { groups: [], department: 'it' } },
        ...Array.from({ length: 5 }, () => ({ passed: true })),
      ],
    });
    expect(
      scim.server.asked
        .filter(({ path, query }) => path === '/scim/Users' && query.get('count') === '100')
        .map(({ query }) => query.get('startIndex')),
    ).toEqual(['1', '101', '201']);

    const pages = await allPages(call, `/v1/integrations/checks/runs/${runId}/results?limit=100`);
    const results = pages.flatMap(({ data }) => data);
    expect([results.length, new Set(results.map(({ id: resultId }) => resultId)).size, results[0].passed, results[1].resourceId]).toEqual([
      233,
      233,
      false,
      'ada@example.com',
    ]);
  });
  test('only users that pass the filter of people are checked (rule 10)', async () => {
    const { call } = await app.caller();
    const scim = await directory(users);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    await checkRuns(call, id);
    await setVariables(call, id, {
      owner_groups: ['owners'],
      target_org_units: ['it'],
      sync_user_filter_mode: 'exclude',
      sync_excluded_emails: 'chen@example.com',
    });
    const [{ id: latest }] = await checkRuns(call, id);
    expect((await getCheckRun(call, latest)).results).toMatchObject([{ resourceId: 'ada@example.com', passed: true }]);
  });
  test('200 filters results by outcome, severity and resource type; 400 for an unknown severity', async () => {
    const { call } = await app.caller();
    const scim = await directory(users);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    const [{ id: run }] = await checkRuns(call, id);
    const resourceIds = async (query: string) =>
      (await call('GET', `/v1/integrations/checks/runs/${run}/results?${query}`)).body.data.map(
        ({ resourceId }: { resourceId: string }) => resourceId,
      );
    expect(await resourceIds('passed=true')).toEqual(['ada@example.com', 'ben@example.com']);
    expect(await resourceIds('passed=false&severity=medium&severity=low')).toEqual(['chen@example.com']);
    expect(await resourceIds('severity=critical')).toEqual([]);
    expect(await resourceIds('search=CHEN')).toEqual(['chen@example.com']);
    for (const sortOrder of ['asc', 'desc'])
      expect((await resourceIds(`sortBy=severity&sortOrder=${sortOrder}`))[0], 'results without a severity come last').toBe(
        'chen@example.com',
      );
    expect(await resourceIds('resourceType=user&resourceType=device')).toHaveLength(3);
    expect(await resourceIds('resourceType=device')).toEqual([]);
    expect(await call('GET', `/v1/integrations/checks/runs/${run}/results?severity=awful`)).toMatchObject({
      status: 400,
      body: { details: { severity: {} } },
    });
  });
  test('evidence that is too long is omitted from the run, and complete in the list of results (rule 6)', async () => {
    const { call } = await app.caller();
    const scim = await directory([
      { userName: 'ada@example.com', groups: Array.from({ length: 900 }, (_, n) => `a group with quite a long name, number ${n}`) },
    ]);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    const [{ id: run }] = await checkRuns(call, id);
    expect((await getCheckRun(call, run)).results[0].evidence).toEqual({
      truncated: true,
      message: expect.any(String),
      sizeBytes: expect.toSatisfy((bytes: number) => bytes > 20_000),
    });
    expect((await call('GET', `/v1/integrations/checks/runs/${run}/results`)).body.data[0].evidence.groups).toHaveLength(900);
  });
});
