/** Answers are compressed if the client accepts it and it is worthwhile, and state what they depend on. */
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

/** Returns the bytes as sent. */
async function ask(path: string, accepted: string | undefined, headers: Record<string, string> = {}) {
  const request = http.get(new URL(path, app.base), {
    headers: { 'X-API-Key': caller.organization.key, ...(accepted !== undefined && { 'Accept-Encoding': accepted }), ...headers },
  });
  const [response]: http.IncomingMessage[] = await once(request, 'response');
  const bytes = Buffer.concat((await response?.toArray()) ?? []);
  return { status: response?.statusCode, headers: response?.headers ?? {}, bytes };
}
const plain = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes } as const;

describe.each(['/v1/risks', '/openapi.json', '/docs/docs.js', '/docs/redoc.standalone.js'])('%s', (path) => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['*', 'br'],
    ['deflate', 'identity'],
    ['identity', 'identity'],
    [undefined, 'identity'],
  ] as const)('Accept-Encoding %s gets %s', async (accepted, coding) => {
    const [answer, whole] = [await ask(path, accepted), await ask(path, undefined)];
    expect(answer.headers).toMatchObject({
      vary: expect.stringContaining('Accept-Encoding'),
      'content-length': String(answer.bytes.length),
    });
    expect(answer.headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding);
    // Vitest's comparison of megabytes takes so long that the idle connection is closed.
    expect(plain[coding](answer.bytes).equals(whole.bytes)).toBe(true);
    if (coding !== 'identity') expect(answer.bytes.length).toBeLessThan(whole.bytes.length / 1.5);
  });
});

test('small and streamed answers are not compressed', async () => {
  for (const path of ['/v1/risks/stats', '/healthz', '/v1/audit-logs/export']) {
    const { status, headers } = await ask(path, 'br, gzip');
    expect(status, path).toBe(200);
    expect(headers['content-encoding'], path).toBeUndefined();
  }
});
test('304 for the contract and a record that the client has, whatever its compression was', async () => {
  const [{ id }] = (await caller.call('GET', '/v1/risks')).body.data;
  for (const path of ['/openapi.json', `/v1/risks/${id}`])
    for (const accepted of ['br', 'gzip', undefined]) {
      const { headers } = await ask(path, accepted);
      const again = await ask(path, accepted, { 'If-None-Match': String(headers.etag) });
      expect(again, path).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
    }
});
test('the contract has no superfluous spaces', async () => {
  const { bytes } = await ask('/openapi.json', undefined);
  expect(bytes.toString()).toBe(JSON.stringify(JSON.parse(bytes.toString())));
});
