/** Clients that hang, disconnect, or send no valid HTTP get the right answer and do not affect other clients. */
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
/** Number of clients: more than the pool has connections, and more than an organization may have concurrent writes. */
const clientCount = 15;

describe.each(engines)('%s', (engine) => {
  test('201 at once for the next write, whatever the previous clients did, and no warning in the log', async () => {
    const entryCount = 1_200;
    const {
      env,
      organization: { key },
      end,
    } = await prepare(engine, temporaryFolder(), (database, { id }) =>
      writeEntries(
        database,
        id,
        Array.from({ length: entryCount }, (_, n) => ({ entityId: `rsk_${n}`, description: 'x'.repeat(6_000) })),
      ),
    );
    const server = await startServer({ ...env, LOG_LEVEL: 'warn' });
    const body = JSON.stringify(risk);
    const head = (length: number | 'chunked') =>
      `POST /v1/risks HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n${length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`}\r\n\r\n`;
    const connectAll = async (send: (wire: Wire, n: number) => Promise<unknown>, maxCharacters?: number) => {
      const wires = Array.from({ length: clientCount }, () => connect(server.url, maxCharacters));
      await Promise.all(wires.map(send));
      return wires;
    };
    let writtenCount = 0;
    const expectServiceWorks = async () => {
      expect(
        await call(server.url, 'POST', '/v1/risks', { key, body: risk, headers: { 'Idempotency-Key': `service ${(writtenCount += 1)}` } }),
      ).toMatchObject({ status: 201 });
      expect(await call(server.url, 'GET', '/v1/risks?limit=1', { key })).toMatchObject({ status: 200 });
    };

    // These clients hang at different places: within the headers, before the body, and within the body.
    const hangingWires = [
      ...(await connectAll((wire) => wire.say('POST /v1/risks HTTP/1.1\r\nHost: a\r\nX-API'))),
      ...(await connectAll((wire) => wire.say(head(body.length)))),
      ...(await connectAll((wire, n) => wire.say(head(body.length) + body.slice(0, 1 + n)))),
      ...(await connectAll((wire) => wire.say(`${head('chunked')}5\r\n{"tit`))),
    ];
    await expectServiceWorks();
    // A slow client still gets its answer.
    const [slowWire] = await connectAll((wire, n) => (n === 0 ? wire.say(head(body.length) + body.slice(0, 10)) : Promise.resolve()));
    for (const letter of body.slice(10)) await slowWire?.say(letter);
    await expect.poll(() => lastAnswer(slowWire?.heard ?? '').status).toBe(201);
    await Promise.all(hangingWires.map((wire) => wire.destroy()));
    await expectServiceWorks();

    // These clients disconnect before the answer.
    await Promise.all((await connectAll((wire) => wire.say(head(body.length) + body))).map((wire) => wire.destroy()));
    await expectServiceWorks();

    // These clients stop reading a download that is longer than the socket buffers, and then disconnect.
    const downloads = await connectAll(
      (wire) => wire.say(`GET /v1/audit-logs/export HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`),
      10_000,
    );
    for (const wire of downloads) await expect.poll(() => wire.heard.length, { interval: 5 }).toBeGreaterThan(10_000);
    await expectServiceWorks();
    await Promise.all(downloads.map((wire) => wire.destroy()));
    await expectServiceWorks();
    expect(
      downloads.some(({ heard }) => heard.includes('\r\n0\r\n\r\n')),
      'a download that came to its end',
    ).toBe(false);

    // The requests of disconnected clients may have been executed or not, but none is incomplete. The server stops at once.
    const rows = (await call(server.url, 'GET', '/v1/risks', { key })).body.data;
    expect(rows.length).toBeGreaterThanOrEqual(writtenCount + 1);
    expect((await call(server.url, 'GET', '/v1/audit-logs/verification', { key })).body).toMatchObject({
      intact: true,
      headSequence: entryCount + rows.length,
    });
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(server.logged(40)).toEqual([]);
    await end();
  });
});

test('400 and 431 in the error envelope for invalid HTTP, with a request id that the log contains, and the connection ends', async () => {
  const {
    env,
    organization: { key },
  } = await prepare('embedded', temporaryFolder());
  const server = await startServer({ ...env, LOG_LEVEL: 'debug' });
  const request = (headers: string) =>
    `POST /v1/risks HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n${headers}\r\n`;
  const body = JSON.stringify(risk);
  const [malformed, tooLong] = [
    [400, 'Malformed request', 'malformed_request'],
    [431, 'Request headers too large', 'headers_too_large'],
  ] as const;
  const cases: [sentText: string, expected: readonly [status: number, error: string, code: string], earlierStatuses?: number[]][] = [
    ['rubbish\r\n\r\n', malformed],
    ['GET /v1/risks HTTP/9.9\r\nHost: a\r\n\r\n', malformed],
    ['GET /v1/risks HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n', malformed],
    ['\x16\x03\x01\x02\x00\x01\x00\x01', malformed],
    [request('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n'), malformed],
    [`${request('Transfer-Encoding: chunked\r\n')}5\r\n{"tit\r\nnot a length\r\n`, malformed],
    [`GET /v1/risks HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, tooLong],
    // The client is still sending when it gets the answer.
    [`GET /v1/risks?${'x'.repeat(2_000_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, tooLong],
    // The previous request on the same connection was valid, and is answered first.
    [`${request(`Content-Length: ${body.length}\r\n`)}${body}rubbish\r\n\r\n`, malformed, [201]],
  ];
  for (const [sentText, [status, error, code], earlierStatuses = []] of cases) {
    const wire = connect(server.url);
    await wire.say(sentText).catch(() => undefined);
    await wire.ended;
    expect(
      [...wire.heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code)),
      sentText.slice(0, 100),
    ).toEqual([...earlierStatuses, status]);
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

test('400 for a missing, repeated or invalid host, 417 for an unknown expectation, 501 for an unknown transfer coding', async () => {
  const {
    env,
    organization: { key },
  } = await prepare('embedded', temporaryFolder());
  const server = await startServer({ ...env, LOG_LEVEL: 'warn' });
  const wrongHost = (message: string, code: string, params = {}) => ({
    success: false,
    error: 'Validation failed',
    code: 'validation_failed',
    details: { Host: { _errors: [message], _codes: [{ code, params }], in: 'header' } },
  });
  const expectedHost = 'a host name or an IP address, with an optional port';
  const notOneHost = wrongHost('must be sent once', 'not_allowed');
  const invalidHost = wrongHost(`must be ${expectedHost}`, 'invalid_format', { expected: [expectedHost] });
  const cases: (readonly [headers: string, status: number, body: object])[] = [
    ['', 400, notOneHost],
    ['Host: a\r\nHost: a\r\n', 400, notOneHost],
    ['Host: a\r\nHOST: b\r\n', 400, notOneHost],
    ...['a b', 'a/b', 'a@b', 'a:b', '[::1', '%zz', 'a"'].map((name) => [`Host: ${name}\r\n`, 400, invalidHost] as const),
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
      // The prescribed errors of risks have no code.
      const { code: _code, ...prescribed }: { code?: string } = { ...body };
      expect(answer, path + headers).toMatchObject({ status });
      expect(answer.body, path + headers).toEqual(path === '/v1/risks' ? prescribed : body);
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
  const http10Wire = connect(server.url);
  await http10Wire.say(`GET /v1/risks HTTP/1.0\r\nX-API-Key: ${key}\r\n\r\n`);
  await http10Wire.ended;
  expect(lastAnswer(http10Wire.heard).status).toBe(200);
  expect(server.logged(40)).toEqual([]);
  expect(await server.stop('SIGTERM')).toBe(0);
});

test('413 at the size limit for an endless body, compressed or not, and the connection ends', async () => {
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
    let sentBytes = 0;
    // The client sends until the server closes the connection.
    const sending = (async () => {
      for (; ; sentBytes += part.length) {
        await wire.say(`${part.length.toString(16)}\r\n`);
        await wire.say(part);
        await wire.say('\r\n');
      }
    })().catch(() => undefined);
    await wire.ended;
    await sending;
    expect(lastAnswer(wire.heard)).toMatchObject({ status: 413, body: { success: false, error: 'Request body too large' } });
    // The limit is 1 MiB; the server discards 32 MiB more, and the socket buffers of both sides hold the rest.
    expect(sentBytes).toBeLessThan(54_000_000);
  }
  expect(await server.stop('SIGTERM')).toBe(0);
});

test('413 for clients that send everything before they read, as browsers do, and 200 for the next request on the connection', async () => {
  const {
    env,
    organization: { key },
  } = await prepare('embedded', temporaryFolder());
  const server = await startServer({ ...env, LOG_LEVEL: 'warn' });
  const body = Buffer.alloc(24 * 1024 * 1024, '1');
  for (const [framing, bodyParts] of [
    [`Content-Length: ${body.length}\r\n`, [body]],
    ['Transfer-Encoding: chunked\r\n', [`${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n']],
  ] as const) {
    const wire = connect(server.url);
    await wire.say(`POST /v1/risks HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n${framing}\r\n`);
    for (const part of bodyParts) await wire.say(part);
    expect(lastAnswer(wire.heard)).toMatchObject({ status: 413 });
    await wire.say('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await wire.ended;
    expect(lastAnswer(wire.heard)).toMatchObject({ status: 200 });
  }
  expect(await server.stop('SIGTERM')).toBe(0);
});

test('408 in the error envelope for a request that never ends', async () => {
  const server = http.createServer({ headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 });
  answerMalformed(server, pino({ level: 'silent' }));
  // The handler reads the body, like the service.
  server.on('request', (req) => void req.resume());
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  for (const incompleteRequest of ['GET /v1/risks HTTP/1.1\r\nHo', 'POST /v1/risks HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n{']) {
    const wire = connect(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    await wire.say(incompleteRequest);
    await wire.ended;
    expect(lastAnswer(wire.heard), incompleteRequest).toMatchObject({
      status: 408,
      body: { success: false, error: 'The request took too long to arrive', code: 'request_timeout' },
    });
  }
});
