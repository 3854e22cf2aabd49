/** Tests the log lines for requests, starts and stops, and that the service keeps working when nobody reads its log. */
import { Writable } from 'node:stream';
import http from 'node:http';
import { expect, test } from 'vitest';
import { LineWriter } from '#platform/log/line-writer';
import { call } from '../support/app.ts';
import { type Process, startServer, temporaryFolder } from '../support/process.ts';
import { prepare } from './engines.ts';
import { connect } from './wire.ts';

interface LogLine {
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
    .map((line): LogLine => JSON.parse(line));
const requestLines = ({ said }: Process) => linesIn(said.out);

test('each request has one line, with the id and the trace of the client, and without secrets', async () => {
  const {
    env,
    organization: { key, id: organizationId },
  } = await prepare('embedded', temporaryFolder());
  const server = await startServer({ ...env, LOG_LEVEL: 'info' });
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const tracedAnswer = await call(server.url, 'GET', '/v1/risks?search=whatsought&limit=1', {
    key,
    headers: { 'X-Request-Id': 'proxy-17/a', traceparent: `00-${trace}-00f067aa0ba902b7-01` },
  });
  expect(tracedAnswer.headers.get('x-request-id')).toBe('proxy-17/a');
  const risk = { title: 'Laptop theft', description: 'whatwritten', category: 'technology' };
  const createAnswer = await call(server.url, 'POST', '/v1/risks', { key, body: risk });
  const rejectedAnswer = await call(server.url, 'GET', '/v1/risks/rsk_1?token=tokensent', { bearer: 'sessionsent' });
  const unknownAnswer = await call(server.url, 'GET', '/pathsent', { headers: { 'X-Request-Id': 'not an id', traceparent: '00-0-0-01' } });
  const page = await call(server.url, 'GET', '/docs/', {});
  const probe = await call(server.url, 'GET', '/healthz', {});
  const wire = connect(server.url);
  await wire.say(`GET /v1/controls HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`);
  await wire.ended;
  await expect.poll(() => requestLines(server)).toHaveLength(6);
  const linesFor = (requestId: string | null) => requestLines(server).filter((one) => one.requestId === requestId);

  expect(linesFor('proxy-17/a')).toEqual([
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
  expect(linesFor(createAnswer.headers.get('x-request-id'))).toMatchObject([
    { operation: 'createRisk', method: 'POST', status: 201, organizationId, credential: 'key' },
  ]);
  expect(linesFor(rejectedAnswer.headers.get('x-request-id'))).toEqual([
    expect.objectContaining({ operation: 'getRisk', status: 401, credential: 'none' }),
  ]);
  expect(linesFor(unknownAnswer.headers.get('x-request-id'))).toEqual([expect.objectContaining({ operation: 'none', status: 404 })]);
  expect(unknownAnswer.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{24}$/);
  expect(linesFor(unknownAnswer.headers.get('x-request-id'))[0]).not.toHaveProperty('traceId');
  expect(linesFor(page.headers.get('x-request-id'))).toMatchObject([{ operation: '/docs', status: 200 }]);
  expect(linesFor(probe.headers.get('x-request-id'))).toEqual([]);
  expect(requestLines(server).find(({ operation }) => operation === 'listControls')?.bytes).toBe(wire.heard.length);
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

test('a request whose client has disconnected is logged as aborted', async () => {
  const { env, organization } = await prepare('embedded', temporaryFolder());
  const server = await startServer({ ...env, LOG_LEVEL: 'info' });
  const wire = connect(server.url);
  await wire.say(
    `POST /v1/risks HTTP/1.1\r\nHost: a\r\nX-API-Key: ${organization.key}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
  );
  await expect.poll(() => call(server.url, 'GET', '/v1/risks', { key: organization.key })).toMatchObject({ status: 200 });
  await wire.destroy();
  await expect.poll(() => requestLines(server)).toContainEqual(expect.objectContaining({ operation: 'createRisk', aborted: true }));
  expect(await server.stop('SIGTERM')).toBe(0);
});

test('200 while nobody reads the log, which later reports the number of dropped lines; the process exits with 0 on SIGTERM', async () => {
  const { env } = await prepare('embedded', temporaryFolder());
  const server = await startServer({ ...env, LOG_LEVEL: 'debug' });
  server.child.stdout.pause();
  server.child.stderr.pause();
  const agent = new http.Agent({ keepAlive: true });
  // The id has the maximum length, so that fewer lines fill the pipe.
  const headers = { 'X-Request-Id': 'x'.repeat(128) };
  const ask = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      http
        .get(server.url + path, { agent, headers }, (response) => response.resume().on('end', () => resolve(response.statusCode)))
        .on('error', reject);
    });
  // Error lines fill the pipe of standard error.
  for (let n = 0; n < 600; n += 1) {
    const wire = connect(server.url);
    await wire.say(`rubbish ${'x'.repeat(200)}\r\n\r\n`).catch(() => undefined);
    await wire.ended;
  }
  // Request lines fill the pipe of standard output and the buffer for waiting lines.
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
    .poll(() => requestLines(server).find(({ dropped }) => dropped !== undefined))
    .toMatchObject({ level: 40, dropped: expect.any(Number) });
  const droppedCount = requestLines(server).reduce((sum, { dropped }) => sum + Number(dropped ?? 0), 0);
  expect(requestLines(server).filter(({ msg }) => msg === 'request')).toHaveLength(6_000 - droppedCount);

  server.child.stdout.pause();
  server.child.stderr.pause();
  expect(await server.stop('SIGTERM').catch(() => undefined)).toBe(0);
});

test('200 once nobody can read the log any more', async () => {
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

test('lines are buffered up to a limit and then dropped, and a line with the number of dropped lines precedes the next lines', () => {
  const writtenTexts: string[] = [];
  let continueWriting: (() => void) | undefined;
  const stream = new Writable({
    decodeStrings: false,
    highWaterMark: 1,
    write(text: string, _encoding, finishWrite) {
      writtenTexts.push(text);
      continueWriting = finishWrite;
    },
  });
  const lines = new LineWriter(stream, 0);
  const longLine = `${'x'.repeat(9_999)}\n`;
  for (let n = 0; n < 200; n += 1) lines.write(longLine);
  const keptCount = Math.floor(1_048_576 / longLine.length);
  while (continueWriting) {
    const finishWrite = continueWriting;
    continueWriting = undefined;
    finishWrite();
  }
  const text = writtenTexts.join('');
  expect(text.split('\n').filter((one) => one.startsWith('x'))).toHaveLength(keptCount);
  expect(linesIn(text)).toMatchObject([{ dropped: 200 - keptCount }]);
  lines.write('after\n');
  expect(writtenTexts.at(-1)).toBe('after\n');
});
