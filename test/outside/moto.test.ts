/** The store of files in a bucket that is not of our making. */
import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeOrphans } from '#platform/files/sweep';
import { newId } from '#platform/database/ids';
import type { Ports } from '#platform/ports/index';
import { call, listenOn, type Options, startApp, testConfig } from '../support/app.ts';
import { attach, file, follow, png, riskOf } from '../support/attachments.ts';
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

describe.runIf(installed)('in the bucket of another store', () => {
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
      call: (method: string, url: string, options: Options = {}) => call(base, method, url, { key: organization.key, ...options }),
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
    expect(await files.draftOf(key, 1_000_000)).toMatchObject({ size: bytes.length, sha256: hashOf(bytes) });
    expect(await files.draftOf(key, 1_000)).toMatchObject({ size: 1_001 });
    const more = Array.from({ length: 1_010 }, (_, n) => `${id}/b/${n}.txt`);
    for (let first = 0; first < more.length; first += 50)
      await Promise.all(more.slice(first, first + 50).map((one) => files.put(one, Buffer.from('x'))));
    expect((await keysOf(files, id)).toSorted()).toEqual([key, ...more].toSorted());
    await files.removeAll(id);
    expect(await keysOf(files, id)).toEqual([]);
    expect([await files.read(key), await files.stream(key), await files.size(key), await files.draftOf(key, 1)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    await files.remove(key);
  });
  test('a file above 64 MiB is sent in parts, and read as it was put', { timeout: 120_000 }, async () => {
    const { files } = ports;
    const key = `${newId('org')}/a/large.bin`;
    const piece = randomBytes(2 ** 20);
    async function* pieces() {
      for (let sent = 0; sent < 65; sent += 1) yield piece;
    }
    const { size, sha256 } = await files.put(key, pieces());
    expect(size).toBe(65 * 2 ** 20);
    const link = await files.direct?.download(key, 60, { name: 'large.bin', type: 'application/octet-stream' });
    const answer = await fetch(link ?? '');
    expect(answer.headers.get('etag')).toMatch(/-9"$/);
    expect(hashOf(await answer.bytes())).toBe(sha256);
    await files.remove(key);
  });
  test('200 for an upload by a presigned PUT and a download by a presigned GET, with the headers that were asked for', async () => {
    const { call: ask, id } = await newCaller();
    const made = await presign(ask, { purpose: 'attachment' });
    expect((await fetch(made.uploadUrl, { method: 'PUT', body: 'Minutes' })).status).toBe(200);
    expect((await ask('GET', `/v1/uploads/${made.id}`)).body).toMatchObject({ status: 'uploaded', size: 7 });
    const { status, body } = await ask('POST', '/v1/attachments', {
      body: { entityType: 'risk', entityId: await riskOf(ask), fileName: 'Größe.html', fileType: 'text/html', fileKey: made.fileKey },
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
    const shown = await follow(base, downloadUrl);
    expect([
      shown.redirected,
      await shown.text(),
      shown.headers.get('x-content-type-options'),
      shown.headers.get('content-security-policy'),
    ]).toEqual([false, 'Minutes', 'nosniff', "default-src 'none'; style-src 'unsafe-inline'; sandbox"]);
    expect(await ask('DELETE', `/v1/attachments/${body.id}`)).toMatchObject({ status: 204 });
    expect(await keysOf(ports.files, id)).toEqual([made.fileKey]);
  });
  test('orphans are found and removed, and nothing that a row names', async () => {
    const { call: ask, id } = await newCaller();
    await attach(ask, await riskOf(ask));
    const pending = await presign(ask);
    await fetch(pending.uploadUrl, { method: 'PUT', body: 'Minutes' });
    const before = await keysOf(ports.files, id);
    await ports.files.put(`${id}/a/orphan.txt`, Buffer.from('x'));
    await removeOrphans(app.database.system, ports.files, -60_000);
    expect(await keysOf(ports.files, id)).toEqual(before);
    expect(before).toHaveLength(2);
  });
  test('500 when the store refuses us, with a line in the log that tells no secret; 503 with Retry-After while it is away', async () => {
    const own = await startMoto();
    try {
      const server = await startServer({
        ...own.env,
        DATA_DIR: temporaryFolder(),
        LOG_LEVEL: 'error',
        RATE_LIMIT: '0',
        BOOTSTRAP_API_KEY: `cak_${'cd'.repeat(32)}`,
      });
      const ask = (method: string, url: string, options: Options = {}) =>
        call(server.url, method, url, { key: `cak_${'cd'.repeat(32)}`, ...options });
      const body = { ...file('a.png', 'image/png', png), entityType: 'risk', entityId: await riskOf(ask) };
      expect(await ask('POST', '/v1/attachments', { body })).toMatchObject({ status: 201 });
      await own.refuseAll();
      const refused = await ask('POST', '/v1/attachments', { body });
      expect(refused).toMatchObject({ status: 500, body: { success: false, error: 'Internal server error' } });
      const lines = server.logged(50);
      expect(lines).toContainEqual(expect.objectContaining({ requestId: refused.headers.get('x-request-id') }));
      expect(`${refused.text}${server.said.err}`).not.toContain(own.env.S3_SECRET_ACCESS_KEY);
      expect(refused.text).not.toContain(own.env.S3_BUCKET);
      await own.end();
      const away = await ask('POST', '/v1/attachments', { body });
      expect(away).toMatchObject({ status: 503 });
      expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(`${away.text}${server.said.err}`).not.toContain(own.env.S3_SECRET_ACCESS_KEY);
      expect(await ask('GET', '/v1/risks')).toMatchObject({ status: 200 });
    } finally {
      await own.end();
    }
  }, 300_000);
});
