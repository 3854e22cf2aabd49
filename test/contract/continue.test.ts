/** `Expect: 100-continue` (RFC 9110, 10.1.1): the server answers 100 only if it reads the body. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type Listener } from '#contract/listener';
import type { Database } from '#platform/database/open';
import { logAt } from '#platform/log';
import { portsFrom } from '#platform/ports/index';
import { createApp } from '../../server/app.ts';
import { connect, lastAnswer } from '../faults/wire.ts';
import { call, openTestDatabase, testConfig } from '../support/app.ts';
import { newApiKey, newOrganization, type TestOrganization } from '../support/organization.ts';
import { presign } from '../support/uploads.ts';

const interim = 'HTTP/1.1 100 Continue\r\n\r\n';
const risk = JSON.stringify({ title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' });
const maxFileBytes = 104_857_600;

let database: Database;
let listener: Listener;
let organization: TestOrganization;
beforeAll(async () => {
  database = await openTestDatabase();
  const config = testConfig({ HOST: '127.0.0.1', PORT: '0' });
  const log = logAt('fatal');
  listener = await listen(config, log);
  listener.serve(createApp(database, config, await portsFrom(config), log).app);
  organization = await newOrganization(database);
});
afterAll(async () => {
  await listener.drain(1_000);
  await database.close();
});

/** Sends a request without its body. */
async function announce(line: string, headers: readonly string[]) {
  const wire = connect(listener.url);
  await wire.say([`${line} HTTP/1.1`, 'Host: a', 'Expect: 100-continue', ...headers, '', ''].join('\r\n'));
  return wire;
}
const jsonOf = (length: number) => ['Content-Type: application/json', `Content-Length: ${length}`];
/** @returns the target of an upload's bytes */
async function uploadTarget(): Promise<string> {
  const { uploadUrl } = await presign((method, url, options) => call(listener.url, method, url, { key: organization.key, ...options }));
  const { pathname, search } = new URL(uploadUrl);
  return pathname + search;
}

test('the final answer alone for a request that is refused whatever its body is, and the connection ends', async () => {
  const ownKey = `X-API-Key: ${organization.key}`;
  const scopedKey = `X-API-Key: ${(await newApiKey(database, organization.id, { scopes: ['risk:read'] })).key}`;
  const target = await uploadTarget();
  const bytes = `Content-Length: ${maxFileBytes}`;
  const cases: readonly (readonly [status: number, line: string, headers: readonly string[]])[] = [
    [401, 'POST /v1/risks', jsonOf(100)],
    [401, 'POST /v1/risks', ['X-API-Key: wrong', 'Content-Type: application/json', 'Transfer-Encoding: chunked']],
    [403, 'POST /v1/risks', [scopedKey, ...jsonOf(100)]],
    [403, 'POST /v1/risks', [ownKey, 'Origin: https://evil.example.org', ...jsonOf(100)]],
    [413, 'POST /v1/risks', [ownKey, ...jsonOf(2_000_000)]],
    [415, 'POST /v1/risks', [ownKey, 'Content-Type: text/plain', 'Content-Length: 100']],
    [400, 'DELETE /v1/risks/rsk_1', [ownKey, ...jsonOf(100)]],
    [404, 'POST /v1/nothing', [ownKey, ...jsonOf(100)]],
    [405, 'PUT /v1/risks', [ownKey, ...jsonOf(100)]],
    [403, `PUT ${target.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))}`, [bytes]],
    [400, `PUT ${target.replace(/&signature=.*/, '')}`, [bytes]],
    [413, `PUT ${target}`, [`Content-Length: ${maxFileBytes + 1}`]],
    [415, `PUT ${target}`, ['Content-Encoding: gzip', bytes]],
  ];
  for (const [status, line, headers] of cases) {
    const wire = await announce(line, headers);
    await wire.ended;
    expect(wire.heard, `${line} ${headers.join()}`).toMatch(/^HTTP\/1\.1 [45]/);
    expect(lastAnswer(wire.heard), line).toMatchObject({ status, body: { success: false } });
    expect(lastAnswer(wire.heard).headers.get('connection'), line).toBe('close');
  }
});

test('100 before the body of a request that may succeed, and then its answer on a connection that stays open', async () => {
  const ownKey = `X-API-Key: ${organization.key}`;
  const packedRisk = gzipSync(risk);
  const file = 'the minutes';
  const target = await uploadTarget();
  const cases: readonly (readonly [status: number, line: string, headers: readonly string[], body: string | Uint8Array])[] = [
    [201, 'POST /v1/risks', [ownKey, ...jsonOf(risk.length)], risk],
    [201, 'POST /v1/risks', [ownKey, 'Content-Encoding: gzip', ...jsonOf(packedRisk.length)], packedRisk],
    [400, 'POST /v1/risks', [ownKey, ...jsonOf(2)], '{}'],
    [200, `PUT ${target}`, [`Content-Length: ${file.length}`], file],
    [400, `PUT ${target}`, ['Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ];
  for (const [status, line, headers, body] of cases) {
    const wire = await announce(line, headers);
    await expect.poll(() => wire.heard, { message: line }).toBe(interim);
    await wire.say(body);
    await expect.poll(() => lastAnswer(wire.heard).status, { message: line }).toBe(status);
    await wire.say('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await wire.ended;
    expect(wire.heard.match(/HTTP\/1\.1 \d+/g), line).toEqual(['HTTP/1.1 100', `HTTP/1.1 ${status}`, 'HTTP/1.1 200']);
  }
});

test('100 for a form of a page, which is read outside the contract', async () => {
  const body = 'name=Sam';
  const wire = await announce('POST /letters/none', ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`]);
  await expect.poll(() => wire.heard).toBe(interim);
  await wire.say(body);
  await expect.poll(() => lastAnswer(wire.heard).status).toBe(404);
});

test('a client that sends its body without waiting gets the answer', async () => {
  const wire = await announce('POST /v1/risks', [`X-API-Key: ${organization.key}`, 'Connection: close', ...jsonOf(risk.length)]);
  await wire.say(risk);
  await wire.ended;
  expect(lastAnswer(wire.heard).status).toBe(201);
});
