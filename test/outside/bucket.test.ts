/** Tests the service with a bucket as its file store, which clients read and write with presigned URLs. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Database } from '#platform/database/open';
import { sweepObsoleteFiles } from '#platform/files/obsolete';
import { recordDirectUploads, maxFileBytes, removeExpired } from '#platform/files/uploads';
import type { Ports } from '#platform/ports/index';
import { call, listenOn, openTestDatabase, type RequestOptions, testConfig } from '../support/app.ts';
import { attach, file, follow, png, newRiskId } from '../support/attachments.ts';
import { newOrganization } from '../support/organization.ts';
import { startStore, type Store } from '../support/s3.ts';
import { presign } from '../support/uploads.ts';

let store: Store;
let database: Database;
let ports: Ports;
let base: string;
beforeAll(async () => {
  [store, database] = [await startStore(), await openTestDatabase()];
  ({ ports, base } = await listenOn(database, testConfig(store.env)));
});
afterAll(async () => {
  await database.close();
  await store.close();
});

async function newCaller() {
  const organization = await newOrganization(database);
  return {
    organization,
    call: (method: string, url: string, options: RequestOptions = {}) => call(base, method, url, { key: organization.key, ...options }),
  };
}
const keysOf = ({ organization: { id } }: Awaited<ReturnType<typeof newCaller>>) =>
  [...store.objects.keys()].filter((key) => key.startsWith(`${id}/`));

test('200 for an upload to the bucket: the service finds it there, copies it when it is used, and verifies it from then on', async () => {
  const caller = await newCaller();
  const { call: ask } = caller;
  const upload = await presign(ask, { purpose: 'attachment', fileName: 'Minutes.txt' });
  expect(upload.uploadUrl).toContain(store.env.S3_ENDPOINT);
  const read = async () => (await ask('GET', `/v1/uploads/${upload.id}`)).body;
  expect(await read()).toMatchObject({ status: 'pending', size: null });
  expect((await fetch(upload.uploadUrl, { method: 'PUT', body: 'Minutes' })).status).toBe(200);
  expect(await read()).toMatchObject({ status: 'uploaded', size: 7, sha256: null });
  const body = {
    entityType: 'risk',
    entityId: await newRiskId(ask),
    fileName: 'Minutes.txt',
    fileType: 'text/plain',
    fileKey: upload.fileKey,
  };
  const { status, body: attachment } = await ask('POST', '/v1/attachments', { body });
  expect([status, attachment.size, attachment.sha256]).toEqual([201, 7, createHash('sha256').update('Minutes').digest('hex')]);
  expect(await read()).toMatchObject({ status: 'consumed' });
  // A client with the upload URL may still send other bytes, but the attached file stays the same.
  await fetch(upload.uploadUrl, { method: 'PUT', body: 'Changed' });
  expect(await (await fetch(attachment.downloadUrl)).text()).toBe('Minutes');
  expect(store.refused).toEqual([]);
});
test('200 with a link into the bucket, which returns the file with its type as a download and never inline', async () => {
  const caller = await newCaller();
  const attachment = await attach(caller.call, await newRiskId(caller.call), file('Größe.png', 'image/png', png));
  expect(attachment.downloadUrl).toContain(store.env.S3_ENDPOINT);
  const answer = await fetch(attachment.downloadUrl);
  expect([answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
    'image/png',
    `attachment; filename="Gr__e.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.png`,
  ]);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
  expect(await caller.call('DELETE', `/v1/attachments/${attachment.id}`)).toMatchObject({ status: 204 });
  expect(keysOf(caller)).toEqual([]);
});
test('200 from the service itself for files that a browser shows, with a sandbox and without type detection', async () => {
  const { call: ask } = await newCaller();
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const attachment = await attach(ask, await newRiskId(ask), file('a.svg', 'image/svg+xml', drawing));
  const { downloadUrl } = (await ask('GET', `/v1/attachments/${attachment.id}/download?disposition=inline`)).body;
  const { logoUrl } = (await ask('POST', '/v1/organization/logo', { body: file('a.svg', 'image/svg+xml', drawing) })).body;
  for (const link of [downloadUrl, logoUrl]) {
    expect(link).not.toContain(store.env.S3_ENDPOINT);
    const answer = await follow(base, link);
    expect([
      answer.redirected,
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('content-disposition')?.split(';')[0],
    ]).toEqual([false, 200, 'image/svg+xml', 'inline']);
    expect([answer.headers.get('x-content-type-options'), answer.headers.get('content-security-policy')]).toEqual([
      'nosniff',
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    ]);
    // A logo is rewritten, so that it contains only a drawing.
    const rewritten = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"></svg>';
    expect(await answer.text()).toBe(link === logoUrl ? rewritten : drawing);
  }
});
test('302 from links of the service to the bucket for downloads', async () => {
  const { organization } = await newCaller();
  const key = `${organization.id}/a/1.png`;
  await ports.files.put(key, png);
  const answer = await follow(base, ports.files.link(key, 60, { name: 'a.png', type: 'image/png' }));
  expect([answer.redirected, answer.status, answer.headers.get('content-disposition')]).toEqual([
    true,
    200,
    'attachment; filename="a.png"',
  ]);
});
test('400 for the key of an empty object', async () => {
  const { call: ask } = await newCaller();
  const { fileKey, uploadUrl } = await presign(ask);
  await fetch(uploadUrl, { method: 'PUT', body: '' });
  expect(await ask('POST', '/v1/organization/logo', { body: { fileName: 'a.png', fileType: 'image/png', fileKey } })).toMatchObject({
    status: 400,
    body: { details: { fileKey: { _errors: ['must not be an empty file'] } } },
  });
});
test('413 for an object that is too large, before it is read', async () => {
  const { call: ask } = await newCaller();
  const { fileKey, uploadUrl } = await presign(ask);
  await fetch(uploadUrl, { method: 'PUT', body: Buffer.alloc(2 * 1024 * 1024 + 1) });
  expect(await ask('POST', '/v1/organization/logo', { body: { fileName: 'a.png', fileType: 'image/png', fileKey } })).toMatchObject({
    status: 413,
  });
});
test('bytes of an unused upload are deleted one day after its address expires', async () => {
  const caller = await newCaller();
  const [oldUpload, youngUpload] = [await presign(caller.call), await presign(caller.call)];
  for (const { uploadUrl } of [oldUpload, youngUpload]) await fetch(uploadUrl, { method: 'PUT', body: 'x' });
  for (const [{ id }, age] of [
    [oldUpload, '24 hours 16 minutes'],
    [youngUpload, '24 hours 14 minutes'],
  ] as const)
    await sql`update upload set expires_at = expires_at - ${age}::interval where id = ${id}`.execute(database.system);
  expect([
    (await caller.call('GET', `/v1/uploads/${oldUpload.id}`)).body.status,
    (await caller.call('GET', `/v1/uploads/${youngUpload.id}`)).body.status,
  ]).toEqual(['expired', 'uploaded']);
  await removeExpired(database.system, ports.files);
  expect(keysOf(caller)).toEqual([youngUpload.fileKey]);
});
test('500 when the bucket rejects the service, and nothing is stored', async () => {
  const { base: misconfiguredBase } = await listenOn(database, testConfig({ ...store.env, S3_SECRET_ACCESS_KEY: 'guessed' }));
  const { organization, call: ask } = await newCaller();
  const riskId = await newRiskId(ask);
  expect(
    await call(misconfiguredBase, 'POST', '/v1/attachments', {
      key: organization.key,
      body: { ...file('a.png', 'image/png', png), entityType: 'risk', entityId: riskId },
    }),
  ).toMatchObject({ status: 500, body: { error: 'Internal server error' } });
  expect((await ask('GET', `/v1/attachments?entityType=risk&entityId=${riskId}`)).body.data).toEqual([]);
});
test.each([
  ['*/*', 'application/json'],
  ['application/problem+json, */*;q=0.1', 'application/problem+json'],
])(
  '500 for an update of the agent when the bucket rejects the service, and 503 while it is busy, for Accept: %s as %s',
  async (accept, type) => {
    const { base: misconfiguredBase } = await listenOn(database, testConfig({ ...store.env, S3_SECRET_ACCESS_KEY: 'guessed' }));
    const url = '/v1/device-agent/updates/latest.yml';
    const rejected = await call(misconfiguredBase, 'GET', url, { accept });
    const busyAnswer = await store.whileBusy(() => call(base, 'GET', url, { accept }));
    expect([rejected.status, busyAnswer.status, busyAnswer.headers.get('retry-after')]).toEqual([500, 503, '1']);
    for (const answer of [rejected, busyAnswer]) expect(answer.headers.get('content-type')).toContain(type);
  },
);
test('503 with Retry-After while the bucket is busy, for every operation that uses it', async () => {
  const { call: ask } = await newCaller();
  const riskId = await newRiskId(ask);
  const { id, downloadUrl } = await attach(ask, riskId);
  const { fileKey } = await presign(ask, { purpose: 'attachment' });
  const busyAnswers = await store.whileBusy(async () => [
    await ask('POST', '/v1/attachments', { body: { ...file('a.png', 'image/png', png), entityType: 'risk', entityId: riskId } }),
    await ask('POST', '/v1/attachments', {
      body: { fileName: 'a.txt', fileType: 'text/plain', fileKey, entityType: 'risk', entityId: riskId },
    }),
  ]);
  for (const answer of busyAnswers) expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(
    (await ask('GET', `/v1/attachments?entityType=risk&entityId=${riskId}`)).body.data.map(({ id: one }: { id: string }) => one),
  ).toEqual([id]);
  expect((await fetch(downloadUrl)).status).toBe(200);
});
test('bytes in the bucket count once the service has found them, until they are deleted; too large files are removed', async () => {
  const caller = await newCaller();
  const usage = async () => (await caller.call('GET', '/v1/uploads/usage')).body;
  const [upload, hugeUpload, waitingUpload] = [await presign(caller.call), await presign(caller.call), await presign(caller.call)];
  await fetch(upload.uploadUrl, { method: 'PUT', body: 'Minutes' });
  store.objects.set(hugeUpload.fileKey, Buffer.alloc(maxFileBytes + 1));
  expect(await usage()).toMatchObject({ storage: { usedBytes: 0 }, unfinishedUploads: { count: 3 } });
  await recordDirectUploads(database.system, ports.files);
  expect(await usage()).toMatchObject({ storage: { usedBytes: 7 }, unfinishedUploads: { count: 2 } });
  expect(keysOf(caller)).toEqual([upload.fileKey]);
  await fetch(upload.uploadUrl, { method: 'PUT', body: 'Longer minutes' });
  expect(
    await caller.call('POST', '/v1/attachments', {
      body: {
        entityType: 'risk',
        entityId: await newRiskId(caller.call),
        fileName: 'a.txt',
        fileType: 'text/plain',
        fileKey: upload.fileKey,
      },
    }),
  ).toMatchObject({ status: 400 });
  const body = { purpose: 'attachment', fileName: 'a.txt', fileType: 'text/plain' };
  const usedUpload = await presign(caller.call, body);
  await fetch(usedUpload.uploadUrl, { method: 'PUT', body: 'one' });
  await recordDirectUploads(database.system, ports.files);
  await fetch(usedUpload.uploadUrl, { method: 'PUT', body: 'three' });
  expect(
    await caller.call('POST', '/v1/attachments', {
      body: {
        entityType: 'risk',
        entityId: await newRiskId(caller.call),
        fileName: 'a.txt',
        fileType: 'text/plain',
        fileKey: usedUpload.fileKey,
      },
    }),
  ).toMatchObject({ status: 201, body: { size: 5 } });
  expect(await usage()).toMatchObject({ storage: { usedBytes: 7 + 5 + 5 } });
  expect(await sweepObsoleteFiles(database.system, ports.files)).toBeUndefined();
  expect(keysOf(caller)).toHaveLength(3);
  for (const { id } of [upload, waitingUpload]) expect(await caller.call('DELETE', `/v1/uploads/${id}`)).toMatchObject({ status: 204 });
  expect(await usage()).toMatchObject({ storage: { usedBytes: 10 } });
});
