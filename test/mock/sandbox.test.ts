/** Tests the sandbox as a separate process, which `npm run sandbox` starts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { pairsOf, type BuiltInRole, builtInRoles, roles } from '#platform/identity/roles';
import { newTimeFrom } from '../../scripts/sandbox/move.ts';
import { call, type RequestOptions } from '../support/app.ts';

interface State {
  readonly organizationId: string;
  readonly apiKey: string;
  readonly sessions: readonly { readonly role: BuiltInRole; readonly email: string; readonly memberId: string; readonly token: string }[];
  readonly now: string;
}

const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(readFileSync('package.json', 'utf8'));
const [, ...programArguments] = scripts.sandbox?.split(' ') ?? [];

function start(env: Record<string, string>): ChildProcess {
  // A fixed address lets all starts of a day share one demonstration.
  return spawn(process.execPath, programArguments, {
    env: { PATH: process.env.PATH, SANDBOX_PORT: '0', APP_URL: 'http://localhost:5173', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

let child: ChildProcess;
let output = '';
let base = '';
beforeAll(async () => {
  child = start({ RATE_LIMIT: '0', ORGANIZATION_RATE_LIMIT: '0' });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part) => {
      output += String(part);
    });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => /Prefer: status/.test(output) && resolve());
    child.once('close', (code) => reject(new Error(`the sandbox ended with ${code}: ${output}`)));
  });
  base = /in memory: (http:\S+)/.exec(output)?.[1] ?? '';
});
afterAll(async () => {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'close');
});

const send = (method: string, url: string, options: RequestOptions = {}) => call(base, method, url, options);
const stateOf = async (method = 'GET', url = '/_sandbox', body?: unknown): Promise<State> => {
  const answer = await send(method, url, { body });
  expect(answer, `${answer.text}\n${output}`).toMatchObject({ status: 200 });
  return answer.body;
};
/** Sends a request with the API key. */
const sendWithKey = async (method: string, url: string, options: RequestOptions = {}) =>
  send(method, url, { key: (await stateOf()).apiKey, ...options });
const newRisk = { title: 'Only until the reset', description: 'd', category: 'other' };

test('200 for each command that the sandbox prints at the start', async () => {
  const commands = [...output.matchAll(/curl (-H .*) (http:\S+)/g)].map(([, options = '', url = '']) => ({
    url,
    headers: Object.fromEntries([...options.matchAll(/-H "(.*?): (.*?)"/g)].map(([, name = '', value = '']) => [name, value])),
  }));
  expect(commands).toHaveLength(2);
  for (const { url, headers } of commands) expect(await call('', 'GET', url, { headers })).toMatchObject({ status: 200 });
});

describe('sessions', () => {
  test('one for each built-in role, of a member with only this role, printed and at GET /_sandbox', async () => {
    const { organizationId, apiKey, sessions, now } = await stateOf();
    expect(sessions.map(({ role }) => role)).toEqual(builtInRoles);
    for (const shown of [organizationId, apiKey, ...sessions.flatMap(({ email, token }) => [email, token])])
      expect(output).toContain(shown);
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(3_600_000);
    for (const { role, email, memberId } of sessions) {
      const { body } = await sendWithKey('GET', `/v1/people/${memberId}`);
      expect(body).toMatchObject({ id: memberId, user: { email }, roles: [role] });
    }
  });
  test.each(builtInRoles)('a session of the role %s may do what the role may', async (role) => {
    const { organizationId, sessions } = await stateOf();
    const token = sessions.find((session) => session.role === role)?.token ?? '';
    const { status } = await send('GET', '/v1/organization', { bearer: token, headers: { 'X-Organization-Id': organizationId } });
    expect(status).toBe(pairsOf(roles[role].permissions).includes('organization:read') ? 200 : 403);
  });
  test('403 for a page that reaches this machine under another name, and for pages of other origins', async () => {
    const request = http.get(`${base}/_sandbox`, { headers: { Host: 'evil.example.org' } });
    const [answer]: [http.IncomingMessage] = await once(request, 'response').then(([first]) => [first]);
    expect([answer.statusCode, await text(answer)]).toEqual([403, expect.not.stringContaining('token')]);
    const { headers } = await send('GET', '/_sandbox', { headers: { Origin: 'https://evil.example.org' } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    const { status } = await send('POST', '/_sandbox/reset', { headers: { Origin: 'https://evil.example.org' } });
    expect(status).toBe(403);
    const allowed = await send('GET', '/_sandbox', { headers: { Origin: 'http://localhost:5173' } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  });
});

describe('reset', () => {
  test('brings the fresh demonstration back, for which the same key and sessions are valid', async () => {
    const before = await stateOf();
    const { body: created } = await sendWithKey('POST', '/v1/risks', { body: newRisk });
    const url = `/v1/risks/${created.data.id}`;
    expect(await sendWithKey('GET', url)).toMatchObject({ status: 200 });
    const { organizationId, apiKey, sessions } = await stateOf('POST', '/_sandbox/reset');
    expect({ organizationId, apiKey, members: sessions.map(({ memberId }) => memberId) }).toEqual({
      organizationId: before.organizationId,
      apiKey: before.apiKey,
      members: before.sessions.map(({ memberId }) => memberId),
    });
    expect(await sendWithKey('GET', url)).toMatchObject({ status: 404 });
    const [owner] = before.sessions;
    expect(
      await send('GET', '/v1/organization', { bearer: owner?.token ?? '', headers: { 'X-Organization-Id': organizationId } }),
    ).toMatchObject({ status: 200 });
  });
  test('serves the files of the demonstration', async () => {
    const { body } = await sendWithKey('GET', '/v1/knowledge-base/documents');
    const { body: link } = await sendWithKey('GET', `/v1/knowledge-base/documents/${body.data[0].id}/download`);
    expect(await call('', 'GET', link.downloadUrl, {})).toMatchObject({ status: 200 });
  });
});

describe('Prefer', () => {
  test('delay answers later', async () => {
    const startTime = performance.now();
    expect(await sendWithKey('GET', '/v1/risks?limit=1', { headers: { Prefer: 'delay=700' } })).toMatchObject({ status: 200 });
    expect(performance.now() - startTime).toBeGreaterThan(690);
  });
  test('status answers the error that the operation declares, and changes nothing', async () => {
    const refused = await sendWithKey('POST', '/v1/policies', { body: { name: 'Never made' }, headers: { Prefer: 'delay=1, status=503' } });
    expect(refused).toMatchObject({ status: 503, body: { success: false, error: 'Temporarily unavailable', code: 'unavailable' } });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    const { body } = await sendWithKey('GET', '/v1/policies?search=Never%20made');
    expect(body.data).toEqual([]);
  });
  test('status answers an error in the envelope that the operation declares', async () => {
    const Prefer = 'status=500';
    expect(await send('GET', '/v1/risks', { headers: { Prefer } })).toMatchObject({
      status: 500,
      body: { success: false, error: 'Failed to fetch risks' },
    });
    const problem = await send('GET', '/v1/policies', { accept: 'application/problem+json', headers: { Prefer } });
    expect(problem.headers.get('content-type')).toBe('application/problem+json');
    expect(problem).toMatchObject({ status: 500, body: { type: '/problems/internal_error', status: 500, code: 'internal_error' } });
  });
  test('status with example answers another of its errors', async () => {
    const { body } = await send('GET', '/v1/policies', { headers: { Prefer: 'status=403, example=key_without_owner' } });
    expect(body).toMatchObject({ success: false, code: 'key_without_owner' });
  });
  test.each([
    ['status=418', 'status is one of 400, 401,'],
    ['status=200', 'status is an error from 400 to 599'],
    ['status=403; example=none', 'example is one of missing_permission,'],
    ['example=none', 'example is for an error, together with status'],
    ['delay=soon', 'delay is a number of milliseconds from 0 to 60000'],
  ])('400 for %s', async (preference, message) => {
    const { status, body } = await send('GET', '/v1/policies', { headers: { Prefer: preference } });
    expect([status, body.details.Prefer._errors[0]]).toEqual([400, expect.stringContaining(message)]);
  });
  test('other preferences are ignored, and pages may send the header', async () => {
    expect(await sendWithKey('GET', '/v1/risks?limit=1', { headers: { Prefer: 'return=minimal' } })).toMatchObject({ status: 200 });
    const { headers } = await send('OPTIONS', '/v1/risks', {
      headers: { Origin: 'http://localhost:5173', 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'prefer' },
    });
    expect(headers.get('access-control-allow-headers')).toContain('Prefer');
    const refused = await send('GET', '/v1/risks', { headers: { Origin: 'http://localhost:5173', Prefer: 'status=500' } });
    expect(refused.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  });
});

describe('clock', () => {
  test('moves the time of the service and of its database, starts what is due, and goes back with a reset', async () => {
    const before = await stateOf();
    const dueBy = new Date(Date.parse(before.now) + 400 * 86_400_000).toISOString();
    const listPublished = async () => {
      const { body } = await sendWithKey('GET', '/v1/policies?status=published&limit=100');
      const policies: { readonly id: string; readonly reviewDate: string | null }[] = body.data;
      return policies.filter(({ reviewDate }) => reviewDate !== null && reviewDate < dueBy);
    };
    const [due] = await listPublished();
    expect(due).toBeDefined();
    const { now } = await stateOf('POST', '/_sandbox/clock', { now: dueBy });
    expect(now >= dueBy).toBe(true);
    // The schedule marks policies whose review is due.
    expect(await listPublished()).toEqual([]);
    expect(await sendWithKey('GET', `/v1/policies/${due?.id}`)).toMatchObject({ body: { status: 'needs_review' } });
    const { body: created, headers } = await sendWithKey('POST', '/v1/risks', { body: newRisk });
    expect(created.data.createdAt >= dueBy).toBe(true);
    expect(new Date(headers.get('date') ?? '').getTime()).toBeGreaterThanOrEqual(Date.parse(dueBy) - 1000);
    const { body: log } = await sendWithKey('GET', '/v1/audit-logs?limit=1');
    expect(log.data[0].timestamp >= dueBy).toBe(true);
    const advanced = await stateOf('POST', '/_sandbox/clock', { advance: 'P1D' });
    expect(Date.parse(advanced.now) - Date.parse(now)).toBeGreaterThanOrEqual(86_400_000);
    const [owner] = before.sessions;
    expect(
      await send('GET', '/v1/organization', { bearer: owner?.token ?? '', headers: { 'X-Organization-Id': before.organizationId } }),
    ).toMatchObject({ status: 200 });
    const after = await stateOf('POST', '/_sandbox/reset');
    expect(after.now < dueBy).toBe(true);
    expect((await listPublished()).map(({ id }) => id)).toContain(due?.id);
  }, 600_000);
  test.each([
    [{}, 'now'],
    [{ now: '2030-01-01T00:00:00Z', advance: 'P1D' }, 'now'],
    [{ now: 'tomorrow' }, 'now'],
    [{ now: '2020-01-01T00:00:00Z' }, 'now'],
    [{ now: '2200-01-01T00:00:00Z' }, 'now'],
    [{ advance: '30D' }, 'advance'],
  ])('400 for %j', async (body, field) => {
    const answer = await send('POST', '/_sandbox/clock', { body });
    expect(answer, answer.text).toMatchObject({ status: 400, body: { details: { [field]: { _errors: [expect.any(String)] } } } });
  });
  test.each([
    ['2027-01-31T10:00:00.000Z', 'P1M', '2027-02-28T10:00:00.000Z'],
    ['2028-02-29T10:00:00.000Z', 'P1Y', '2029-02-28T10:00:00.000Z'],
    ['2027-01-31T10:00:00.000Z', 'P1W2DT3H4M5S', '2027-02-09T13:04:05.000Z'],
    ['2027-01-31T10:00:00.000Z', 'PT36H', '2027-02-01T22:00:00.000Z'],
  ])('%s and %s is %s', (from, advance, to) => {
    expect(newTimeFrom({ advance }, new Date(from)).toISOString()).toBe(to);
  });
  test.each(['P', 'PT', 'P1', 'P1DT', '-P1D', 'P1.5D', 30])('%s is no duration', (advance) => {
    expect(() => newTimeFrom({ advance }, new Date())).toThrow('Validation failed');
  });
});

test('the requests in the README are answered', async () => {
  const readme = readFileSync('README.md', 'utf8');
  const lines = readme.split('\n').filter((line) => /^ +curl .*localhost:4020/.test(line));
  const { apiKey } = await stateOf();
  const statuses: unknown[] = [];
  for (const line of lines) {
    const command = line.replace('http://localhost:4020', base).replace('<the printed key>', apiKey);
    const curl = spawn('sh', ['-c', `${command} -s -o /dev/null -w '%{http_code}'`]);
    statuses.push(await text(curl.stdout));
  }
  await stateOf('POST', '/_sandbox/reset');
  expect(statuses).toEqual(['200', '200', '200', '503']);
});

describe('start', () => {
  async function failureOf(env: Record<string, string>) {
    const failing = start(env);
    onTestFinished(() => void failing.kill('SIGKILL'));
    let errors = '';
    failing.stderr?.on('data', (part) => {
      errors += String(part);
    });
    const [code]: unknown[] = await once(failing, 'close');
    return { code, said: errors };
  }
  test('the sandbox listens on this machine only', async () => {
    expect(await failureOf({ HOST: '0.0.0.0' })).toEqual({
      code: 1,
      said: 'HOST must be one of 127.0.0.1, localhost, ::1 for the sandbox, not "0.0.0.0"\n',
    });
  });
  test('the sandbox does not start on a port that is in use', async () => {
    const portHolder = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void portHolder.close());
    await once(portHolder, 'listening');
    const address = portHolder.address();
    const port = String(typeof address === 'object' ? address?.port : address);
    expect(await failureOf({ SANDBOX_PORT: port })).toEqual({ code: 1, said: `SANDBOX_PORT ${port} is taken on 127.0.0.1\n` });
  });
});
