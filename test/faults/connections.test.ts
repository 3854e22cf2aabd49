/** Clients that hang, go away, or speak no HTTP: each gets what it is owed, and nobody else notices. */
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answerMalformed } from '#contract/malformed';
import { call } from '../support/app.ts';
import { writeEntries } from '../support/audit.ts';
import { startServer, temporaryFolder } from '../support/process.ts';
import { engines, prepare } from './engines.ts';
import { connect, lastAnswer, type Wire } from './wire.ts';

const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };
/** More than any pool has connections, or any organization turns to write. */
const many = 15;

describe.each(engines)('%s', (engine) => {
  test('201 at once for the next write, whatever became of the clients before; and nothing in the log', async () => {
    const lines = 1_200;
    const {
      env,
      organization: { key },
      end,
    } = await prepare(engine, temporaryFolder(), (database, { id }) =>
      writeEntries(
        database,
        id,
        Array.from({ length: lines }, (_, n) => ({ entityId: `rsk_${n}`, description: 'x'.repeat(6_000) })),
      ),
    );
    const server = await startServer({ ...env, LOG_LEVEL: 'warn' });
    const body = JSON.stringify(risk);
    const head = (length: number | 'chunked') =>
      `POST /v1/risks HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n${length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`}\r\n\r\n`;
    const each = async (say: (wire: Wire, n: number) => Promise<unknown>, enough?: number) => {
      const wires = Array.from({ length: many }, () => connect(server.url, enough));
      await Promise.all(wires.map(say));
      return wires;
    };
    let written = 0;
    const expectService = async () => {
      expect(
        await call(server.url, 'POST', '/v1/risks', { key, body: risk, headers: { 'Idempotency-Key': `service ${(written += 1)}` } }),
      ).toMatchObject({ status: 201 });
      expect(await call(server.url, 'GET', '/v1/risks?limit=1', { key })).toMatchObject({ status: 200 });
    };

    // Hanging, each at another place: in the head, before the body, within it.
    const hanging = [
      ...(await each((wire) => wire.say('POST /v1/risks HTTP/1.1\r\nHost: a\r\nX-API'))),
      ...(await each((wire) => wire.say(head(body.length)))),
      ...(await each((wire, n) => wire.say(head(body.length) + body.slice(0, 1 + n)))),
      ...(await each((wire) => wire.say(`${head('chunked')}5\r\n{"tit`))),
    ];
    await expectService();
    // A slow one is no lost one.
    const [slow] = await each((wire, n) => (n === 0 ? wire.say(head(body.length) + body.slice(0, 10)) : Promise.resolve()));
    for (const letter of body.slice(10)) await slow?.say(letter);
    await expect.poll(() => lastAnswer(slow?.heard ?? '').status).toBe(201);
    await Promise.all(hanging.map((wire) => wire.destroy()));
    await expectService();

    // Gone before the answer.
    await Promise.all((await each((wire) => wire.say(head(body.length) + body))).map((wire) => wire.destroy()));
    await expectService();

    // Stuck in the middle of a download that is longer than what the sockets hold; then gone.
    const downloads = await each((wire) => wire.say(`GET /v1/audit-logs/export HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`), 10_000);
    for (const wire of downloads) await expect.poll(() => wire.heard.length, { interval: 5 }).toBeGreaterThan(10_000);
    await expectService();
    await Promise.all(downloads.map((wire) => wire.destroy()));
    await expectService();
    expect(
      downloads.some(({ heard }) => heard.includes('\r\n0\r\n\r\n')),
      'a download that came to its end',
    ).toBe(false);

    // Who went away may have been heard or not, but nothing is half done; then everything ends at once.
    const rows = (await call(server.url, 'GET', '/v1/risks', { key })).body.data;
    expect(rows.length).toBeGreaterThanOrEqual(written + 1);
    expect((await call(server.url, 'GET', '/v1/audit-logs/verification', { key })).body).toMatchObject({
      intact: true,
      headSequence: lines + rows.length,
    });
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(server.logged(40)).toEqual([]);
    await end();
  });
});

test('400 and 431 in the envelope for what is no HTTP, with a request id that the log has, and the end of the connection', async () => {
  const {
    env,
    organization: { key },
  } = await prepare('embedded', temporaryFolder());
  const server = await startServer({ ...env, LOG_LEVEL: 'debug' });
  const request = (headers: string) =>
    `POST /v1/risks HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n${headers}\r\n`;
  const body = JSON.stringify(risk);
  const [malformed, long] = [
    [400, 'Malformed request', 'malformed_request'],
    [431, 'Request headers too large', 'headers_too_large'],
  ] as const;
  const cases: [sent: string, expected: readonly [status: number, error: string, code: string], before?: number[]][] = [
    ['rubbish\r\n\r\n', malformed],
    ['GET /v1/risks HTTP/9.9\r\nHost: a\r\n\r\n', malformed],
    ['GET /v1/risks HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n', malformed],
    ['\x16\x03\x01\x02\x00\x01\x00\x01', malformed],
    [request('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n'), malformed],
    [`${request('Transfer-Encoding: chunked\r\n')}5\r\n{"tit\r\nnot a length\r\n`, malformed],
    [`GET /v1/risks HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, long],
    // It is still sending when it is answered.
    [`GET /v1/risks?${'x'.repeat(2_000_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, long],
    // What came before on the same connection was good, and is answered first.
    [`${request(`Content-Length: ${body.length}\r\n`)}${body}rubbish\r\n\r\n`, malformed, [201]],
  ];
  for (const [sent, [status, error, code], before = []] of cases) {
    const wire = connect(server.url);
    await wire.say(sent).catch(() => undefined);
    await wire.ended;
    expect(
      [...wire.heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code)),
      sent.slice(0, 100),
    ).toEqual([...before, status]);
    const { headers, ...answer } = lastAnswer(wire.heard);
    expect(answer).toEqual({ status, body: { success: false, error, code } });
    expect(Object.fromEntries(headers)).toEqual({
      connection: 'close',
      'content-type': 'application/json',
      'content-length': String(JSON.stringify(answer.body).length),
      'x-request-id': expect.stringMatching(/^req_[0-9a-f]{24}$/),
    });
    expect(server.logged(20).filter(({ requestId }) => requestId === headers.get('x-request-id'))).toHaveLength(1);
  }
  expect(await call(server.url, 'GET', '/v1/risks?limit=1', { key })).toMatchObject({ status: 200 });
  expect(server.logged(40)).toEqual([]);
  expect(server.said.err, "what was sent is nobody's to read in the log").not.toContain(key);
  expect(server.said.err).not.toContain([...Buffer.from(key)].join(','));
  expect(await server.stop('SIGTERM')).toBe(0);
});

test('400, 417 and 501 in the envelope for a request without one host, with a host that is none, with an unknown expectation or transfer coding', async () => {
  const {
    env,
    organization: { key },
  } = await prepare('embedded', temporaryFolder());
  const server = await startServer({ ...env, LOG_LEVEL: 'warn' });
  const wrongHost = (message: string) => ({
    success: false,
    error: 'Validation failed',
    code: 'validation_failed',
    details: { Host: { _errors: [message] } },
  });
  const hosts = wrongHost('must be sent once');
  const noHost = wrongHost('must be a host name or an IP address, with an optional port');
  const cases: (readonly [headers: string, status: number, body: object])[] = [
    ['', 400, hosts],
    ['Host: a\r\nHost: a\r\n', 400, hosts],
    ['Host: a\r\nHOST: b\r\n', 400, hosts],
    ...['a b', 'a/b', 'a@b', 'a:b', '[::1', '%zz', 'a"'].map((name) => [`Host: ${name}\r\n`, 400, noHost] as const),
    ['Host: a\r\nExpect: the worst\r\n', 417, { success: false, error: 'Expectation failed', code: 'expectation_failed' }],
    [
      'Host: a\r\nTransfer-Encoding: gzip, chunked\r\n',
      501,
      { success: false, error: 'Transfer coding not supported', code: 'transfer_coding_not_supported' },
    ],
  ];
  for (const [headers, status, body] of cases)
    for (const path of ['/v1/risks', '/healthz', '/nowhere']) {
      const wire = connect(server.url);
      await wire.say(`GET ${path} HTTP/1.1\r\nX-API-Key: ${key}\r\nConnection: close\r\n${headers}\r\n`);
      await wire.ended;
      const answer = lastAnswer(wire.heard);
      // What is given of risks has no code.
      const { code: _code, ...given }: { code?: string } = { ...body };
      expect(answer, path + headers).toMatchObject({ status });
      expect(answer.body, path + headers).toEqual(path === '/v1/risks' ? given : body);
      expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{24}$/);
      expect(answer.headers.get('content-type')).toBe('application/json');
    }
  for (const name of ['', 'a_b.example.com:', '127.0.0.1:3000', '[::1]:3000']) {
    const wire = connect(server.url);
    await wire.say(`GET /healthz HTTP/1.1\r\nConnection: close\r\nHost: ${name}\r\n\r\n`);
    await wire.ended;
    expect(lastAnswer(wire.heard).status, name).toBe(200);
  }
  for (const path of ['/v1/roles#top', '/healthz#', '/v1/roles?limit=1#top']) {
    const wire = connect(server.url);
    await wire.say(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-API-Key: ${key}\r\n\r\n`);
    await wire.ended;
    expect(lastAnswer(wire.heard), path).toMatchObject({
      status: 400,
      body: { error: 'Validation failed', details: { _errors: ['the address must not contain a #'] } },
    });
  }
  const old = connect(server.url);
  await old.say(`GET /v1/risks HTTP/1.0\r\nX-API-Key: ${key}\r\n\r\n`);
  await old.ended;
  expect(lastAnswer(old.heard).status).toBe(200);
  expect(server.logged(40)).toEqual([]);
  expect(await server.stop('SIGTERM')).toBe(0);
});

test('413 at the limit of a body without end, packed or not, and the end of the connection', async () => {
  const {
    env,
    organization: { key },
  } = await prepare('embedded', temporaryFolder());
  const server = await startServer({ ...env, LOG_LEVEL: 'warn' });
  const zeros = Buffer.alloc(65_536);
  for (const [coding, part] of [
    ['', zeros],
    ['Content-Encoding: gzip\r\n', gzipSync(zeros, { level: 0 })],
  ] as const) {
    const wire = connect(server.url);
    await wire.say(
      `POST /v1/risks HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n${coding}\r\n`,
    );
    let sent = 0;
    // Until it is not listened to any longer.
    const saying = (async () => {
      for (; ; sent += part.length) {
        await wire.say(`${part.length.toString(16)}\r\n`);
        await wire.say(part);
        await wire.say('\r\n');
      }
    })().catch(() => undefined);
    await wire.ended;
    await saying;
    expect(lastAnswer(wire.heard)).toMatchObject({ status: 413, body: { success: false, error: 'Request body too large' } });
    // The limit is 1 MiB; 32 MiB are thrown away, and the rest is what the sockets of both sides hold.
    expect(sent).toBeLessThan(54_000_000);
  }
  expect(await server.stop('SIGTERM')).toBe(0);
});

test('413 for who reads only after everything was sent, as browsers do, and 200 for what follows on the connection', async () => {
  const {
    env,
    organization: { key },
  } = await prepare('embedded', temporaryFolder());
  const server = await startServer({ ...env, LOG_LEVEL: 'warn' });
  const body = Buffer.alloc(24 * 1024 * 1024, '1');
  for (const [framing, all] of [
    [`Content-Length: ${body.length}\r\n`, [body]],
    ['Transfer-Encoding: chunked\r\n', [`${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n']],
  ] as const) {
    const wire = connect(server.url);
    await wire.say(`POST /v1/risks HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n${framing}\r\n`);
    for (const part of all) await wire.say(part);
    expect(lastAnswer(wire.heard)).toMatchObject({ status: 413 });
    await wire.say('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await wire.ended;
    expect(lastAnswer(wire.heard)).toMatchObject({ status: 200 });
  }
  expect(await server.stop('SIGTERM')).toBe(0);
});

test('408 in the envelope for a request that never ends', async () => {
  const server = http.createServer({ headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 });
  answerMalformed(server, pino({ level: 'silent' }));
  // Like the service while it waits for a body.
  server.on('request', (req) => void req.resume());
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  for (const begun of ['GET /v1/risks HTTP/1.1\r\nHo', 'POST /v1/risks HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n{']) {
    const wire = connect(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    await wire.say(begun);
    await wire.ended;
    expect(lastAnswer(wire.heard), begun).toMatchObject({
      status: 408,
      body: { success: false, error: 'The request took too long to arrive', code: 'request_timeout' },
    });
  }
});
