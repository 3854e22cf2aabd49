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
const put = (made: { uploadUrl: string }, raw?: Parameters<typeof send>[2], options?: Parameters<typeof send>[3]) =>
  send(app.base, made, raw, options);
const stored = async ({ fileKey }: { fileKey: string }) => app.ports.files.read(await contentKeyOf(app.database, fileKey));
const read = async ({ call }: Pick<Caller, 'call'>, id: string) => (await call('GET', `/v1/uploads/${id}`)).body;
const logo = ({ call }: Caller, fileKey: string) =>
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
  const lasts = Date.parse(answer.body.expiresAt) - before;
  expect(lasts).toBeGreaterThan(890_000);
  expect(lasts).toBeLessThan(910_000);
  const { uploadUrl: _url, expiresIn: _seconds, ...shown } = answer.body;
  expect(await read({ call }, answer.body.id)).toEqual(shown);
});
test('201 for every purpose, each in its folder, and keys of their own for those that come at once', async () => {
  const { call } = await app.caller();
  for (const purpose of ['questionnaire', 'policy_pdf', 'evidence', 'attachment', 'document', 'general'])
    expect((await presign(call, { purpose })).fileKey).toContain(`/uploads/${purpose}/`);
  const made = await Promise.all(Array.from({ length: 20 }, () => presign(call)));
  expect(new Set(made.map(({ fileKey }) => fileKey)).size).toBe(20);
});
test('201 and 200 for anybody of the organization: no permission is needed', async () => {
  const { organization } = await app.caller();
  const { key } = await newApiKey(app.database, organization.id, { scopes: ['portal:read'] });
  const { call } = await app.session(organization, ['employee']);
  for (const ask of [call, (method: string, url: string, options: object = {}) => app.call(method, url, { key, ...options })]) {
    const { id } = await presign(ask);
    expect(await ask('GET', `/v1/uploads/${id}`)).toMatchObject({ status: 200 });
    expect(await ask('DELETE', `/v1/uploads/${id}`)).toMatchObject({ status: 204 });
  }
});
test('400 as for an unknown key for an upload of another user, also after its user used it (rule 3)', async () => {
  const caller = await app.callerForEverything();
  const { call } = await app.session(caller.organization, ['admin']);
  const key = await uploaded(app.base, caller.call, png);
  const unknown = await logo({ ...caller, call }, key.replace(/\d{13}/, '1000000000000'));
  expect(unknown).toMatchObject({ status: 400, body: { details: { fileKey: {} } } });
  const theirs = async () => {
    const answer = await logo({ ...caller, call }, key);
    expect([answer.status, answer.body.details]).toEqual([unknown.status, unknown.body.details]);
    const chart = await call('PUT', '/v1/org-chart/upload', { body: { fileName: 'a.png', fileType: 'image/png', fileKey: key } });
    expect(chart.status).toBeGreaterThanOrEqual(400);
  };
  await theirs();
  expect((await logo(caller, key)).status).toBeLessThan(300);
  await theirs();
  expect((await logo(caller, key)).status).toBeLessThan(300);
});
test.each([
  ['a purpose that there is not', { purpose: 'logo' }, 'purpose'],
  ['no name', { fileName: ' ' }, 'fileName'],
  ['no media type', { fileType: 'text' }, 'fileType'],
  ['nothing announced', { size: 0 }, 'size'],
])('400 for %s', async (_what, fields, field) => {
  const { call } = await app.caller();
  expect(await call('POST', '/v1/uploads/presign', { body: { ...upload, ...fields } })).toMatchObject({
    status: 400,
    body: { details: { [field]: {} } },
  });
});
test('413 for a size that is over the limit, before anything is sent', async () => {
  const { call } = await app.caller();
  expect(await call('POST', '/v1/uploads/presign', { body: { ...upload, size: 104_857_601 } })).toMatchObject({
    status: 413,
    body: { error: 'The file may have at most 104857600 bytes' },
  });
});

test('200 for the bytes, with any Content-Type and with none; sent again they replace those before', async () => {
  const caller = await app.caller();
  const made = await presign(caller.call);
  for (const [raw, type] of [
    [Buffer.from('{"a":1,"a":2}'), 'application/json'],
    [png, undefined],
    [png, 'nonsense'],
    [Buffer.from('Minutes'), 'text/plain'],
  ] as const) {
    const answer = await put(made, raw, { type });
    expect(answer).toMatchObject({ status: 200, body: { id: made.id, fileKey: made.fileKey, size: raw.length, sha256: hashOf(raw) } });
  }
  expect(await read(caller, made.id)).toMatchObject({ status: 'uploaded', size: 7, sha256: hashOf(Buffer.from('Minutes')) });
  expect(await stored(made)).toEqual(Buffer.from('Minutes'));
  const lasts = Date.parse((await read(caller, made.id)).expiresAt) - Date.now();
  expect(lasts).toBeGreaterThan(86_300_000);
  expect(lasts).toBeLessThan(86_500_000);
});
test('200 for several at once: what is noted is what is there', async () => {
  const caller = await app.caller();
  const made = await presign(caller.call);
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => put(made, Buffer.alloc(50_000 + n, String(n)))));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const { sha256, size } = await read(caller, made.id);
  expect(hashOf((await stored(made)) ?? png)).toBe(sha256);
  expect(await stored(made)).toHaveLength(size);
});
test('400 for no bytes, and those that were there stay', async () => {
  const caller = await app.caller();
  const made = await presign(caller.call);
  await put(made, png);
  for (const options of [{}, asProblem])
    expect(await put(made, undefined, options)).toMatchObject({
      status: 400,
      body:
        options === asProblem
          ? { errors: [{ pointer: '#', detail: 'must not be an empty file' }] }
          : { details: { _errors: ['must not be an empty file'] } },
    });
  expect(await read(caller, made.id)).toMatchObject({ status: 'uploaded', size: png.length });
  expect(await stored(made)).toEqual(png);
});
test('403 for an address that is not as it was given out', async () => {
  const [one, other] = [await app.caller(), await app.caller()];
  const [made, another] = [await presign(one.call), await presign(other.call)];
  const given = new URL(made.uploadUrl);
  const signature = given.searchParams.get('signature') ?? '';
  const expires = Number(given.searchParams.get('expires'));
  const address = (id: string, until: number, by: string) => `${given.origin}/v1/uploads/${id}/content?expires=${until}&signature=${by}`;
  for (const uploadUrl of [
    address(another.id, expires, signature),
    address(made.id, expires + 1, signature),
    address(made.id, expires, `${other.organization.id.slice(4)}${signature.slice(24)}`),
    address(
      made.id,
      expires,
      signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ),
    address(made.id, expires, signature.toUpperCase()),
    address(made.id, expires, 'x'),
    address(newId('upl'), expires, signature),
  ])
    expect(await put({ uploadUrl }, png), uploadUrl).toMatchObject({ status: 403, body: { error: 'Wrong signature' } });
  expect(await keysOf(app.ports.files, one.organization.id)).toEqual([]);
  expect(await put(made, png)).toMatchObject({ status: 200 });
});
test('404 for the bytes of an upload that is gone, whatever comes', async () => {
  const { call, organization } = await app.caller();
  const made = await presign(call);
  await call('DELETE', `/v1/uploads/${made.id}`);
  for (const raw of [png, undefined]) expect(await put(made, raw)).toMatchObject({ status: 404, body: { error: 'Upload not found' } });
  expect(await keysOf(app.ports.files, organization.id)).toEqual([]);
});
test('413 for more than 100 MiB that nobody announced: the rest is not read, and nothing is kept', async () => {
  const { call, organization } = await app.caller();
  const made = await presign(call);
  const { pathname, search } = new URL(made.uploadUrl);
  const request = http.request(app.base + pathname + search, { method: 'PUT', headers: { 'Transfer-Encoding': 'chunked' } });
  const answered = once(request, 'response');
  const closed = new Promise((resolve) => request.once('close', resolve).on('error', resolve));
  const [part, parts] = [Buffer.alloc(1_048_576, 'x'), { sent: 0 }];
  const more = () => {
    while (!request.destroyed && request.write(part)) parts.sent += 1;
  };
  request.on('drain', more);
  more();
  const [response]: http.IncomingMessage[] = await answered;
  expect([response?.statusCode, response && JSON.parse(await text(response))]).toEqual([
    413,
    { success: false, error: 'Request body too large', code: 'body_too_large' },
  ]);
  await closed;
  expect(await keysOf(app.ports.files, organization.id)).toEqual([]);
  expect(await read({ call }, made.id)).toMatchObject({ status: 'pending' });
}, 30_000);
test('400 for bytes that end early, and nothing is kept', async () => {
  const { call } = await app.caller();
  const made = await presign(call);
  const { pathname, search } = new URL(made.uploadUrl);
  const request = http
    .request(app.base + pathname + search, { method: 'PUT', headers: { 'Content-Length': 1_000_000 } })
    .on('error', () => undefined);
  request.write(Buffer.alloc(100_000));
  await new Promise((resolve) => request.once('socket', (socket) => socket.once('connect', resolve)));
  request.destroy();
  await expect.poll(async () => (await put(made, png)).status).toBe(200);
  expect(await read({ call }, made.id)).toMatchObject({ size: png.length });
});

test('204 on delete, with the bytes; 404 from then on', async () => {
  const { call, organization } = await app.caller();
  const made = await presign(call);
  await put(made, png);
  const path = `/v1/uploads/${made.id}`;
  expect(await call('DELETE', path)).toMatchObject({ status: 204, text: '' });
  expect(await keysOf(app.ports.files, organization.id)).toEqual([]);
  for (const method of ['GET', 'DELETE'])
    expect(await call(method, path)).toMatchObject({ status: 404, body: { error: 'Upload not found' } });
});
test.each([undefined, asProblem.accept])('409 on delete once it was used, as %s', async (accept) => {
  const caller = await app.caller();
  const fileKey = await uploaded(app.base, caller.call, png);
  await logo(caller, fileKey);
  const { id } = await app.database.system.selectFrom('upload').select('id').where('file_key', '=', fileKey).executeTakeFirstOrThrow();
  expect(await caller.call('DELETE', `/v1/uploads/${id}`, { accept })).toMatchObject({
    status: 409,
    body: accept ? { detail: 'The upload is in use' } : { error: 'The upload is in use' },
  });
  expect(await stored({ fileKey })).toEqual(png);
});
test('404 for an upload of another organization, whose key is 400 wherever it is named', async () => {
  const [one, other] = [await app.caller(), await app.caller()];
  const made = await presign(one.call);
  await put(made, png);
  for (const method of ['GET', 'DELETE']) expect(await other.call(method, `/v1/uploads/${made.id}`)).toMatchObject({ status: 404 });
  expect(await logo(other, made.fileKey)).toMatchObject({
    status: 400,
    body: { details: { fileKey: { _errors: ['must be the key of an upload of the organization with the purpose general'] } } },
  });
  expect(await logo(one, (await presign(one.call, { purpose: 'evidence' })).fileKey)).toMatchObject({ status: 400 });
});
test('nothing of it is in the log', async () => {
  const { call, organization } = await app.caller();
  const made = await presign(call);
  await put(made, png);
  await call('DELETE', `/v1/uploads/${made.id}`);
  expect(await readLog(app.database, organization.id)).toEqual([]);
});
