/** What the log tells of requests, of start and stop, and what becomes of the service when nobody reads it. */
import { Writable } from 'node:stream';
import http from 'node:http';
import { expect, test } from 'vitest';
import { LineWriter } from '#platform/log/line-writer';
import { call } from '../support/app.ts';
import { type Process, startServer, temporaryFolder } from '../support/process.ts';
import { prepare } from './engines.ts';
import { connect } from './wire.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly requestId?: string;
  readonly operation?: string;
  readonly [name: string]: unknown;
}
const linesIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): Line => JSON.parse(line));
const messages = ({ said }: Process) => linesIn(said.out);

test('each request has one line, by the id and the trace that its sender gave it, and without anything secret', async () => {
  const {
    env,
    organization: { key, id: organizationId },
  } = await prepare('embedded', temporaryFolder());
  const server = await startServer({ ...env, LOG_LEVEL: 'info' });
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const asked = await call(server.url, 'GET', '/v1/risks?search=whatsought&limit=1', {
    key,
    headers: { 'X-Request-Id': 'proxy-17/a', traceparent: `00-${trace}-00f067aa0ba902b7-01` },
  });
  expect(asked.headers.get('x-request-id')).toBe('proxy-17/a');
  const risk = { title: 'Laptop theft', description: 'whatwritten', category: 'technology' };
  const created = await call(server.url, 'POST', '/v1/risks', { key, body: risk });
  const refused = await call(server.url, 'GET', '/v1/risks/rsk_1?token=tokensent', { bearer: 'sessionsent' });
  const unknown = await call(server.url, 'GET', '/pathsent', { headers: { 'X-Request-Id': 'not an id', traceparent: '00-0-0-01' } });
  const page = await call(server.url, 'GET', '/docs/', {});
  const probe = await call(server.url, 'GET', '/healthz', {});
  const wire = connect(server.url);
  await wire.say(`GET /v1/controls HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`);
  await wire.ended;
  await expect.poll(() => messages(server)).toHaveLength(6);
  const line = (requestId: string | null) => messages(server).filter((one) => one.requestId === requestId);

  expect(line('proxy-17/a')).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      requestId: 'proxy-17/a',
      traceId: trace,
      method: 'GET',
      operation: 'listRisks',
      status: 200,
      durationMs: expect.any(Number),
      bytes: expect.any(Number),
      organizationId,
      credential: 'key',
      msg: 'request',
    },
  ]);
  expect(line(created.headers.get('x-request-id'))).toMatchObject([
    { operation: 'createRisk', method: 'POST', status: 201, organizationId, credential: 'key' },
  ]);
  expect(line(refused.headers.get('x-request-id'))).toEqual([
    expect.objectContaining({ operation: 'getRisk', status: 401, credential: 'none' }),
  ]);
  expect(line(unknown.headers.get('x-request-id'))).toEqual([expect.objectContaining({ operation: 'none', status: 404 })]);
  expect(unknown.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{24}$/);
  expect(line(unknown.headers.get('x-request-id'))[0]).not.toHaveProperty('traceId');
  expect(line(page.headers.get('x-request-id'))).toMatchObject([{ operation: '/docs', status: 200 }]);
  expect(line(probe.headers.get('x-request-id'))).toEqual([]);
  expect(messages(server).find(({ operation }) => operation === 'listControls')?.bytes).toBe(wire.heard.length);
  for (const secret of [key, 'whatsought', 'whatwritten', 'tokensent', 'sessionsent', 'pathsent'])
    expect(server.said.out.slice(server.said.out.indexOf('{')), secret).not.toContain(secret);

  expect(await server.stop('SIGTERM')).toBe(0);
  expect(linesIn(server.said.err)).toMatchObject([
    { msg: 'starting', version: expect.stringMatching(/^\d+\.\d+\.\d+/), node: process.version, pid: server.pid, engine: 'embedded' },
    { msg: 'ready', url: server.url },
    { msg: 'stopping', drainDelay: 0 },
    { msg: 'stopped' },
  ]);
});

test('a request that its client has left has a line that says so', async () => {
  const { env, organization } = await prepare('embedded', temporaryFolder());
  const server = await startServer({ ...env, LOG_LEVEL: 'info' });
  const wire = connect(server.url);
  await wire.say(
    `POST /v1/risks HTTP/1.1\r\nHost: a\r\nX-API-Key: ${organization.key}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
  );
  await expect.poll(() => call(server.url, 'GET', '/v1/risks', { key: organization.key })).toMatchObject({ status: 200 });
  await wire.destroy();
  await expect.poll(() => messages(server)).toContainEqual(expect.objectContaining({ operation: 'createRisk', aborted: true }));
  expect(await server.stop('SIGTERM')).toBe(0);
});

test('200 as ever while nobody reads the log, which says afterwards how many lines are missing; and SIGTERM ends it with 0', async () => {
  const { env } = await prepare('embedded', temporaryFolder());
  const server = await startServer({ ...env, LOG_LEVEL: 'debug' });
  server.child.stdout.pause();
  server.child.stderr.pause();
  const agent = new http.Agent({ keepAlive: true });
  // As long as it may be, so that fewer lines are enough.
  const headers = { 'X-Request-Id': 'x'.repeat(128) };
  const ask = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      http
        .get(server.url + path, { agent, headers }, (response) => response.resume().on('end', () => resolve(response.statusCode)))
        .on('error', reject);
    });
  // Lines of errors fill the pipe of standard error, …
  for (let n = 0; n < 600; n += 1) {
    const wire = connect(server.url);
    await wire.say(`rubbish ${'x'.repeat(200)}\r\n\r\n`).catch(() => undefined);
    await wire.ended;
  }
  // … and those of requests that of standard output, and all that may wait for it.
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let n = 0; n < 300; n += 1) expect(await ask('/healthz')).toBe(200);
    }),
  );
  agent.destroy();
  expect(server.said.out.length).toBeLessThan(1_000_000);
  server.child.stdout.resume();
  server.child.stderr.resume();
  await expect
    .poll(() => messages(server).find(({ dropped }) => dropped !== undefined))
    .toMatchObject({ level: 40, dropped: expect.any(Number) });
  const missing = messages(server).reduce((sum, { dropped }) => sum + Number(dropped ?? 0), 0);
  expect(messages(server).filter(({ msg }) => msg === 'request')).toHaveLength(6_000 - missing);

  server.child.stdout.pause();
  server.child.stderr.pause();
  expect(await server.stop('SIGTERM').catch(() => undefined)).toBe(0);
});

test('200 as ever once nobody can read the log any more', async () => {
  const server = await startServer({ ...(await prepare('embedded', temporaryFolder())).env, LOG_LEVEL: 'debug' });
  server.child.stdout.destroy();
  server.child.stderr.destroy();
  for (let n = 0; n < 20; n += 1) {
    const wire = connect(server.url);
    await wire.say('rubbish\r\n\r\n').catch(() => undefined);
    await wire.ended;
    expect(await call(server.url, 'GET', '/docs/', {})).toMatchObject({ status: 200 });
  }
  expect(await server.stop('SIGTERM')).toBe(0);
});

test('lines wait for a stream up to a limit, are dropped beyond it, and the next ones come after a line that says so', () => {
  const taken: string[] = [];
  let go: (() => void) | undefined;
  const stream = new Writable({
    decodeStrings: false,
    highWaterMark: 1,
    write(text: string, _encoding, done) {
      taken.push(text);
      go = done;
    },
  });
  const lines = new LineWriter(stream, 0);
  const line = `${'x'.repeat(9_999)}\n`;
  for (let n = 0; n < 200; n += 1) lines.write(line);
  const kept = Math.floor(1_048_576 / line.length);
  while (go) {
    const done = go;
    go = undefined;
    done();
  }
  const text = taken.join('');
  expect(text.split('\n').filter((one) => one.startsWith('x'))).toHaveLength(kept);
  expect(linesIn(text)).toMatchObject([{ dropped: 200 - kept }]);
  lines.write('after\n');
  expect(taken.at(-1)).toBe('after\n');
});
