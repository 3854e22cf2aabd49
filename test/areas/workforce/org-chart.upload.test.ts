/** Uploading a file as the organization chart. */
import { expect, test } from 'vitest';
import { type Caller, startApp } from '../../support/app.ts';
import { lastEntry } from '../../support/people.ts';
import { uploaded } from '../../support/uploads.ts';

const app = startApp();
const url = '/v1/org-chart/upload';
const files: Readonly<Record<string, Buffer<ArrayBuffer>>> = {
  'image/png': Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
  'image/jpeg': Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  'image/gif': Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  'image/webp': Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
  'image/svg+xml': Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'),
  'image/bmp': Buffer.from('424d1e000000000000001a0000000c000000010001000100180000000000', 'hex'),
  'image/tiff': Buffer.from('49492a0008000000', 'hex'),
  'application/pdf': Buffer.from('%PDF-1.4\n%%EOF\n'),
};
const png = files['image/png'] ?? Buffer.alloc(0);
const upload = ({ call }: Pick<Caller, 'call'>, bytes: Buffer, fileType: string, fileName = 'chart') =>
  call('POST', url, { body: { fileName, fileType, fileData: bytes.toString('base64') } });
const fetchLink = (link: string) => fetch(link.replace(/^https?:\/\/[^/]+/, app.base));
async function storedKeys({ organization: { id } }: Pick<Caller, 'organization'>) {
  const keys: string[] = [];
  for await (const { key } of app.ports.files.list(id)) keys.push(key);
  return keys.filter((key) => key.includes('/org-chart/'));
}

test.each(Object.entries(files))(
  '201 returns a link to a file of the type %s; an SVG is served as a download (rules 9 and 10)',
  async (type, bytes) => {
    const caller = await app.caller();
    const answer = await upload(caller, bytes, type);
    expect(answer, answer.text).toMatchObject({ status: 201, body: { type: 'uploaded', nodes: [], edges: [] } });
    expect(answer.headers.get('location')).toBe('/v1/org-chart');
    const served = await fetchLink(answer.body.signedImageUrl);
    expect([served.status, served.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
    expect(served.headers.get('content-disposition')).toMatch(type === 'image/svg+xml' ? /^attachment/ : /^inline/);
    expect(Buffer.from(await served.arrayBuffer())).toEqual(bytes);
    const secondsLeft = Number(new URL(answer.body.signedImageUrl).searchParams.get('expires')) - Date.now() / 1000;
    expect(secondsLeft > 890 && secondsLeft <= 900).toBe(true);
  },
);
test('201 replaces a drawn chart and keeps its name; drawing a chart removes the uploaded file (rules 1, 8 and 11)', async () => {
  const caller = await app.caller();
  const { call, organization } = caller;
  const drawnChart = (await call('PUT', '/v1/org-chart', { body: { name: 'Us', nodes: [{ id: 'a' }], edges: [] } })).body;
  const first = await upload(caller, png, 'image/png', 'Us & them.png');
  expect(first.body).toMatchObject({ id: drawnChart.id, name: 'Us', type: 'uploaded', nodes: [] });
  expect(await lastEntry(app.database, organization)).toMatchObject({
    entity_type: 'organization',
    entity_id: drawnChart.id,
    description: 'Uploaded organization chart [via API key "test"]',
    data: { changes: { nodes: { previous: 1, current: 0 }, fileName: { previous: null, current: 'Us & them.png' } } },
  });
  const [key = ''] = await storedKeys(caller);
  expect(key).toMatch(new RegExp(`^${organization.id}/org-chart/\\d{13}-[0-9a-f]{32}-Us___them\\.png$`));
  await upload(caller, png, 'image/png', 'second.png');
  expect(await storedKeys(caller)).toEqual([expect.stringMatching(/second\.png$/)]);
  expect((await call('PUT', '/v1/org-chart', { body: { nodes: [], edges: [] } })).body).toMatchObject({
    type: 'interactive',
    signedImageUrl: null,
  });
  expect(await storedKeys(caller)).toEqual([]);
});
test('201 accepts the key of an upload; 204 on delete removes the file', async () => {
  const caller = await app.caller();
  const fileKey = await uploaded(app.base, caller.call, new Uint8Array(png));
  const { status } = await caller.call('POST', url, { body: { fileName: 'chart.png', fileType: ' Image/PNG; a=b', fileKey } });
  expect(status).toBe(201);
  expect(await storedKeys(caller)).toHaveLength(1);
  expect((await caller.call('DELETE', '/v1/org-chart')).status).toBe(204);
  expect(await storedKeys(caller)).toEqual([]);
});
test('304 although each response has a newly signed link', async () => {
  const caller = await app.caller();
  await upload(caller, png, 'image/png');
  const etag = (await caller.call('GET', '/v1/org-chart')).headers.get('etag') ?? '';
  expect((await caller.call('GET', '/v1/org-chart', { headers: { 'If-None-Match': etag } })).status).toBe(304);
});
test.each([
  ['neither data nor key', {}],
  ['both data and key', { fileData: 'AAAA', fileKey: 'a/uploads/general/b' }],
  ['data that is not base64', { fileData: 'no base64!' }],
  ['an empty file', { fileData: '' }],
  ['a key of another organization', { fileKey: 'org_000000000000000000000000/uploads/general/1-a.png' }],
])('400 for %s', async (_case, fields) => {
  const { call } = await app.caller();
  expect((await call('POST', url, { body: { fileName: 'a.png', fileType: 'image/png', ...fields } })).status).toBe(400);
});
test('413 for an upload with more than 100 MiB, before it is read (rule 9)', async () => {
  const { call } = await app.caller();
  const fileKey = await uploaded(app.base, call, new Uint8Array(png));
  await app.database.system
    .updateTable('upload')
    .set({ size: 100 * 1024 * 1024 + 1 })
    .where('file_key', '=', fileKey)
    .execute();
  expect(await call('POST', url, { body: { fileName: 'a.png', fileType: 'image/png', fileKey } })).toMatchObject({
    status: 413,
    body: { code: 'file_too_large' },
  });
});
test.each(['image/x-icon', 'text/html', 'application/zip'])('415 for the type %s (rule 9)', async (type) => {
  expect(await upload(await app.caller(), png, type)).toMatchObject({ status: 415, body: { code: 'file_type_not_allowed' } });
});
test.each(Object.keys(files).map((type) => [type, type === 'image/gif' ? 'image/png' : 'image/gif']))(
  '422 for content that is not %s, and the earlier chart stays (rules 9 and 11)',
  async (type, otherType) => {
    const caller = await app.caller();
    await upload(caller, png, 'image/png', 'first.png');
    expect(await upload(caller, files[otherType] ?? png, type)).toMatchObject({ status: 422, body: { code: 'file_type_mismatch' } });
    expect(await storedKeys(caller)).toEqual([expect.stringMatching(/first\.png$/)]);
  },
);
test('422 for an SVG with a script (rule 10)', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect(await upload(await app.caller(), svg, 'image/svg+xml')).toMatchObject({ status: 422, body: { code: 'file_has_active_content' } });
});
