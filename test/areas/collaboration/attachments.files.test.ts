/** Which files are accepted, by any operation (attachments, rules 1–7). */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { findContentMismatch } from '#platform/files/content';
import { type Caller, startApp } from '../../support/app.ts';
import { file, textFile, png, newRiskId } from '../../support/attachments.ts';
import { invalid } from '../../support/risks.ts';
import { contentKeyOf, presign, uploaded } from '../../support/uploads.ts';

const app = startApp();
const post = async ({ call }: Caller, fields: object) =>
  call('POST', '/v1/attachments', { body: { entityType: 'risk', entityId: await newRiskId(call), ...fields } });
const pdf = '%PDF-1.4\n%%EOF\n';
const { fileData: _data, ...withoutData } = textFile;

test.each([
  ['neither data nor key', withoutData, { _errors: ['must have exactly one of: fileData, fileKey'] }],
  ['both data and key', { ...textFile, fileKey: 'a/uploads/attachment/b' }, { _errors: [expect.stringContaining('exactly one')] }],
  ['an empty file', { ...textFile, fileData: '' }, { fileData: { _errors: ['must have at least 1 character'] } }],
  ['data that is no base64', { ...textFile, fileData: 'no base64!' }, { fileData: { _errors: ['must be base64'] } }],
  ['data without its padding', { ...textFile, fileData: 'AAA' }, { fileData: { _errors: ['must be base64'] } }],
  ['data with bits behind its end', { ...textFile, fileData: 'AAB=' }, { fileData: { _errors: ['must be base64'] } }],
  ['a data URL', { ...textFile, fileData: 'data:text/plain;base64,AAAA' }, { fileData: { _errors: ['must be base64'] } }],
  ['a blank name', { ...textFile, fileName: ' ' }, { fileName: { _errors: ['must not be blank'] } }],
  ['a name that is too long', { ...textFile, fileName: 'x'.repeat(256) }, { fileName: { _errors: ['must have at most 255 characters'] } }],
  ['no media type', { ...textFile, fileType: 'text' }, { fileType: { _errors: ['must be a media type, such as application/pdf'] } }],
  [
    'a description that is too long',
    { ...textFile, description: 'x'.repeat(501) },
    { description: { _errors: ['must have at most 500 characters'] } },
  ],
])('400 for %s', async (_case, fields, details) => {
  const answer = await post(await app.caller(), fields);
  expect(answer).toMatchObject({ status: 400, body: { error: 'Validation failed' } });
  expect(answer.body.details).toMatchObject(details);
});
test('201 with the key of an upload, in any number of requests, once its bytes were uploaded', async () => {
  const caller = await app.caller();
  const presigned = await presign(caller.call, { purpose: 'attachment' });
  expect(await post(caller, { ...withoutData, fileKey: presigned.fileKey })).toMatchObject(
    invalid({ fileKey: { _errors: ['must be uploaded first'] } }),
  );
  const fileKey = await uploaded(app.base, caller.call, Buffer.from('Minutes'), { purpose: 'attachment' });
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(await post(caller, { ...withoutData, fileKey })).toMatchObject({ status: 201, body: { size: 7 } });
  expect(String(await app.ports.files.read(await contentKeyOf(app.database, fileKey)))).toBe('Minutes');
});
test('400 for a key that does not belong to an attachment upload of the organization, before the store is accessed', async () => {
  const [caller, other] = [await app.caller(), await app.caller()];
  const organizationId = caller.organization.id;
  const foreignKey = await uploaded(app.base, other.call, Buffer.from('x'), { purpose: 'attachment' });
  const generalKey = await uploaded(app.base, caller.call, Buffer.from('x'));
  for (const fileKey of [
    foreignKey,
    generalKey,
    `${organizationId}/attachments/risk/1-a.txt`,
    `${organizationId}/uploads/attachment/../../../${foreignKey}`,
    `${organizationId}/uploads/attachment/`,
    `${organizationId}x/uploads/attachment/1-a.txt`,
    '/etc/passwd',
  ]) {
    expect(await post(caller, { ...withoutData, fileKey })).toMatchObject(
      invalid({ fileKey: { _errors: ['must be the key of an upload of the organization with the purpose attachment'] } }),
    );
  }
});
test.each([
  'exe',
  'bat',
  'cmd',
  'com',
  'scr',
  'msi',
  'js',
  'vbs',
  'vbe',
  'wsf',
  'wsh',
  'ps1',
  'sh',
  'bash',
  'zsh',
  'dll',
  'sys',
  'drv',
  'app',
  'deb',
  'rpm',
  'jar',
  'pif',
  'lnk',
  'cpl',
  'hta',
  'reg',
])('415 for a name that ends in .%s, in any notation', async (extension) => {
  const caller = await app.caller();
  for (const fileName of [`a.${extension}`, `a.txt.${extension.toUpperCase()}`, `a.${extension}. `])
    expect(await post(caller, { ...textFile, fileName })).toMatchObject({
      status: 415,
      body: { error: 'Files with this extension are not accepted' },
    });
  expect(await post(caller, { ...textFile, fileName: `${extension}.txt` })).toMatchObject({ status: 201 });
});
test.each([
  'x.exe\u200b',
  'x.ex\u00ade',
  'x.e\u2060xe',
  'x.exe;',
  'x.exe/',
  'x.exe/..',
  'x.exe\\',
  'x.exe:stream.txt',
  'x.exe::$DATA',
  'x.exe::$DATA. ',
  'x.exe:',
  'x.exe: ',
  'x.exe: .',
  'x.exe;.txt',
  'x.exe:\u200bstream.txt',
  'Node.js: review.exe',
  'a: b.exe; ',
  'x．ｅｘｅ',
  'x\u2024exe',
  'a/x.exe',
  'x.exe\u00a0',
])('415 for %j, which hides its extension', async (fileName) => {
  const { call } = await app.caller();
  const riskId = await newRiskId(call);
  expect(await call('POST', '/v1/attachments', { body: { ...textFile, entityType: 'risk', entityId: riskId, fileName } })).toMatchObject({
    status: 415,
    body: { code: 'file_extension_not_allowed' },
  });
});
test.each([
  'exe',
  'x.exe.txt',
  'v1.2: exe.txt',
  'a.exe/report.txt',
  'Größe.txt',
  'Node.js: review.pdf',
  'Express.js; Node.js: a review',
  'sh: 12 a.m.',
  'ASP.NET: Größe',
])('201 for the file name %j', async (fileName) => {
  const { call } = await app.caller();
  const riskId = await newRiskId(call);
  expect(await call('POST', '/v1/attachments', { body: { ...textFile, entityType: 'risk', entityId: riskId, fileName } })).toMatchObject({
    status: 201,
    body: { name: fileName },
  });
});
test.each(['a\r\nb.txt', 'a\tb.txt', 'a\u202etxt.fdp', 'a\u2028b.txt', '.', '...'])(
  '400 for %j, which is not a file name',
  async (fileName) => {
    const { call } = await app.caller();
    const riskId = await newRiskId(call);
    expect(await call('POST', '/v1/attachments', { body: { ...textFile, entityType: 'risk', entityId: riskId, fileName } })).toMatchObject({
      status: 400,
      body: { details: { fileName: { _errors: [expect.any(String)] } } },
    });
  },
);
test.each([
  'application/x-msdownload',
  'application/x-msdos-program',
  'application/x-executable',
  'application/x-sh',
  'application/x-bat',
  'text/x-sh',
  'text/x-python',
  'text/x-perl',
  'text/x-ruby',
  'application/x-httpd-php',
  'application/x-javascript',
  'application/javascript',
  'text/javascript',
])('415 for the type %s, in any notation', async (fileType) => {
  const caller = await app.caller();
  for (const notation of [fileType, ` ${fileType.toUpperCase()}; charset=utf-8`])
    expect(await post(caller, { ...textFile, fileType: notation })).toMatchObject({
      status: 415,
      body: { error: `Files of the type ${fileType} are not accepted` },
    });
});
test('422 for content that does not match its type, and for active content; nothing is stored', async () => {
  const caller = await app.caller();
  const uploadOf = (bytes: string) => uploaded(app.base, caller.call, Buffer.from(bytes), { purpose: 'attachment' });
  expect(await post(caller, file('a.png', 'image/png', pdf))).toMatchObject({
    status: 422,
    body: { error: 'The file is not of the type image/png' },
  });
  expect(await post(caller, { fileName: 'a.pdf', fileType: 'application/pdf', fileKey: await uploadOf('no PDF') })).toMatchObject({
    status: 422,
    body: { error: 'The file is not of the type application/pdf' },
  });
  expect(await post(caller, file('a.html', 'text/html', '<p onclick="x()">'))).toMatchObject({
    status: 422,
    body: { error: 'The file has active content' },
  });
  const keys: string[] = [];
  for await (const { key } of app.ports.files.list(caller.organization.id)) keys.push(key);
  expect(keys.filter((key) => !key.includes('/uploads/'))).toEqual([]);
});
test('500 when the change cannot be committed, and the file is removed', async () => {
  const caller = await app.caller();
  const obstacle = sql.id(`obstacle_${caller.organization.id}`);
  // The trigger fails at the commit, when the file is already stored.
  await sql`create constraint trigger ${obstacle} after insert on attachment deferrable initially deferred for each row when (new.organization_id = ${sql.lit(caller.organization.id)}) execute function member_roles()`.execute(
    app.database.system,
  );
  try {
    expect(await post(caller, textFile)).toMatchObject({ status: 500 });
  } finally {
    await sql`drop trigger ${obstacle} on attachment`.execute(app.database.system);
  }
  for await (const { key } of app.ports.files.list(caller.organization.id)) expect(key).toBe('none');
});

describe('the beginning of a file matches its type', () => {
  const matchesType = (type: string, start: Buffer | string) => findContentMismatch(Buffer.from(start), type) === undefined;
  test.each<[string, Buffer | string]>([
    ['image/png', png],
    ['image/jpeg', Buffer.from('ffd8ffe1', 'hex')],
    ['image/gif', 'GIF89a…'],
    ['image/gif', 'GIF87a'],
    ['image/webp', 'RIFF....WEBPVP8 '],
    ['application/zip', 'PK\u0003\u0004'],
    ['application/zip', 'PK\u0005\u0006'],
    ['application/pdf', pdf],
    ['application/pdf', `${'x'.repeat(1000)}${pdf}`],
    ['text/plain', 'Description = none'],
    ['text/html', '<p class="one">javascript: a language</p>'],
    ['text/html', '<p title="a > b">on = 1</p>'],
    ['text/markdown', 'a < b, on = 1'],
    ['text/plain', `${' '.repeat(8192)}<script>`],
    ['application/octet-stream', Buffer.from('00ff00ff', 'hex')],
  ])('a valid beginning of %s', (type, start) => expect(matchesType(type, start)).toBe(true));
  test.each<[string, Buffer | string]>([
    ['image/png', 'GIF89a'],
    ['image/png', ''],
    ['image/jpeg', 'x'],
    ['image/gif', 'GIF90a'],
    ['image/webp', 'RIFF....WAVE'],
    ['image/webp', 'WEBP'],
    ['application/zip', 'PK'],
    ['application/pdf', `${'x'.repeat(1021)}${pdf}`],
    ['application/pdf', 'PDF'],
    ['text/plain', 'a <script src=x>'],
    ['text/html', '<SVG:SCRIPT>'],
    ['text/html', '<iframe>'],
    ['text/html', '<object data=x>'],
    ['text/html', '<embed/>'],
    ['text/html', '<a href="JavaScript:x()">'],
    ['image/svg+xml', "<a href='vbscript:x'>"],
    ['image/svg+xml', '<svg onload = "x()">'],
    ['text/html', '<img/onerror=x()>'],
    ['text/html', '<img alt=">" onerror=x()>'],
    ['text/html', "<img alt='>'onerror=x()>"],
    ['text/html', '<img " alt=">" onerror=x()>'],
    ['application/json', '{"a":"<script>"}'],
  ])('an invalid beginning of %s: %j', (type, start) => expect(matchesType(type, start)).toBe(false));
});
