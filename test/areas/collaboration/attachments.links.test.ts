/** Links to files, and the files that the links return. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { signatureOf } from '#platform/files/signatures';
import { startApp } from '../../support/app.ts';
import { attach, file, follow, textFile, png, newRiskId } from '../../support/attachments.ts';

const app = startApp();
const htmlFile = (fields: object = {}) => ({ ...file('Größe "1" (May).html', 'text/html', '<p>Größe</p>'), ...fields });

async function withAttachment(fields: object = {}) {
  const caller = await app.caller();
  const attachment = await attach(caller.call, await newRiskId(caller.call), fields);
  const link = async (query = '') => (await caller.call('GET', `/v1/attachments/${attachment.id}/download${query}`)).body.downloadUrl;
  return { ...caller, attachment, link };
}

async function keyOf(id: string) {
  const { file_key: key } = await app.database.system
    .selectFrom('attachment')
    .select('file_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return key;
}

/** Replaces the stored file with other bytes of the same length. */
const changeFile = async (id: string, length: number) => app.ports.files.put(await keyOf(id), Buffer.alloc(length, 'x'));

test('200 with a link on demand, good for 15 minutes, and a fresh one on each call', async () => {
  const { call, attachment } = await withAttachment();
  const answer = await call('GET', `/v1/attachments/${attachment.id}/download`);
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({
    downloadUrl: expect.stringMatching(/^http:\/\/localhost:3000\/v1\/attachments\/att_\w+\/content\?expires=\d+&signature=[0-9a-f]{88}$/),
    fileName: textFile.fileName,
    fileSize: 24,
    expiresIn: 900,
  });
  const secondsLeft = Number(new URL(answer.body.downloadUrl).searchParams.get('expires')) - Date.now() / 1000;
  expect(secondsLeft).toBeGreaterThan(890);
  expect(secondsLeft).toBeLessThanOrEqual(900);
  expect(await call('GET', `/v1/attachments/${attachment.id}/download?disposition=other`)).toMatchObject({ status: 400 });
});
test('200 with the file for anybody who has the link: as a download with its own type and name, which cannot run scripts', async () => {
  const { link } = await withAttachment(htmlFile());
  const answer = await follow(app.base, await link());
  expect([answer.status, await answer.text()]).toEqual([200, '<p>Größe</p>']);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/html',
    'content-length': '14',
    'content-disposition': `attachment; filename="Gr__e _1_ (May).html"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22%20%28May%29.html`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cache-control': 'private, no-cache',
  });
});
test.each([
  ['../../etc/passwd.txt', 'attachment; filename="passwd.txt"'],
  ['C:\\notes\\may.txt', 'attachment; filename="may.txt"'],
  ['notes/', 'attachment; filename="file"'],
  ['a%20b.txt', `attachment; filename="a%20b.txt"; filename*=UTF-8''a%2520b.txt`],
  ['100%.txt', 'attachment; filename="100%.txt"'],
])('200 for the file name %s, with the Content-Disposition %s', async (name, disposition) => {
  const { link } = await withAttachment({ ...htmlFile(), fileName: name });
  expect((await follow(app.base, await link())).headers.get('content-disposition')).toBe(disposition);
});
test('200 inline if requested; a PDF has no sandbox, because viewers of PDFs do not work in a sandbox', async () => {
  const image = await withAttachment(file('a.png', 'image/png', png));
  const inlineImage = await follow(app.base, await image.link('?disposition=inline'));
  expect([inlineImage.headers.get('content-type'), inlineImage.headers.get('content-disposition')]).toEqual([
    'image/png',
    'inline; filename="a.png"',
  ]);
  expect(Buffer.from(await inlineImage.arrayBuffer())).toEqual(png);
  const document = await withAttachment(file('a.pdf', 'application/pdf', '%PDF-1.4'));
  const pdf = await follow(app.base, await document.link('?disposition=inline'));
  expect([pdf.headers.get('content-type'), pdf.headers.get('content-security-policy')]).toEqual([
    'application/pdf',
    "default-src 'self';frame-ancestors 'self'",
  ]);
});
test('200 for HEAD, with the headers and without the file', async () => {
  const { link } = await withAttachment();
  const answer = await follow(app.base, await link(), { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '24', '']);
});
test('206 for a part of the file, with the ETag of all of it', async () => {
  const { link } = await withAttachment(file('a.txt', 'text/plain', '0123456789'));
  const url = await link();
  const whole = await follow(app.base, url);
  const etag = whole.headers.get('etag') ?? '';
  expect([whole.headers.get('accept-ranges'), etag]).toEqual(['bytes', expect.stringMatching(/^"[0-9a-f]{64}"$/)]);
  const ask = (headers: Record<string, string>) => follow(app.base, url, { headers });
  const part = await ask({ Range: 'bytes=2-4', 'If-Range': etag });
  expect([part.status, await part.text()]).toEqual([206, '234']);
  expect(Object.fromEntries(part.headers)).toMatchObject({
    'content-range': 'bytes 2-4/10',
    'content-length': '3',
    'content-type': 'text/plain',
    'content-disposition': 'attachment; filename="a.txt"',
    'x-content-type-options': 'nosniff',
    etag,
  });
  const changed = await ask({ Range: 'bytes=2-4', 'If-Range': '"other"' });
  expect([changed.status, await changed.text()]).toEqual([200, '0123456789']);
});
test('416 for a part beyond the end of the file, with the size of the file', async () => {
  const { link } = await withAttachment(file('a.txt', 'text/plain', '0123456789'));
  for (const [accept, type] of [
    ['*/*', 'application/json'],
    ['application/problem+json', 'application/problem+json'],
  ] as const) {
    const answer = await follow(app.base, await link(), { headers: { Range: 'bytes=10-', Accept: accept } });
    expect([answer.status, await answer.json()]).toMatchObject([416, { code: 'range_not_satisfiable', size: 10 }]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({ 'content-range': 'bytes */10', 'content-type': type });
    expect(answer.headers.has('content-disposition')).toBe(false);
  }
});
test('404 for a file that is gone from the store', async () => {
  const { attachment, link } = await withAttachment();
  const url = await link();
  await app.ports.files.remove(await keyOf(attachment.id));
  expect((await follow(app.base, url)).status).toBe(404);
});
test('200 for any Accept header, because the type of the file is not known in advance', async () => {
  const { link } = await withAttachment();
  expect((await follow(app.base, await link(), { headers: { Accept: 'image/png' } })).status).toBe(200);
});
test('403 for a link that was changed', async () => {
  const [first, second] = [await withAttachment(), await withAttachment()];
  const link = new URL(await first.link());
  const changedLink = (name: string, value: string) => {
    const copy = new URL(link);
    copy.searchParams.set(name, value);
    return copy.href;
  };
  const signature = link.searchParams.get('signature') ?? '';
  for (const wrongLink of [
    changedLink('disposition', 'inline'),
    changedLink('expires', '9999999999'),
    changedLink('signature', `${second.organization.id.slice(4)}${signature.slice(24)}`),
    changedLink('signature', 'x'),
    link.href.replace(first.attachment.id, second.attachment.id),
    (await first.link('?disposition=inline')).replace('&disposition=inline', ''),
  ]) {
    const answer = await follow(app.base, wrongLink);
    expect([answer.status, await answer.json()], wrongLink).toEqual([
      403,
      { success: false, error: 'Wrong signature', code: 'signature_invalid' },
    ]);
  }
});
test('403 for a signature of another method', async () => {
  const { attachment, organization } = await withAttachment();
  const signature = signatureOf(
    app.ports.secrets,
    { method: 'PUT', id: attachment.id, expires: 9_999_999_999, disposition: 'attachment' },
    organization.id,
  );
  expect(await app.call('GET', `/v1/attachments/${attachment.id}/content?expires=9999999999&signature=${signature}`)).toMatchObject({
    status: 403,
  });
});
test('410 for a link that has expired', async () => {
  const { attachment, organization } = await withAttachment();
  const signature = signatureOf(
    app.ports.secrets,
    { method: 'GET', id: attachment.id, expires: 1, disposition: 'attachment' },
    organization.id,
  );
  expect(await app.call('GET', `/v1/attachments/${attachment.id}/content?expires=1&signature=${signature}`)).toMatchObject({
    status: 410,
    body: { error: 'The link has expired' },
  });
});
test('500 without content for a file that was changed in the store; the transfer of a long file breaks off', async () => {
  const short = await withAttachment();
  await changeFile(short.attachment.id, 24);
  const failed = await follow(app.base, await short.link());
  expect([failed.status, await failed.json()]).toMatchObject([500, { success: false, error: expect.any(String) }]);
  expect(Object.fromEntries(failed.headers)).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  expect(failed.headers.has('content-disposition')).toBe(false);

  const length = 300_000;
  const long = await withAttachment(file('long.txt', 'text/plain', 'a'.repeat(length)));
  await changeFile(long.attachment.id, length);
  const started = await follow(app.base, await long.link());
  expect([started.status, started.headers.get('content-length')]).toEqual([200, String(length)]);
  await expect(started.arrayBuffer()).rejects.toThrow();
});
test('404 when the file is missing in the store', async () => {
  const { link, organization, attachment } = await withAttachment();
  const key = await keyOf(attachment.id);
  await app.ports.files.remove(key);
  expect((await follow(app.base, await link())).status).toBe(404);
  expect(organization.id).toBe(key.slice(0, key.indexOf('/')));
});
test('404 for a link of a deleted organization', async () => {
  const { link, organization } = await withAttachment();
  const url = await link();
  await sql`delete from organization where id = ${organization.id}`.execute(app.database.system);
  expect((await follow(app.base, url)).status).toBe(404);
});
test('links to other stored files work like links to attachments, with their own name and type', async () => {
  const { organization } = await app.caller();
  const key = `${organization.id}/exports/1-report.bin`;
  await app.ports.files.put(key, Buffer.from('a,b\n'));
  const answer = await follow(app.base, app.ports.files.link(key, 60, { name: 'Bericht ä.csv', type: 'text/csv' }));
  expect([
    answer.status,
    await answer.text(),
    answer.headers.get('content-type'),
    answer.headers.get('content-disposition'),
    answer.headers.get('content-length'),
  ]).toEqual([200, 'a,b\n', 'text/csv', `attachment; filename="Bericht _.csv"; filename*=UTF-8''Bericht%20%C3%A4.csv`, '4']);
  const link = app.ports.files.link(key, 60, { name: 'a.csv', type: 'text/csv' });
  for (const wrongLink of [
    link.replace('text%2Fcsv', 'text%2Fhtml'),
    link.replace(/&as=.*/, ''),
    `${link}x`,
    link.replace('as=', 'as=%5B%5D&a='),
    `${app.base}/files/%E0%A4%A?expires=1&signature=x`,
    `${app.base}/files/${newId('org')}/a?expires=1`,
  ])
    expect((await follow(app.base, wrongLink)).status, wrongLink).toBe(403);
  expect((await follow(app.base, app.ports.files.link(key, -60))).status).toBe(410);
  expect((await follow(app.base, app.ports.files.link(`${key}x`, 60))).status).toBe(404);
  expect(await (await follow(app.base, link, { method: 'HEAD' })).text()).toBe('');
});
