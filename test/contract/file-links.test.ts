/** Signed links below /files/: parts of files (RFC 9110, 14), and the use of links by pages of other origins (CORS). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#platform/database/open';
import type { Ports } from '#platform/ports/index';
import { call, listenOn, openTestDatabase, testConfig } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { newOrganization, type TestOrganization } from '../support/organization.ts';
import { type Store, startStore } from '../support/s3.ts';
import { presign } from '../support/uploads.ts';

const page = 'https://app.example.com';
const text = '0123456789';
let database: Database;
let store: Store;
let organization: TestOrganization;
const servers = new Map<string, { readonly base: string; readonly ports: Ports }>();
beforeAll(async () => {
  [database, store] = await Promise.all([openTestDatabase(), startStore()]);
  organization = await newOrganization(database);
  const CORS_ORIGINS = page;
  servers.set('local files', await listenOn(database, testConfig({ CORS_ORIGINS })));
  servers.set('S3', await listenOn(database, testConfig({ CORS_ORIGINS, ...store.env })));
});
afterAll(async () => {
  await database.close();
  await store.close();
});

/** Stores a file. @returns functions that request its link, and replace it */
async function withLink(storage: string, name = `${Math.random()}.txt`) {
  const { base, ports } = servers.get(storage) ?? { base: '' };
  if (!ports) throw new Error(`no server with ${storage}`);
  const key = `${organization.id}/downloads/${name}`;
  const put = (content: string) => ports.files.put(key, Buffer.from(content));
  await put(text);
  const { pathname, search } = new URL(ports.files.link(key, 60, { name: 'a.txt', type: 'text/plain', inline: true }));
  const attachment = new URL(ports.files.link(key, 60, { name: 'a.txt', type: 'text/plain' }));
  return {
    put,
    ask: (headers: Readonly<Record<string, string>>, method = 'GET') => call(base, method, pathname + search, { headers }),
    askForDownload: (headers: Readonly<Record<string, string>>) => call(base, 'GET', attachment.pathname + attachment.search, { headers }),
  };
}

describe.each(['local files', 'S3'])('%s', (storage) => {
  test('206 for one part, 416 for none, and 200 for everything else', async () => {
    const { ask } = await withLink(storage);
    for (const [range, status, contentRange, content] of [
      ['bytes=0-0', 206, 'bytes 0-0/10', '0'],
      ['bytes=3-5', 206, 'bytes 3-5/10', '345'],
      ['Bytes=7-', 206, 'bytes 7-9/10', '789'],
      ['bytes=-2', 206, 'bytes 8-9/10', '89'],
      ['bytes=-99', 206, 'bytes 0-9/10', text],
      ['bytes=8-99', 206, 'bytes 8-9/10', '89'],
      ['bytes=10-', 416, 'bytes */10', undefined],
      ['bytes=-0', 416, 'bytes */10', undefined],
      ['bytes=0-1,4-5', 200, null, text],
      ['bytes=5-3x', 200, null, text],
      ['lines=50-', 200, null, text],
      ['', 200, null, text],
    ] as const) {
      const answer = await ask({ Range: range });
      expect([answer.status, answer.headers.get('content-range')], range).toEqual([status, contentRange]);
      if (content === undefined) expect(answer.body, range).toMatchObject({ code: 'range_not_satisfiable', size: 10 });
      else expect([answer.text, answer.headers.get('content-length')], range).toEqual([content, String(content.length)]);
    }
  });
  test('the ETag identifies the content for If-Range and If-None-Match', async () => {
    const { ask, put } = await withLink(storage);
    const whole = await ask({});
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    expect(await ask({ Range: 'bytes=0-1', 'If-Range': etag })).toMatchObject({ status: 206, text: '01' });
    for (const condition of [`W/${etag}`, '"other"', 'Wed, 21 Oct 2026 07:28:00 GMT'])
      expect(await ask({ Range: 'bytes=0-1', 'If-Range': condition }), condition).toMatchObject({ status: 200, text });
    expect(await ask({ 'If-None-Match': etag })).toMatchObject({ status: 304, text: '' });
    await put('another text');
    expect(await ask({ Range: 'bytes=0-1', 'If-Range': etag })).toMatchObject({ status: 200, text: 'another text' });
    expect(await ask({ 'If-None-Match': etag })).toMatchObject({ status: 200 });
  });
  test('HEAD describes the whole file, also with Range', async () => {
    const { ask } = await withLink(storage);
    const { status, headers } = await ask({ Range: 'bytes=0-1' }, 'HEAD');
    expect([status, headers.get('content-length'), headers.get('accept-ranges')]).toEqual([200, '10', 'bytes']);
  });
  test('a page of an allowed origin can download, a page of another origin cannot', async () => {
    const { ask, askForDownload } = await withLink(storage);
    for (const answer of [await ask({ Origin: page, Range: 'bytes=0-1' }), await askForDownload({ Origin: page, Range: 'bytes=0-1' })]) {
      expect(answer).toMatchObject({ status: 206, text: '01' });
      expect(answer.headers.get('access-control-allow-origin')).toBe(page);
      for (const header of ['Content-Disposition', 'ETag', 'Content-Range', 'Accept-Ranges', 'Retry-After', 'X-Request-Id'])
        expect(answer.headers.get('access-control-expose-headers')?.split(','), header).toContain(header);
    }
    expect((await ask({ Origin: 'https://evil.example.org' })).headers.get('access-control-allow-origin')).toBeNull();
    expect((await ask({})).headers.get('vary')).toContain('Origin');
  });
});

test('a bucket serves downloads itself, except to the scripts of pages, whose redirected requests it would refuse', async () => {
  const { askForDownload } = await withLink('S3');
  expect(await askForDownload({})).toMatchObject({ status: 302 });
  expect(await askForDownload({ Origin: page })).toMatchObject({ status: 200, text });
});
test('204 for the preflight of a download with Range, and of an upload', async () => {
  const { base } = servers.get('local files') ?? { base: '' };
  const { ask } = await withLink('local files');
  const preflight = (method: string, headers: string) => ({
    Origin: page,
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': headers,
  });
  const { uploadUrl } = await presign((method, url, options) => call(base, method, url, { key: organization.key, ...options }));
  const { pathname, search } = new URL(uploadUrl);
  for (const [{ status, headers }, method, header] of [
    [await ask(preflight('GET', 'range'), 'OPTIONS'), 'GET', 'Range'],
    [await call(base, 'OPTIONS', pathname + search, { headers: preflight('PUT', 'content-type') }), 'PUT', 'Content-Type'],
  ] as const) {
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, page]);
    expect(headers.get('access-control-allow-methods')?.split(',')).toContain(method);
    expect(headers.get('access-control-allow-headers')?.split(',')).toContain(header);
  }
  const sent = await call(base, 'PUT', pathname + search, { raw: text, type: 'text/plain', headers: { Origin: page } });
  expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([200, page]);
});
test('204 with Allow for OPTIONS of a link that is no preflight', async () => {
  const { ask } = await withLink('local files');
  const { status, headers } = await ask({}, 'OPTIONS');
  expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
});
test('pages may send every header that the contract names, and read every header that it declares', async () => {
  const { ask } = await withLink('local files');
  const { headers } = await ask({ Origin: page, 'Access-Control-Request-Method': 'GET' }, 'OPTIONS');
  const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(',') ?? [];
  const parameters = contract.flatMap((operation) =>
    operation.parameters.flatMap(({ in: place, name }) => (place === 'header' ? [name] : [])),
  );
  expect(parameters).toContain('X-Organization-Id');
  expect(parameters.filter((name) => !allowed.includes(name.toLowerCase()))).toEqual([]);
  const readable = await ask({ Origin: page });
  const exposed = readable.headers.get('access-control-expose-headers')?.toLowerCase().split(',') ?? [];
  // Scripts can read the first two by default, and browsers act on the others themselves.
  const withoutExposure = ['cache-control', 'content-length', 'content-security-policy', 'x-content-type-options'];
  const declared = contract.flatMap(({ responses }) => responses.flatMap(({ answer }) => Object.keys(answer.headers ?? {})));
  expect(declared.filter((name) => ![...exposed, ...withoutExposure].includes(name.toLowerCase()))).toEqual([]);
});
