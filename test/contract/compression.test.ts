/** Answers are compressed if the client accepts that and it saves bytes. Their `Vary` header names `Accept-Encoding`. */
import { once } from 'node:events';
import http from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { startApp, type Caller } from '../support/app.ts';
import { risk } from '../support/risks.ts';

const app = startApp();
let caller: Caller;
beforeAll(async () => {
  caller = await app.caller();
  for (let n = 0; n < 5; n += 1) await caller.call('POST', '/v1/risks', { body: risk });
});

/** @returns the body as the server sent it, without decompression */
async function ask(path: string, acceptEncoding: string | undefined, headers: Record<string, string> = {}) {
  const request = http.get(new URL(path, app.base), {
    headers: {
      'X-API-Key': caller.organization.key,
      ...(acceptEncoding !== undefined && { 'Accept-Encoding': acceptEncoding }),
      ...headers,
    },
  });
  const [response]: http.IncomingMessage[] = await once(request, 'response');
  const bytes = Buffer.concat((await response?.toArray()) ?? []);
  return { status: response?.statusCode, headers: response?.headers ?? {}, bytes };
}
const decompress = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes } as const;

describe.each(['/v1/risks', '/openapi.json', '/docs/docs.js', '/docs/redoc.standalone.js'])('%s', (path) => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['gzip, br;q=0.1', 'gzip'],
    ['gzip;q=0.8, br;q=0.8', 'br'],
    ['identity, gzip;q=0.5', 'identity'],
    ['gzip;q=0', 'identity'],
    ['identity;q=0, gzip', 'gzip'],
    ['*;q=0, gzip;q=0.001', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['identity;q=0', 'identity'],
    ['*;q=0', 'identity'],
    ['*', 'br'],
    ['deflate', 'identity'],
    ['identity', 'identity'],
    [undefined, 'identity'],
  ] as const)('Accept-Encoding %s is answered with the coding %s', async (acceptEncoding, coding) => {
    const [answer, uncompressed] = [await ask(path, acceptEncoding), await ask(path, undefined)];
    expect(answer.headers).toMatchObject({
      vary: expect.stringContaining('Accept-Encoding'),
      'content-length': String(answer.bytes.length),
    });
    expect(answer.headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding);
    // Vitest's comparison of megabytes takes so long that the idle connection is closed.
    expect(decompress[coding](answer.bytes).equals(uncompressed.bytes)).toBe(true);
    if (coding !== 'identity') expect(answer.bytes.length).toBeLessThan(uncompressed.bytes.length / 1.5);
  });
});

test('a small answer is compressed only for a client that refuses it uncompressed', async () => {
  for (const [acceptEncoding, coding] of [
    ['gzip;q=0.5, identity;q=0.1', undefined],
    ['identity;q=0, gzip', 'gzip'],
    ['*;q=0, br', 'br'],
  ] as const) {
    const { headers, bytes } = await ask('/v1/risks/stats', acceptEncoding);
    expect(headers).toMatchObject({ vary: expect.stringContaining('Accept-Encoding') });
    expect(headers['content-encoding'], acceptEncoding).toBe(coding);
    expect(JSON.parse(decompress[coding ?? 'identity'](bytes).toString())).toMatchObject({ total: 5 });
  }
});
test('small and streamed answers are not compressed', async () => {
  for (const path of ['/v1/risks/stats', '/healthz', '/v1/audit-logs/export']) {
    const { status, headers } = await ask(path, 'br, gzip');
    expect(status, path).toBe(200);
    expect(headers['content-encoding'], path).toBeUndefined();
  }
});
test('304 for the ETag of the contract or a record, whatever the compression of the answer that had the ETag', async () => {
  const [{ id }] = (await caller.call('GET', '/v1/risks')).body.data;
  for (const path of ['/openapi.json', `/v1/risks/${id}`])
    for (const acceptEncoding of ['br', 'gzip', undefined]) {
      const { headers } = await ask(path, acceptEncoding);
      const repeated = await ask(path, acceptEncoding, { 'If-None-Match': String(headers.etag) });
      expect(repeated, path).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
    }
});
test('the contract is served as compact JSON', async () => {
  const { bytes } = await ask('/openapi.json', undefined);
  expect(bytes.toString()).toBe(JSON.stringify(JSON.parse(bytes.toString())));
});
