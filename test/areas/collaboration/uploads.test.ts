import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { type Caller, startApp } from '../../support/app.ts';
import { readLog } from '../../support/log.ts';
import { newApiKey } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';
import { contentKeyOf, keysOf, presign, send, upload, uploaded } from '../../support/uploads.ts';

const app = startApp();
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const put = (presigned: { uploadUrl: string }, raw?: Parameters<typeof send>[2], options?: Parameters<typeof send>[3]) =>
  send(app.base, presigned, raw, options);
const readStored = async ({ fileKey }: { fileKey: string }) => app.ports.files.read(await contentKeyOf(app.database, fileKey));
const read = async ({ call }: Pick<Caller, 'call'>, id: string) => (await call('GET', `/v1/uploads/${id}`)).body;
const useAsLogo = ({ call }: Caller, fileKey: string) =>
  call('POST', '/v1/organization/logo', { body: { fileName: 'a.png', fileType: 'image/png', fileKey } });

test('201 with a signed address, and a key below the organization that nothing can lead out of', async () => {
  const { call, organization } = await app.caller();
  const before = Date.now();
  const answer = await call('POST', '/v1/uploads/presign', { body: { ...upload, fileName: ' ../Größe & Co.PDF ', size: 104_857_600 } });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.stringMatching(/^upl_[0-9a-f]{24}$/),
    purpose: 'general',
    fileName: '../Größe & Co.PDF',
    fileType: 'text/plain',
    status: 'pending',
    size: null,
    sha256: null,
    createdAt: time,
    expiresAt: time,
    fileKey: expect.stringMatching(new RegExp(`^${organization.id}/uploads/general/\\d{13}-[0-9a-f]{32}-__Gr__e___Co\\.PDF$`)),
    expiresIn: 900,
    uploadUrl: expect.stringMatching(/^http:\/\/localhost:3000\/v1\/uploads\/upl_\w+\/content\?expires=\d+&signature=[0-9a-f]{88}$/),
  });
  expect(answer.headers.get('location')).toBe(`/v1/uploads/${answer.body.id}`);
  const lifetime = Date.parse(answer.body.expiresAt) - before;
  expect(lifetime).toBeGreaterThan(890_000);
  expect(lifetime).toBeLessThan(910_000);
  const { uploadUrl: _url, expiresIn: _seconds, ...shownUpload } = answer.body;
  expect(await read({ call }, answer.body.id)).toEqual(shownUpload);
});
test('201 for every purpose, each in its own folder, and with unique keys for simultaneous requests', async () => {
  const { call } = await app.caller();
  for (const purpose of ['questionnaire', 'policy_pdf', 'evidence', 'attachment', 'document', 'general'])
    expect((await presign(call, { purpose })).fileKey).toContain(`/uploads/${purpose}/`);
  const presigned = await Promise.all(Array.from({ length: 20 }, () => presign(call)));
  expect(new Set(presigned.map(({ fileKey }) => fileKey)).size).toBe(20);
});
test('201 and 200 for any member of the organization, without a permission', async () => {
  const { organization } = await app.caller();
  const { key } = await newApiKey(app.database, organization.id, { scopes: ['portal:read'] });
  const { call } = await app.session(organization, ['employee']);
  for (const ask of [call, (method: string, url: string, options: object = {}) => app.call(method, url, { key, ...options })]) {
    const { id } = await presign(ask);
    expect(await ask('GET', `/v1/uploads/${id}`)).toMatchObject({ status: 200 });
    expect(await ask('DELETE', `/v1/uploads/${id}`)).toMatchObject({ status: 204 });
  }
});
test('400 for an upload of another user, as for an unknown key, even after that user has used the upload (rule 3)', async () => {
  const caller = await app.callerForEverything();
  const { call } = await app.session(caller.organization, ['admin']);
  const key = await uploaded(app.base, caller.call, png);
  const unknownKeyAnswer = await useAsLogo({ ...caller, call }, key.replace(/\d{13}/, '1000000000000'));
  expect(unknownKeyAnswer).toMatchObject({ status: 400, body: { details: { fileKey: {} } } });
  const expectRefusal = async () => {
    const answer = await useAsLogo({ ...caller, call }, key);
    expect([answer.status, answer.body.details]).toEqual([unknownKeyAnswer.status, unknownKeyAnswer.body.details]);
    const chart = await call('PUT', '/v1/org-chart/upload', { body: { fileName: 'a.png', fileType: 'image/png', fileKey: key } });
    expect(chart.status).toBeGreaterThanOrEqual(400);
  };
  await expectRefusal();
  expect((await useAsLogo(caller, key)).status).toBeLessThan(300);
  await expectRefusal();
  expect((await useAsLogo(caller, key)).status).toBeLessThan(300);
});
test.each([
  ['a purpose that there is not', { purpose: 'logo' }, 'purpose'],
  ['no name', { fileName: ' ' }, 'fileName'],
  ['no media type', { fileType: 'text' }, 'fileType'],
  ['nothing announced', { size: 0 }, 'size'],
])('400 for %s', async (_case, fields, field) => {
  const { call } = await app.caller();
  expect(await call('POST', '/v1/uploads/presign', { body: { ...upload, ...fields } })).toMatchObject({
    status: 400,
    body: { details: { [field]: {} } },
  });
});
test('413 for an announced size over the limit, before any bytes are sent', async () => {
  const { call } = await app.caller();
  expect(await call('POST', '/v1/uploads/presign', { body: { ...upload, size: 104_857_601 } })).toMatchObject({
    status: 413,
    body: { error: 'The file may have at most 104857600 bytes' },
  });
});

test('200 for bytes with any Content-Type and without one; bytes that are sent again replace the previous bytes', async () => {
  const caller = await app.caller();
  const presigned = await presign(caller.call);
  for (const [raw, type] of [
    [Buffer.from('{"a":1,"a":2}'), 'application/json'],
    [png, undefined],
    [png, 'nonsense'],
    [Buffer.from('Minutes'), 'text/plain'],
  ] as const) {
    const answer = await put(presigned, raw, { type });
    expect(answer).toMatchObject({
      status: 200,
      body: { id: presigned.id, fileKey: presigned.fileKey, size: raw.length, sha256: hashOf(raw) },
    });
  }
  expect(await read(caller, presigned.id)).toMatchObject({ status: 'uploaded', size: 7, sha256: hashOf(Buffer.from('Minutes')) });
  expect(await readStored(presigned)).toEqual(Buffer.from('Minutes'));
  const lifetime = Date.parse((await read(caller, presigned.id)).expiresAt) - Date.now();
  expect(lifetime).toBeGreaterThan(86_300_000);
  expect(lifetime).toBeLessThan(86_500_000);
});
test('200 for simultaneous requests: the stored hash and size match the stored bytes', async () => {
  const caller = await app.caller();
  const presigned = await presign(caller.call);
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => put(presigned, Buffer.alloc(50_000 + n, String(n)))));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const { sha256, size } = await read(caller, presigned.id);
  expect(hashOf((await readStored(presigned)) ?? png)).toBe(sha256);
  expect(await readStored(presigned)).toHaveLength(size);
});
test('400 for an empty body, and the previous bytes remain', async () => {
  const caller = await app.caller();
  const presigned = await presign(caller.call);
  await put(presigned, png);
  for (const options of [{}, asProblem])
    expect(await put(presigned, undefined, options)).toMatchObject({
      status: 400,
      body:
        options === asProblem
          ? { errors: [{ pointer: '#', detail: 'must not be an empty file' }] }
          : { details: { _errors: ['must not be an empty file'] } },
    });
  expect(await read(caller, presigned.id)).toMatchObject({ status: 'uploaded', size: png.length });
  expect(await readStored(presigned)).toEqual(png);
});
test('403 for an upload URL that was changed', async () => {
  const [ours, other] = [await app.caller(), await app.caller()];
  const [presigned, another] = [await presign(ours.call), await presign(other.call)];
  const originalUrl = new URL(presigned.uploadUrl);
  const signature = originalUrl.searchParams.get('signature') ?? '';
  const expires = Number(originalUrl.searchParams.get('expires'));
  const urlOf = (id: string, expiry: number, signedWith: string) =>
    `${originalUrl.origin}/v1/uploads/${id}/content?expires=${expiry}&signature=${signedWith}`;
  for (const uploadUrl of [
    urlOf(another.id, expires, signature),
    urlOf(presigned.id, expires + 1, signature),
    urlOf(presigned.id, expires, `${other.organization.id.slice(4)}${signature.slice(24)}`),
    urlOf(
      presigned.id,
      expires,
      signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ),
    urlOf(presigned.id, expires, signature.toUpperCase()),
    urlOf(presigned.id, expires, 'x'),
    urlOf(newId('upl'), expires, signature),
  ])
    expect(await put({ uploadUrl }, png), uploadUrl).toMatchObject({ status: 403, body: { error: 'Wrong signature' } });
  expect(await keysOf(app.ports.files, ours.organization.id)).toEqual([]);
  expect(await put(presigned, png)).toMatchObject({ status: 200 });
});
test('404 for the content of a deleted upload, with and without bytes', async () => {
  const { call, organization } = await app.caller();
  const presigned = await presign(call);
  await call('DELETE', `/v1/uploads/${presigned.id}`);
  for (const raw of [png, undefined]) expect(await put(presigned, raw)).toMatchObject({ status: 404, body: { error: 'Upload not found' } });
  expect(await keysOf(app.ports.files, organization.id)).toEqual([]);
});
test('413 for more than 100 MiB without an announced size: reading stops, and nothing is stored', async () => {
  const { call, organization } = await app.caller();
  const presigned = await presign(call);
  const { pathname, search } = new URL(presigned.uploadUrl);
  const request = http.request(app.base + pathname + search, { method: 'PUT', headers: { 'Transfer-Encoding': 'chunked' } });
  const answered = once(request, 'response');
  const closed = new Promise((resolve) => request.once('close', resolve).on('error', resolve));
  const [part, parts] = [Buffer.alloc(1_048_576, 'x'), { sent: 0 }];
  const writeMore = () => {
    while (!request.destroyed && request.write(part)) parts.sent += 1;
  };
  request.on('drain', writeMore);
  writeMore();
  const [response]: http.IncomingMessage[] = await answered;
  expect([response?.statusCode, response && JSON.parse(await text(response))]).toEqual([
    413,
    { success: false, error: 'Request body too large', code: 'body_too_large' },
  ]);
  await closed;
  expect(await keysOf(app.ports.files, organization.id)).toEqual([]);
  expect(await read({ call }, presigned.id)).toMatchObject({ status: 'pending' });
});
test('400 for bytes that end early, and nothing is stored', async () => {
  const { call } = await app.caller();
  const presigned = await presign(call);
  const { pathname, search } = new URL(presigned.uploadUrl);
  const request = http
    .request(app.base + pathname + search, { method: 'PUT', headers: { 'Content-Length': 1_000_000 } })
    .on('error', () => undefined);
  request.write(Buffer.alloc(100_000));
  await new Promise((resolve) => request.once('socket', (socket) => socket.once('connect', resolve)));
  request.destroy();
  await expect.poll(async () => (await put(presigned, png)).status).toBe(200);
  expect(await read({ call }, presigned.id)).toMatchObject({ size: png.length });
});

test('204 on delete removes the bytes, too; 404 for the deleted upload', async () => {
  const { call, organization } = await app.caller();
  const presigned = await presign(call);
  await put(presigned, png);
  const path = `/v1/uploads/${presigned.id}`;
  expect(await call('DELETE', path)).toMatchObject({ status: 204, text: '' });
  expect(await keysOf(app.ports.files, organization.id)).toEqual([]);
  for (const method of ['GET', 'DELETE'])
    expect(await call(method, path)).toMatchObject({ status: 404, body: { error: 'Upload not found' } });
});
test.each([undefined, asProblem.accept])('409 on delete of an upload that was used, as %s', async (accept) => {
  const caller = await app.caller();
  const fileKey = await uploaded(app.base, caller.call, png);
  await useAsLogo(caller, fileKey);
  const { id } = await app.database.system.selectFrom('upload').select('id').where('file_key', '=', fileKey).executeTakeFirstOrThrow();
  expect(await caller.call('DELETE', `/v1/uploads/${id}`, { accept })).toMatchObject({
    status: 409,
    body: accept ? { detail: 'The upload is in use' } : { error: 'The upload is in use' },
  });
  expect(await readStored({ fileKey })).toEqual(png);
});
test('404 for an upload of another organization, and 400 for using its key', async () => {
  const [ours, other] = [await app.caller(), await app.caller()];
  const presigned = await presign(ours.call);
  await put(presigned, png);
  for (const method of ['GET', 'DELETE']) expect(await other.call(method, `/v1/uploads/${presigned.id}`)).toMatchObject({ status: 404 });
  expect(await useAsLogo(other, presigned.fileKey)).toMatchObject({
    status: 400,
    body: { details: { fileKey: { _errors: ['must be the key of an upload of the organization with the purpose general'] } } },
  });
  expect(await useAsLogo(ours, (await presign(ours.call, { purpose: 'evidence' })).fileKey)).toMatchObject({ status: 400 });
});
test('uploads are not logged', async () => {
  const { call, organization } = await app.caller();
  const presigned = await presign(call);
  await put(presigned, png);
  await call('DELETE', `/v1/uploads/${presigned.id}`);
  expect(await readLog(app.database, organization.id)).toEqual([]);
});
