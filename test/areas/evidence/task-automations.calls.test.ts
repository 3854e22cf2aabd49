/** Which addresses checks call, which redirects they follow, and which secrets stay hidden. */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { allowHosts, publish, run, statusCheck, withCheck, withServer } from '../../support/automations.ts';
import { connect } from '../../support/integrations.ts';
import { waitForWork } from '../../support/runs.ts';
import { standIn } from '../../support/stand-in.ts';

const app = startApp();

const statusOf = async (call: Awaited<ReturnType<typeof withServer>>['call'], id: string) =>
  (await call('GET', `/v1/tasks/${id}`)).body.status;

describe('secrets (rule 5)', () => {
  const token = 'c0rrect"horse/battery+staple';
  /** Creates a connection to a server that returns everything that the server receives. */
  async function withSecret(checkFor: (url: string, secret: string) => object) {
    const setup = await withServer(app, ({ headers }) => ({
      json: { headers, token: headers.authorization, plain: headers['x-key'], encoded: Buffer.from(token).toString('base64') },
      headers: { 'x-echo': encodeURIComponent(String(headers['x-key'])) },
    }));
    const connection = await connect(setup.call, 'http-json', { baseUrl: setup.server.url, Authorization: token });
    await waitForWork(app.database, setup.organization.id);
    setup.server.asked.length = 0;
    const published = await publish(setup.call, setup.automation, checkFor(setup.server.url, `{{secret:${connection.id}.Authorization}}`));
    expect(published, published.text).toMatchObject({ status: 201 });
    return { ...setup, connection };
  }
  const checkWith = (url: string, secret: string) => ({
    request: { url, headers: { Authorization: `Bearer ${secret}`, 'X-Key': secret } },
    extract: { plain: '/body/plain', whole: '', echo: '/headers/x-echo' },
    criteria: [
      { path: '/body/plain', operator: 'equals', value: 'something else' },
      { path: '/body/plain', operator: 'contains', value: 'horse' },
    ],
  });
  test('are sent, but appear neither in the output nor in the log', async () => {
    const { call, automation, server, organization } = await withSecret(checkWith);
    const { found } = await run(call, automation);
    expect(server.asked).toMatchObject([{ headers: { authorization: `Bearer ${token}`, 'x-key': token } }]);
    expect(found).toMatchObject({ status: 'completed', evaluationStatus: 'fail' });
    // A criterion that could read a secret would reveal the secret.
    expect(found.output.criteria).toMatchObject([{ holds: false }, { holds: false }]);
    const stored = await app.database.system
      .selectFrom('evidence_automation_run')
      .selectAll()
      .where('organization_id', '=', organization.id)
      .executeTakeFirstOrThrow();
    const text = JSON.stringify(stored);
    for (const encoding of ['battery', encodeURIComponent(token), Buffer.from(token).toString('base64').replaceAll('=', '')])
      expect(text).not.toContain(encoding);
  });
  test('are sent only to the host of the connection, and not after a redirect', async () => {
    const { call, automation, server, connection } = await withSecret(checkWith);
    const other = await standIn(() => ({ text: 'other' }));
    const secret = `{{secret:${connection.id}.Authorization}}`;
    await publish(call, automation, checkWith(other.url, secret), 2);
    expect((await run(call, automation)).found).toMatchObject({
      status: 'failed',
      success: false,
      output: null,
      error: expect.stringContaining('is sent to'),
    });
    expect(other.asked).toEqual([]);
    server.answer = () => ({ status: 302, headers: { location: `http://localhost:${other.port}/next` } });
    const { found } = await run(call, automation, { version: 1 });
    expect(found).toMatchObject({ status: 'completed', version: 1 });
    expect(other.asked).toHaveLength(1);
    expect(other.asked[0]?.headers).not.toHaveProperty('authorization');
    expect(other.asked[0]?.headers).not.toHaveProperty('x-key');
  });
  test('of a paused connection, and unknown fields of a connection, make the run fail', async () => {
    const { call, automation, server, connection } = await withSecret(checkWith);
    await publish(call, automation, checkWith(server.url, `{{secret:${connection.id}.password}}`), 2);
    expect((await run(call, automation)).found).toMatchObject({ status: 'failed', error: expect.stringContaining('No active connection') });
    await call('POST', `/v1/integrations/connections/${connection.id}/pause`);
    expect((await run(call, automation, { version: 1 })).found).toMatchObject({ status: 'failed' });
    expect(server.asked).toEqual([]);
  });
});

describe('calls of checks', () => {
  const runFailingCheck = async (
    answer: Parameters<typeof withCheck>[1],
    checkFor?: Parameters<typeof withCheck>[2],
    hosts: string[] = [],
  ) => {
    const setup = await withServer(app, answer);
    await allowHosts(setup.call, '127.0.0.1', 'localhost', ...hosts);
    const published = await publish(setup.call, setup.automation, checkFor?.(setup.server) ?? statusCheck(setup.server.url));
    expect(published, published.text).toMatchObject({ status: 201 });
    const { background, found } = await run(setup.call, setup.automation);
    expect(found).toMatchObject({
      status: 'failed',
      success: false,
      output: null,
      evaluationStatus: null,
      runDuration: expect.any(Number),
    });
    expect(background).toMatchObject({ status: 'failed', error: found.error });
    expect(found.logs.at(-1)).toMatchObject({ level: 'error', message: found.error });
    return { ...setup, error: found.error, found };
  };
  test('reject a host that was removed from the list after the publication, and the task fails', async () => {
    const { call, automation, task, server } = await withCheck(app, () => ({ text: 'ok' }));
    await allowHosts(call, 'elsewhere.example.com');
    expect((await run(call, automation)).found).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('automationAllowedHosts'),
    });
    expect(server.asked).toEqual([]);
    expect(await statusOf(call, task.id)).toBe('failed');
  });
  test('reject a redirect to a host that is not on the list', async () => {
    const { error } = await runFailingCheck(() => ({ status: 302, headers: { location: 'http://127.0.0.2:9/' } }));
    expect(error).toContain('127.0.0.2 is not among');
  });
  test('follow no more than three redirects', async () => {
    const { error, server } = await runFailingCheck(() => ({ status: 307, headers: { location: '/again' } }));
    expect(error).toContain('redirects more than 3 times');
    expect(server.asked).toHaveLength(4);
  });
  test.each([
    ['https://127.0.0.2/', '127.0.0.2'],
    ['https://169.254.169.254/latest', '169.254.169.254'],
    ['http://1.1.1.1/', '1.1.1.1'],
  ])('reject an address that the installation does not allow, and an unlisted address without TLS: %s', async (url, host) => {
    const { error } = await runFailingCheck(
      () => ({}),
      () => statusCheck(url),
      [host],
    );
    expect(error).toBe(`the address of ${host} is not allowed`);
  });
  test('reject an answer of more than 5 MiB', async () => {
    const { error } = await runFailingCheck(() => ({ text: 'x'.repeat(5 * 1024 * 1024 + 1) }));
    expect(error).toContain('more than 5 MiB');
  });
  test('reject an answer that arrives too late, and send the request only once', async () => {
    const { error, server } = await runFailingCheck(
      () => undefined,
      ({ url }) => statusCheck(url, { timeoutMs: 100 }),
    );
    expect(error).toContain('did not answer within 0.1 seconds');
    expect(server.asked).toHaveLength(1);
  });
});

describe('paths and patterns', () => {
  test('fail the run if they match more than 10,000 values', async () => {
    const { call, automation } = await withCheck(
      app,
      () => ({ json: Array.from({ length: 200 }, () => Array.from({ length: 60 }, () => 1)) }),
      ({ url }) => ({ ...statusCheck(url), extract: { all: '$..*' } }),
    );
    expect((await run(call, automation)).found).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('more than 10000 values'),
    });
  });
  test('take time in proportion to the text, even for a pattern with heavy backtracking', async () => {
    const { call, automation } = await withCheck(
      app,
      () => ({ text: `${'a'.repeat(200_000)}!` }),
      ({ url }) => ({ request: { url }, criteria: [{ path: '/body', operator: 'matches', value: '^(a+)+$' }] }),
    );
    const { found } = await run(call, automation);
    expect(found).toMatchObject({ status: 'completed', evaluationStatus: 'fail', output: { truncated: true } });
    expect(found.output.excerpt).toHaveLength(65_536);
  });
  test('fail the run, but not the server, for an extremely nested response', async () => {
    const { call, automation } = await withCheck(
      app,
      () => ({ text: `${'['.repeat(200_000)}${']'.repeat(200_000)}`, headers: { 'content-type': 'application/json' } }),
      ({ url }) => ({ ...statusCheck(url), extract: { all: '$..[0]' } }),
    );
    expect((await run(call, automation)).found).toMatchObject({ status: 'failed', success: false });
  });
});

test('202 reads the newest result of a check of a connection, and calls no address', async () => {
  const { call, automation, organization, server } = await withServer(app, () => ({ status: 500, text: 'down' }));
  const connection = await connect(call, 'http-json', { baseUrl: server.url }, { variables: { endpoint_path: '/health' } });
  await waitForWork(app.database, organization.id);
  await publish(call, automation, {
    check: { connectionId: connection.id, checkId: 'endpoint-status' },
    extract: { failed: '$.results[?@.passed == false].title' },
    criteria: [{ path: '/status', operator: 'equals', value: 'success' }],
  });
  const before = server.asked.length;
  const { found } = await run(call, automation);
  expect(found).toMatchObject({
    status: 'completed',
    evaluationStatus: 'fail',
    evaluationReason: '/status equals "success" does not hold; found "failed"',
    output: { status: 'failed', failedCount: 1, values: { failed: [expect.any(String)] } },
  });
  expect(server.asked).toHaveLength(before);
  await publish(
    call,
    automation,
    { check: { connectionId: connection.id, checkId: 'none' }, criteria: [{ path: '', operator: 'exists' }] },
    2,
  );
  expect((await run(call, automation)).found).toMatchObject({ status: 'failed', error: expect.stringContaining('has no result') });
});
