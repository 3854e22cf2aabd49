/** Uploading, replacing and deleting the logo. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sanitizeSvg } from '#documents/images/sanitize-svg';
import { type Caller, startApp } from '../../support/app.ts';
import { uploaded } from '../../support/uploads.ts';

const app = startApp();
const url = '/v1/organization/logo';
const files = {
  png: {
    fileName: 'quill.png',
    fileType: 'image/png',
    bytes: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
  },
  jpeg: { fileName: 'quill.jpeg', fileType: 'image/jpeg', bytes: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex') },
  webp: {
    fileName: 'quill.webp',
    fileType: 'image/webp',
    bytes: Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
  },
  gif: {
    fileName: 'quill.gif',
    fileType: 'image/gif',
    bytes: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  },
  svg: {
    fileName: 'quill.svg',
    fileType: 'image/svg+xml',
    bytes: Buffer.from(
      '<?xml version="1.0"?>\n<!-- drawn by hand --><!DOCTYPE svg PUBLIC "a" "b" [<!ENTITY c "d">]>\n<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>',
    ),
  },
};
type File = (typeof files)[keyof typeof files];

const upload = ({ call }: Caller, { bytes, ...file }: File, fields: object = {}) =>
  call('POST', url, { body: { ...file, fileData: bytes.toString('base64'), ...fields } });
const svg = (text: string): File => ({ ...files.svg, bytes: Buffer.from(text) });
/** Fetches a signed link from the test server. */
const fetchLink = (link: string) => fetch(link.replace(/^https?:\/\/[^/]+/, app.base));
async function keyOf({ organization: { id } }: Caller) {
  return (await app.database.system.selectFrom('organization').select('logo_key').where('id', '=', id).executeTakeFirstOrThrow()).logo_key;
}
async function storedKeysOf({ organization: { id } }: Caller) {
  const keys: string[] = [];
  for await (const { key } of app.ports.files.list(id)) keys.push(key);
  return keys;
}
const entriesOf = ({ organization: { id } }: Caller) =>
  app.database.system
    .selectFrom('audit_entry')
    .select(['entity_type', 'entity_id', 'description', 'data'])
    .where('organization_id', '=', id)
    .orderBy('sequence')
    .execute();

test.each(Object.keys(files))('201 returns a link to the %s, which the organization returns, too', async (name) => {
  const file = Object.entries(files).find(([key]) => key === name)?.[1] ?? files.png;
  const caller = await app.caller();
  const answer = await upload(caller, file);
  expect(answer).toMatchObject({ status: 201, body: { logoUrl: expect.stringMatching(/expires=\d+&signature=/) } });
  expect(answer.headers.get('location')).toBe('/v1/organization');
  for (const link of [answer.body.logoUrl, (await caller.call('GET', '/v1/organization')).body.logoUrl]) {
    const served = await fetchLink(link);
    expect([served.status, served.headers.get('content-type')?.split(';')[0]]).toEqual([200, file.fileType]);
    // An SVG is stored without its unsafe parts.
    const storedContent = name === 'svg' ? Buffer.from(sanitizeSvg(file.bytes.toString()) ?? '') : file.bytes;
    expect(Buffer.from(await served.arrayBuffer())).toEqual(storedContent);
    const secondsLeft = Number(new URL(link).searchParams.get('expires')) - Date.now() / 1000;
    expect(secondsLeft).toBeGreaterThan(3590);
    expect(secondsLeft).toBeLessThanOrEqual(3600);
  }
});
test('201 stores an SVG without elements that load or run anything (rule 13)', async () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg"><style>@import url(//example.com/a.css)</style><foreignObject><p>x</p></foreignObject>' +
    '<image href="https://example.com/pixel.png"/><a href="https://example.com"><path d="M0 0"/></a><animate attributeName="href"/></svg>';
  const { body } = await upload(await app.caller(), svg(drawing));
  const storedContent = await (await fetchLink(body.logoUrl)).text();
  expect(storedContent).toContain('<path d="M0 0">');
  expect(storedContent).not.toMatch(/example\.com|foreignObject|animate|@import/);
});
test('201 stores the file under the organization, with time, safe name and the extension of its type', async () => {
  const caller = await app.caller();
  const names: [string, File, RegExp][] = [
    ['  ../../Quill & Söhne.PNG ', files.png, /^\d{13}-[0-9a-f]{32}-__\.\._Quill___S_hne\.PNG$/],
    ['quill', files.jpeg, /^\d{13}-[0-9a-f]{32}-quill\.jpg$/],
    ['quill.svg', files.png, /^\d{13}-[0-9a-f]{32}-quill\.svg\.png$/],
  ];
  for (const [fileName, file, namePattern] of names) {
    const before = Date.now();
    expect((await upload(caller, file, { fileName })).status).toBe(201);
    const [organizationId, folder, name = ''] = (await keyOf(caller))?.split('/') ?? [];
    expect([organizationId, folder]).toEqual([caller.organization.id, 'logo']);
    expect(name).toMatch(namePattern);
    expect(Number(name.slice(0, 13))).toBeGreaterThanOrEqual(before);
  }
});
test('201 replaces a logo and removes the earlier file', async () => {
  const caller = await app.caller();
  await upload(caller, files.png);
  const earlierKey = (await keyOf(caller)) ?? '';
  expect(await app.ports.files.size(earlierKey)).toBe(files.png.bytes.length);
  await upload(caller, files.gif);
  const newKey = (await keyOf(caller)) ?? '';
  expect(await app.ports.files.size(earlierKey)).toBeUndefined();
  expect(await app.ports.files.size(newKey)).toBe(files.gif.bytes.length);
});
test('201 for concurrent uploads, and the file of the resulting logo is stored', async () => {
  const caller = await app.caller();
  const answers = await Promise.all([files.png, files.gif, files.png, files.gif, files.png].map((file) => upload(caller, file)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect(await app.ports.files.size((await keyOf(caller)) ?? '')).toBeGreaterThan(0);
});
test('201 for a type in other letter case and with parameters', async () => {
  expect((await upload(await app.caller(), files.svg, { fileType: ' Image/SVG+XML; charset=utf-8' })).status).toBe(201);
});
test('201 accepts the key of an upload', async () => {
  const caller = await app.caller();
  const fileKey = await uploaded(app.base, caller.call, files.png.bytes);
  const { status, body } = await caller.call('POST', url, { body: { fileName: 'quill.png', fileType: 'image/png', fileKey } });
  expect(status).toBe(201);
  expect(Buffer.from(await (await fetchLink(body.logoUrl)).arrayBuffer())).toEqual(files.png.bytes);
  expect(await keyOf(caller)).not.toBe(fileKey);
});

const { bytes: _bytes, ...png } = files.png;
test.each([
  ['neither data nor key', { ...png }, { _errors: ['must have exactly one of: fileData, fileKey'] }],
  [
    'both data and key',
    { ...png, fileData: 'AAAA', fileKey: 'a/uploads/general/b' },
    { _errors: [expect.stringContaining('exactly one')] },
  ],
  ['an empty file', { ...png, fileData: '' }, { fileData: { _errors: ['must have at least 1 character'] } }],
  ['data that is no base64', { ...png, fileData: 'no base64!' }, { fileData: { _errors: ['must be base64'] } }],
  ['data with a line break', { ...png, fileData: 'AAAA\nAAAA' }, { fileData: { _errors: ['must be base64'] } }],
  ['data without its padding', { ...png, fileData: 'AAA' }, { fileData: { _errors: ['must be base64'] } }],
  ['a data URL', { ...png, fileData: 'data:image/png;base64,AAAA' }, { fileData: { _errors: ['must be base64'] } }],
  ['no name', { fileType: 'image/png', fileData: 'AAAA' }, { fileName: { _errors: ['is required'] } }],
  ['a blank name', { ...png, fileName: ' ', fileData: 'AAAA' }, { fileName: { _errors: ['must not be blank'] } }],
  ['no type', { fileName: 'a', fileData: 'AAAA' }, { fileType: { _errors: ['is required'] } }],
])('400 for %s', async (_case, body, details) => {
  const { call } = await app.caller();
  const answer = await call('POST', url, { body });
  expect(answer).toMatchObject({ status: 400, body: { error: 'Validation failed' } });
  expect(answer.body.details).toMatchObject(details);
});
test('400 for the key of another purpose or organization, even if the file exists', async () => {
  const [caller, other] = [await app.caller(), await app.caller()];
  const ownId = caller.organization.id;
  const foreignKey = `${other.organization.id}/uploads/general/1-a.png`;
  await app.ports.files.put(foreignKey, files.png.bytes);
  for (const fileKey of [
    foreignKey,
    `${ownId}/logo/1-a.png`,
    `${ownId}/uploads/evidence/1-a.png`,
    `${ownId}/uploads/general/`,
    `${ownId}/uploads/general/../../../${foreignKey}`,
    `${ownId}/uploads/general/a/b.png`,
    `${ownId}/uploads/general/${'a'.repeat(300)}`,
    `${ownId}x/uploads/general/1-a.png`,
    '/etc/passwd',
  ]) {
    expect(await caller.call('POST', url, { body: { ...png, fileKey } })).toMatchObject({
      status: 400,
      body: { details: { fileKey: { _errors: ['must be the key of an upload of the organization with the purpose general'] } } },
    });
  }
});
test('400 for a key without an upload, even if the file exists', async () => {
  const { call, organization } = await app.caller();
  const fileKey = `${organization.id}/uploads/general/1-a.png`;
  const ask = () => call('POST', url, { body: { ...png, fileKey } });
  const rejection = { status: 400, body: { details: { fileKey: { _errors: ['must be uploaded first'] } } } };
  expect(await ask()).toMatchObject(rejection);
  await app.ports.files.put(fileKey, files.png.bytes);
  expect(await ask()).toMatchObject(rejection);
});
test('413 for more than 2 MiB, in the body or by key; 201 for exactly 2 MiB', async () => {
  const caller = await app.caller();
  const maxBytes = Buffer.concat([files.png.bytes, Buffer.alloc(2 * 1024 * 1024 - files.png.bytes.length)]);
  const tooManyBytes = Buffer.concat([maxBytes, Buffer.alloc(1)]);
  const rejection = { status: 413, body: { error: 'The file may have at most 2097152 bytes' } };
  expect((await upload(caller, { ...files.png, bytes: maxBytes })).status).toBe(201);
  expect(await upload(caller, { ...files.png, bytes: tooManyBytes })).toMatchObject(rejection);
  const fileKey = await uploaded(app.base, caller.call, tooManyBytes);
  expect(await caller.call('POST', url, { body: { ...png, fileKey } })).toMatchObject(rejection);
});
test.each(['image/bmp', 'image/tiff', 'application/pdf', 'text/html', 'application/x-sh', 'image/x-icon'])(
  '415 for the type %s',
  async (fileType) => {
    expect(await upload(await app.caller(), files.png, { fileType })).toMatchObject({
      status: 415,
      body: { error: `Files of the type ${fileType} are not accepted` },
    });
  },
);
test.each([
  ['a file of another type', { ...files.gif, fileType: 'image/png' }, 'The file is not of the type image/png'],
  ['a web page called an SVG', svg('<!DOCTYPE html><html><svg></svg></html>'), 'The file is not of the type image/svg+xml'],
  ['an SVG that no reader understands', svg('<svg><!DOCTYPE a><!DOCTYPE b></svg>'), 'The file is not of the type image/svg+xml'],
  ['an SVG with a script', svg('<svg><script>alert(1)</script></svg>'), 'The file has active content'],
])('422 for %s, and the earlier logo stays', async (_case, file, error) => {
  const caller = await app.caller();
  await upload(caller, files.gif);
  const before = await keyOf(caller);
  expect(await upload(caller, file)).toMatchObject({ status: 422, body: { error } });
  expect(await keyOf(caller)).toBe(before);
  expect(await app.ports.files.size(before ?? '')).toBe(files.gif.bytes.length);
});
test('204 on delete removes the logo and its file; 204 when it is repeated', async () => {
  const caller = await app.caller();
  const link = (await upload(caller, files.png)).body.logoUrl;
  const key = (await keyOf(caller)) ?? '';
  for (const status of [204, 204]) expect(await caller.call('DELETE', url)).toMatchObject({ status, text: '' });
  expect((await caller.call('GET', '/v1/organization')).body.logoUrl).toBeNull();
  expect(await app.ports.files.size(key)).toBeUndefined();
  expect((await fetchLink(link)).status).toBe(404);
});
test('500 when the change cannot be saved: the new file is removed, and the earlier logo stays', async () => {
  const caller = await app.caller();
  await upload(caller, files.png);
  const before = await storedKeysOf(caller);
  expect(before).toEqual([await keyOf(caller)]);
  const obstacle = sql.id(`obstacle_${caller.organization.id}`);
  await sql`alter table organization add constraint ${obstacle} check (id <> ${sql.lit(caller.organization.id)} or logo_key not like '%.gif')`.execute(
    app.database.system,
  );
  try {
    expect(await upload(caller, files.gif)).toMatchObject({ status: 500, body: { success: false, error: 'Internal server error' } });
  } finally {
    await sql`alter table organization drop constraint ${obstacle}`.execute(app.database.system);
  }
  expect(await storedKeysOf(caller)).toEqual(before);
});
test('304 for the unchanged organization, although the link to its logo is signed anew', async () => {
  const caller = await app.caller();
  const { call } = caller;
  await upload(caller, files.png);
  const etag = (await call('GET', '/v1/organization')).headers.get('etag') ?? '';
  expect((await call('GET', '/v1/organization', { headers: { 'If-None-Match': etag } })).status).toBe(304);
  await upload(caller, files.gif);
  expect((await call('GET', '/v1/organization', { headers: { 'If-None-Match': etag } })).status).toBe(200);
});
test('201 for an upload and 204 for a deletion are logged under the organization, with name and type but without content', async () => {
  const caller = await app.caller();
  await upload(caller, files.png, { fileName: ' quill.png ' });
  await caller.call('DELETE', url);
  const common = { entity_type: 'organization', entity_id: caller.organization.id };
  const entries = await entriesOf(caller);
  expect(entries).toMatchObject([
    {
      ...common,
      description: 'Uploaded logo [via API key "test"]',
      data: { changes: { fileName: { previous: null, current: 'quill.png' }, fileType: { previous: null, current: 'image/png' } } },
    },
    { ...common, description: 'Deleted logo [via API key "test"]' },
  ]);
  expect(JSON.stringify(entries)).not.toContain('iVBORw0KGgo');
});
