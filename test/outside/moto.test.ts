/** Tests the file store with a bucket of a third-party server: moto. */
import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeOrphans } from '#platform/files/sweep';
import { newId } from '#platform/database/ids';
import type { Ports } from '#platform/ports/index';
import { call, listenOn, type RequestOptions, startApp, testConfig } from '../support/app.ts';
import { attach, file, follow, png, newRiskId } from '../support/attachments.ts';
import { type Moto, motoProgram, startMoto } from '../support/moto.ts';
import { newOrganization } from '../support/organization.ts';
import { startServer } from '../support/process.ts';
import { keysOf, presign } from '../support/uploads.ts';
import { temporaryFolder } from '../support/process.ts';

const app = startApp();
const installed = motoProgram() !== undefined || process.env.CI === 'true';
if (!installed)
  console.log(
    'moto is not installed: the bucket was tried on the stand-in only (pip install "moto[server]", MOTO_SERVER=…/bin/moto_server)',
  );
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.runIf(installed)('in the bucket of a third-party server', () => {
  let moto: Moto;
  let base: string;
  let ports: Ports;
  beforeAll(async () => {
    moto = await startMoto();
    ({ base, ports } = await listenOn(app.database, testConfig(moto.env)));
  });
  afterAll(() => moto.end());
  async function newCaller() {
    const organization = await newOrganization(app.database);
    return {
      id: organization.id,
      call: (method: string, url: string, options: RequestOptions = {}) => call(base, method, url, { key: organization.key, ...options }),
    };
  }

  test('files are put, read, listed over several pages, and removed', async () => {
    const { files } = ports;
    const [id, bytes] = [newId('org'), randomBytes(300_000)];
    const key = `${id}/a/1 b.bin`.replace(' ', '-');
    expect(await files.put(key, bytes)).toEqual({ size: bytes.length, sha256: hashOf(bytes) });
    expect(await files.read(key, hashOf(bytes))).toEqual(bytes);
    expect(await buffer((await files.stream(key, hashOf(bytes))) ?? Readable.from([]))).toEqual(bytes);
    expect(await files.size(key)).toBe(bytes.length);
    const part = (await files.stream(key, undefined, { start: 10, end: 99 })) ?? Readable.from([]);
    expect(await buffer(part)).toEqual(bytes.subarray(10, 100));
    expect(await files.findVersion(key)).toEqual({ size: bytes.length, etag: expect.stringMatching(/^"[\w-]+"$/) });
    expect(await files.draftOf(key, 1_000_000)).toMatchObject({ size: bytes.length, sha256: hashOf(bytes) });
    expect(await files.draftOf(key, 1_000)).toMatchObject({ size: 1_001 });
    const manyKeys = Array.from({ length: 1_010 }, (_, n) => `${id}/b/${n}.txt`);
    for (let first = 0; first < manyKeys.length; first += 50)
      await Promise.all(manyKeys.slice(first, first + 50).map((one) => files.put(one, Buffer.from('x'))));
    expect((await keysOf(files, id)).toSorted()).toEqual([key, ...manyKeys].toSorted());
    await files.removeAll(id);
    expect(await keysOf(files, id)).toEqual([]);
    expect(await files.findVersion(key)).toBeUndefined();
    expect([await files.read(key), await files.stream(key), await files.size(key), await files.draftOf(key, 1)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    await files.remove(key);
  });
  test('a file above 64 MiB is sent in parts, and is read unchanged', async () => {
    const { files } = ports;
    const key = `${newId('org')}/a/large.bin`;
    const piece = randomBytes(2 ** 20);
    async function* pieces() {
      for (let sentMebibytes = 0; sentMebibytes < 65; sentMebibytes += 1) yield piece;
    }
    const { size, sha256 } = await files.put(key, pieces());
    expect(size).toBe(65 * 2 ** 20);
    const link = await files.direct?.download(key, 60, { name: 'large.bin', type: 'application/octet-stream' });
    const answer = await fetch(link ?? '');
    expect(answer.headers.get('etag')).toMatch(/-9"$/);
    expect(hashOf(await answer.bytes())).toBe(sha256);
    await files.remove(key);
  });
  test('200 for an upload by a presigned PUT and a download by a presigned GET, with the requested headers', async () => {
    const { call: ask, id } = await newCaller();
    const upload = await presign(ask, { purpose: 'attachment' });
    expect((await fetch(upload.uploadUrl, { method: 'PUT', body: 'Minutes' })).status).toBe(200);
    expect((await ask('GET', `/v1/uploads/${upload.id}`)).body).toMatchObject({ status: 'uploaded', size: 7 });
    const { status, body } = await ask('POST', '/v1/attachments', {
      body: { entityType: 'risk', entityId: await newRiskId(ask), fileName: 'Größe.html', fileType: 'text/html', fileKey: upload.fileKey },
    });
    expect([status, body.size, body.sha256]).toEqual([201, 7, hashOf(Buffer.from('Minutes'))]);
    expect((await ask('GET', '/v1/uploads/usage')).body).toMatchObject({ storage: { usedBytes: 14 }, unfinishedUploads: { count: 0 } });
    expect(body.downloadUrl).toContain(moto.env.S3_ENDPOINT);
    const answer = await fetch(body.downloadUrl);
    expect([
      answer.status,
      await answer.text(),
      answer.headers.get('content-type')?.split(';')[0],
      answer.headers.get('content-disposition'),
    ]).toEqual([200, 'Minutes', 'text/html', `attachment; filename="Gr__e.html"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.html`]);
    const { downloadUrl } = (await ask('GET', `/v1/attachments/${body.id}/download?disposition=inline`)).body;
    const downloadAnswer = await follow(base, downloadUrl);
    expect([
      downloadAnswer.redirected,
      await downloadAnswer.text(),
      downloadAnswer.headers.get('x-content-type-options'),
      downloadAnswer.headers.get('content-security-policy'),
    ]).toEqual([false, 'Minutes', 'nosniff', "default-src 'none'; style-src 'unsafe-inline'; sandbox"]);
    expect(await ask('DELETE', `/v1/attachments/${body.id}`)).toMatchObject({ status: 204 });
    expect(await keysOf(ports.files, id)).toEqual([upload.fileKey]);
  });
  test('orphaned files are removed, and files that a row refers to are kept', async () => {
    const { call: ask, id } = await newCaller();
    await attach(ask, await newRiskId(ask));
    const pendingUpload = await presign(ask);
    await fetch(pendingUpload.uploadUrl, { method: 'PUT', body: 'Minutes' });
    const keysBefore = await keysOf(ports.files, id);
    await ports.files.put(`${id}/a/orphan.txt`, Buffer.from('x'));
    await removeOrphans(app.database.system, ports.files, -60_000);
    expect(await keysOf(ports.files, id)).toEqual(keysBefore);
    expect(keysBefore).toHaveLength(2);
  });
  test('500 when the store rejects the service, with a log line without secrets, and 503 with Retry-After while it is down', async () => {
    const ownMoto = await startMoto();
    try {
      const server = await startServer({
        ...ownMoto.env,
        DATA_DIR: temporaryFolder(),
        LOG_LEVEL: 'error',
        RATE_LIMIT: '0',
        BOOTSTRAP_API_KEY: `cak_${'cd'.repeat(32)}`,
      });
      const ask = (method: string, url: string, options: RequestOptions = {}) =>
        call(server.url, method, url, { key: `cak_${'cd'.repeat(32)}`, ...options });
      const body = { ...file('a.png', 'image/png', png), entityType: 'risk', entityId: await newRiskId(ask) };
      expect(await ask('POST', '/v1/attachments', { body })).toMatchObject({ status: 201 });
      await ownMoto.refuseAll();
      const rejected = await ask('POST', '/v1/attachments', { body });
      expect(rejected).toMatchObject({ status: 500, body: { success: false, error: 'Internal server error' } });
      const lines = server.logged(50);
      expect(lines).toContainEqual(expect.objectContaining({ requestId: rejected.headers.get('x-request-id') }));
      expect(`${rejected.text}${server.said.err}`).not.toContain(ownMoto.env.S3_SECRET_ACCESS_KEY);
      expect(rejected.text).not.toContain(ownMoto.env.S3_BUCKET);
      await ownMoto.end();
      const unavailable = await ask('POST', '/v1/attachments', { body });
      expect(unavailable).toMatchObject({ status: 503 });
      expect(Number(unavailable.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(`${unavailable.text}${server.said.err}`).not.toContain(ownMoto.env.S3_SECRET_ACCESS_KEY);
      expect(await ask('GET', '/v1/risks')).toMatchObject({ status: 200 });
    } finally {
      await ownMoto.end();
    }
  }, 300_000);
});
