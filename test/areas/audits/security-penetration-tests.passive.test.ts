/** Runs the passive assessment against misconfigured servers on this machine (rule 9). */
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { newCertificate, type CertificateAndKey } from '../../support/certificate.ts';
import { waitForTest, issuesOf, orderTest, testsAt } from '../../support/penetration-tests.ts';
import { type Answer, standIn } from '../../support/stand-in.ts';

const app = startApp();

let trustedCertificate: CertificateAndKey;
beforeAll(() => {
  trustedCertificate = newCertificate(200, inject('authority'));
});

const safeHeaders = {
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};
const passiveChecks = ['discovery', 'secrets_info_disclosure', 'technology_config', 'xss', 'authentication', 'csrf'];

/** Orders a passive assessment and waits for its end. @returns the issues, and their finding ids */
async function assess(targetUrl: string, fields: object = {}) {
  const { call } = await app.caller();
  const created = await orderTest(call, { targetUrl, testMode: false, checks: passiveChecks, ...fields });
  const done = await waitForTest(call, created.id);
  const issues = await issuesOf(call, created.id);
  return { call, done, issues, ids: issues.map(({ findingId }: { findingId: string }) => findingId) };
}
const notFoundAnswer: Answer = () => ({ status: 404, headers: safeHeaders });

describe('TLS', () => {
  test('finds nothing on a well-configured server, and sends only a few requests, which are all read-only', async () => {
    const server = await standIn(({ path }) => (path === '/' ? { headers: safeHeaders } : { status: 404 }), {
      ...trustedCertificate,
      minVersion: 'TLSv1.2',
    });
    const { done, ids, call } = await assess(server.url);
    expect(done).toMatchObject({ status: 'completed', attempt: 1, testMode: false });
    expect(ids).toEqual([]);
    expect(server.asked.length).toBeLessThanOrEqual(60);
    for (const { method, headers, body } of server.asked) {
      expect(method).toBe('GET');
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('cookie');
      expect(body).toBe('');
    }
    const report = (await call('GET', testsAt(`/${done.id}/report`))).text;
    expect(report).toContain('This is a passive assessment.');
    expect(report).toContain('No issue was found.');
    expect((await call('GET', testsAt(`/${done.id}/pdf`))).status).toBe(200);
  });
  test('finds an expired certificate', async () => {
    const server = await standIn(notFoundAnswer, { ...newCertificate(-2, inject('authority')), minVersion: 'TLSv1.2' });
    const { ids, issues } = await assess(server.url);
    expect(ids).toEqual(['TLS-EXPIRED']);
    expect(issues[0]).toMatchObject({
      severity: 'high',
      affectedEndpoint: `localhost:${server.port}`,
      evidence: expect.stringContaining('valid from'),
    });
  });
  test('finds a certificate of an untrusted authority', async () => {
    const server = await standIn(notFoundAnswer, { ...newCertificate(200), minVersion: 'TLSv1.2' });
    const { ids, issues } = await assess(server.url);
    expect(ids).toEqual(['TLS-UNTRUSTED']);
    expect(issues[0].evidence).toMatch(/SELF_SIGNED|UNABLE_TO_VERIFY/);
  });
  test('finds a certificate of another host', async () => {
    const certificate = newCertificate(200, inject('authority'), 'elsewhere.example.com');
    const server = await standIn(notFoundAnswer, { ...certificate, minVersion: 'TLSv1.2' });
    const { ids, issues } = await assess(server.url);
    expect(ids).toEqual(['TLS-UNTRUSTED']);
    expect(issues[0].evidence).toContain('ALTNAME');
  });
  test('finds a certificate that expires soon', async () => {
    const server = await standIn(notFoundAnswer, { ...newCertificate(10, inject('authority')), minVersion: 'TLSv1.2' });
    expect((await assess(server.url)).ids).toEqual(['TLS-EXPIRING']);
  });
  test('finds a server that still accepts old TLS versions', async () => {
    const server = await standIn(notFoundAnswer, { ...trustedCertificate, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' });
    const { ids, issues } = await assess(server.url);
    expect(ids).toEqual(['TLS-VERSION']);
    expect(issues[0].evidence).toBe('accepted: TLSv1, TLSv1.1');
  });
});

describe('HTTP', () => {
  test('finds missing encryption, missing headers, banners and cookies without flags', async () => {
    const server = await standIn(() => ({
      headers: {
        server: 'nginx/1.2.3',
        'x-powered-by': 'Express',
        'set-cookie': ['sid=hunter2; Path=/', 'lang=en; HttpOnly; SameSite=Lax'],
      },
      text: 'always the same',
    }));
    const { ids, issues } = await assess(server.url);
    expect(ids).toEqual(['TLS-NONE', 'HDR-CSP', 'HDR-NOSNIFF', 'HDR-FRAME', 'CKI-HTTPONLY', 'CKI-SAMESITE', 'HDR-BANNER']);
    expect(JSON.stringify(issues)).not.toContain('hunter2');
    expect(issues.at(-1).evidence).toBe('server: nginx/1.2.3\nx-powered-by: Express');
  });
  test('accepts http that redirects to https', async () => {
    const server = await standIn(({ path }) =>
      path === '/' ? { status: 301, headers: { ...safeHeaders, location: 'https://localhost/' } } : { status: 404 },
    );
    expect((await assess(server.url)).ids).toEqual([]);
  });
  test('finds cookies over TLS without Secure', async () => {
    const server = await standIn(() => ({ status: 404, headers: { ...safeHeaders, 'set-cookie': 'sid=1; HttpOnly; SameSite=Strict' } }), {
      ...trustedCertificate,
      minVersion: 'TLSv1.2',
    });
    expect((await assess(server.url)).ids).toEqual(['CKI-SECURE']);
  });
});

describe('well-known paths', () => {
  const exposedFiles: Readonly<Record<string, string>> = {
    '/.env': 'DB_PASSWORD=hunter2\nAPI_TOKEN=abcdef123456\n',
    '/.git/HEAD': 'ref: refs/heads/main\n',
    '/openapi.json': '{"openapi":"3.1.0"}',
    '/backup.zip': '<html>not a backup</html>',
  };
  const startServer = () =>
    standIn(({ path }) =>
      exposedFiles[path] === undefined ? { status: 404, headers: safeHeaders } : { headers: safeHeaders, text: exposedFiles[path] },
    );

  test('finds exposed files by their expected content, and stores no secrets', async () => {
    const { url, asked } = await startServer();
    const { ids, issues } = await assess(url, { checks: ['secrets_info_disclosure', 'discovery'], scanDepth: 'deep' });
    expect(ids).toEqual(['PTH-ENV', 'PTH-GIT-HEAD', 'PTH-OPENAPI-JSON']);
    expect(issues[0]).toMatchObject({ severity: 'critical', affectedEndpoint: `${url}/.env`, proofOfConcept: null });
    expect(JSON.stringify(issues)).not.toMatch(/hunter2|abcdef123456/);
    expect(asked.length).toBeGreaterThan(30);
    expect(asked.length).toBeLessThanOrEqual(60);
  });
  test('sends fewer requests with less depth, and stores no proof with report_only (rule 10)', async () => {
    const { url, asked } = await startServer();
    const { issues } = await assess(url, { checks: ['secrets_info_disclosure'], scanDepth: 'quick', evidenceLevel: 'report_only' });
    expect(issues).toMatchObject([{ evidence: null }, { evidence: null }]);
    // The requests are for the page, a missing path, and eight well-known paths.
    expect(asked).toHaveLength(10);
  });
  test('a server that answers every path with the same page has no exposed files', async () => {
    const { url } = await standIn(() => ({ headers: safeHeaders, text: 'API_KEY=1 ref: refs/' }));
    expect((await assess(url, { checks: ['secrets_info_disclosure'] })).ids).toEqual([]);
  });
});

test('reports checks that need active testing as not performed', async () => {
  const { url, asked } = await standIn(notFoundAnswer);
  const { issues } = await assess(url, { checks: ['injection', 'business_logic'] });
  expect(issues).toMatchObject([
    { severity: 'info', title: 'Check was not performed: injection' },
    { severity: 'info', title: 'Check was not performed: business_logic' },
  ]);
  expect(asked).toHaveLength(1);
});

test('requests only the target when the list of checks is empty', async () => {
  const { url, asked } = await standIn(notFoundAnswer);
  expect((await assess(url, { checks: [] })).ids).toEqual([]);
  expect(asked).toHaveLength(1);
});

test('only checks whether a repository can be read, without a credential (rules 2 and 16)', async () => {
  const target = await standIn(notFoundAnswer);
  const repository = await standIn(({ path }) =>
    path === '/team/app/info/refs' ? { text: '001e# service=git-upload-pack\n' } : { status: 401 },
  );
  const { issues } = await assess(target.url, { checks: [], repoUrl: `${repository.url}/team/app/?tab=readme#usage` });
  expect(issues).toMatchObject([{ title: 'Source code was not read', severity: 'info' }]);
  expect(repository.asked).toHaveLength(1);
  expect(repository.asked[0]?.headers).not.toHaveProperty('authorization');
  const privateRepository = await assess(target.url, { checks: [], repoUrl: `${repository.url}/team/other` });
  expect(privateRepository.issues).toMatchObject([{ title: 'Repository cannot be read by everybody' }]);
});

test('nothing is reported about the repository of a target that cannot be reached', async () => {
  const repository = await standIn(() => ({ status: 404 }));
  const { done, issues } = await assess('http://127.0.0.1:1', { repoUrl: `${repository.url}/team/app` });
  expect(done).toMatchObject({ status: 'failed', failureCode: 'infrastructure' });
  expect(issues).toEqual([]);
});

test('an unreachable target fails with the code infrastructure after three attempts; nothing is simulated', async () => {
  const { call, organization } = await app.caller();
  const created = await orderTest(call, { targetUrl: 'http://127.0.0.1:1', testMode: false });
  const done = await waitForTest(call, created.id);
  expect(done).toMatchObject({ status: 'failed', failureCode: 'infrastructure', attempt: 3 });
  expect(await issuesOf(call, created.id)).toEqual([]);
  const testRow = await app.database.system
    .selectFrom('penetration_test')
    .select('charged')
    .where('organization_id', '=', organization.id)
    .executeTakeFirstOrThrow();
  expect(testRow.charged).toBe(false);
});
