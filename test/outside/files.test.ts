/** The file store behaves in the same way in a directory and in a bucket. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { configFrom } from '#platform/config';
import { newId } from '#platform/database/ids';
import { dispositionOf } from '#platform/ports/file-links';
import { type Files, safeName } from '#platform/ports/files';
import { portsFrom } from '#platform/ports/index';
import { startStore, type Store } from '../support/s3.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'files-'));
let store: Store;
beforeAll(async () => {
  store = await startStore();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await store.close();
});

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const keysOf = async (files: Files, organizationId: string) => {
  const keys: string[] = [];
  for await (const { key } of files.list(organizationId)) keys.push(key);
  return keys;
};
async function* inPieces(bytes: Buffer, length = 100_000) {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}
async function* failingStream() {
  yield Buffer.from('begun');
  throw new Error('broken off');
}

describe.each(['directory', 'bucket'])('in a %s', (kind) => {
  const dataDir = path.join(folder, kind);
  const files = async () => (await portsFrom(configFrom({ DATA_DIR: dataDir, ...(kind === 'bucket' && store.env) }))).files;
  const drafts = () =>
    readdirSync(path.join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('draft-'));

  test('a stored file is read as a whole and in pieces, and does not exist once it is removed', async () => {
    const [fileStore, key, bytes] = [await files(), `${newId('org')}/folder/1-a b_c.txt`.replace(' ', '-'), randomBytes(300_000)];
    expect(await fileStore.put(key, bytes)).toEqual({ size: bytes.length, sha256: hashOf(bytes) });
    expect(await fileStore.read(key, hashOf(bytes))).toEqual(bytes);
    expect(await buffer((await fileStore.stream(key, hashOf(bytes))) ?? Readable.from([]))).toEqual(bytes);
    expect(await fileStore.size(key)).toBe(bytes.length);
    await fileStore.put(key, inPieces(bytes.subarray(7)));
    expect(await fileStore.read(key)).toEqual(bytes.subarray(7));
    for (let again = 0; again < 2; again += 1) await fileStore.remove(key);
    expect([await fileStore.read(key), await fileStore.stream(key), await fileStore.size(key)]).toEqual([undefined, undefined, undefined]);
    expect(drafts()).toEqual([]);
  });
  test('an empty file is stored and read', async () => {
    const [fileStore, key] = [await files(), `${newId('org')}/a/empty.txt`];
    expect(await fileStore.put(key, Buffer.alloc(0))).toEqual({ size: 0, sha256: hashOf(Buffer.alloc(0)) });
    expect([await fileStore.size(key), await fileStore.read(key)]).toEqual([0, Buffer.alloc(0)]);
  });
  test('a draft is not listed as a file until it is kept', async () => {
    const [fileStore, id, bytes] = [await files(), newId('org'), randomBytes(20_000)];
    const draft = await fileStore.draft(inPieces(bytes, 3_000));
    expect(draft).toMatchObject({ size: bytes.length, sha256: hashOf(bytes), start: bytes.subarray(0, 8192) });
    expect(await draft.read()).toEqual(bytes);
    expect(fileStore.findDraft(draft.name)).toBe(draft);
    expect(await keysOf(fileStore, id)).toEqual([]);
    await draft.keep(`${id}/a/1.bin`);
    expect(await keysOf(fileStore, id)).toEqual([`${id}/a/1.bin`]);
    expect(await fileStore.read(`${id}/a/1.bin`)).toEqual(bytes);
    expect(fileStore.findDraft(draft.name)).toBeUndefined();
    const draftFile = await fileStore.draft(bytes);
    for (let again = 0; again < 2; again += 1) await draftFile.discard();
    expect(drafts()).toEqual([]);
  });
  test('a draft that is copied from a stored file is independent of that file', async () => {
    const [fileStore, id, bytes] = [await files(), newId('org'), randomBytes(20_000)];
    const sizeAndHash = await fileStore.put(`${id}/a/1.bin`, bytes);
    for (const length of [20_000, 1_000_000]) {
      const draft = await fileStore.draftOf(`${id}/a/1.bin`, length);
      expect(draft).toMatchObject({ ...sizeAndHash, start: bytes.subarray(0, 8192) });
      await fileStore.put(`${id}/a/1.bin`, Buffer.from('other'));
      await draft?.keep(`${id}/a/2.bin`);
      expect([await fileStore.read(`${id}/a/2.bin`), String(await fileStore.read(`${id}/a/1.bin`))]).toEqual([bytes, 'other']);
      await fileStore.put(`${id}/a/1.bin`, bytes);
    }
    const cutDraft = await fileStore.draftOf(`${id}/a/1.bin`, 1_000);
    expect(cutDraft).toMatchObject({ size: 1_001, sha256: hashOf(bytes.subarray(0, 1_001)) });
    await cutDraft?.discard();
    expect(await fileStore.draftOf(`${id}/a/none.bin`, 1)).toBeUndefined();
    expect(drafts()).toEqual([]);
  });
  test('a write that fails leaves nothing behind and does not change the existing file', async () => {
    const [fileStore, key] = [await files(), `${newId('org')}/a/1.txt`];
    await fileStore.put(key, Buffer.from('first'));
    await expect(fileStore.put(key, failingStream())).rejects.toThrow('broken off');
    expect(String(await fileStore.read(key))).toBe('first');
    expect(drafts()).toEqual([]);
  });
  test('a file that differs from the stored one is not returned', async () => {
    const [fileStore, key, bytes] = [await files(), `${newId('org')}/a/1.bin`, randomBytes(200_000)];
    await fileStore.put(key, bytes);
    const wrongHash = hashOf(bytes.subarray(1));
    await expect(fileStore.read(key, wrongHash)).rejects.toThrow('not as it was put');
    const receivedParts: Buffer[] = [];
    await expect(
      (async () => {
        for await (const part of (await fileStore.stream(key, wrongHash)) ?? []) receivedParts.push(part);
      })(),
    ).rejects.toThrow('not as it was put');
    expect(Buffer.concat(receivedParts).length).toBeLessThan(bytes.length);
  });
  test('listing and removing the files of an organization does not affect other organizations', async () => {
    const [fileStore, [id, otherId]] = [await files(), [newId('org'), newId('org')]];
    const keys = ['a/1.txt', 'a/b/2.txt', 'a/b/3.txt', 'c/4.txt', 'd.txt'].map((name) => `${id}/${name}`);
    for (const key of [...keys, `${otherId}/a/1.txt`]) await fileStore.put(key, Buffer.from(key));
    expect((await keysOf(fileStore, id)).toSorted()).toEqual(keys);
    await fileStore.removeAll(id);
    expect([await keysOf(fileStore, id), await keysOf(fileStore, otherId)]).toEqual([[], [`${otherId}/a/1.txt`]]);
  });
  test('while any process holds the store, no files are removed; they are removed afterwards', async () => {
    const [[fileStore, otherStore], id] = [[await files(), await files()], newId('org')];
    const [keptContent, key] = [Buffer.from('kept'), `${id}/a/1.txt`];
    await fileStore.put(key, keptContent);
    const releases = [await fileStore.holdDeletions(), await fileStore.holdDeletions()];
    for (const release of releases) {
      expect([await otherStore.remove(key), await otherStore.removeAll(id), await fileStore.remove(`${id}/none`)]).toEqual([
        false,
        false,
        false,
      ]);
      expect(await otherStore.read(key)).toEqual(keptContent);
      expect(await keysOf(fileStore, id)).toEqual([key]);
      await release();
    }
    expect([await otherStore.remove(key), await otherStore.read(key)]).toEqual([true, undefined]);
    expect(await otherStore.removeAll(id)).toBe(true);
  });
  test.each(['../secret', 'a/../../secret', 'a//b', '/etc/passwd', 'a/./b', 'a/b\0c', 'a/~b', ''])(
    '%j is rejected as a key',
    async (key) => {
      await expect((await files()).put(key, Buffer.from('x'))).rejects.toThrow('not the key of a file');
      const fileStore = await files();
      expect(() => fileStore.link(key, 60)).toThrow('not the key of a file');
    },
  );
});

describe('a bucket', () => {
  const files = async () => (await portsFrom(configFrom({ DATA_DIR: path.join(folder, 'bucket'), ...store.env }))).files;
  test('is written and read with presigned URLs until they expire', async () => {
    const [{ direct }, key] = [await files(), `${newId('org')}/uploads/general/1-a.txt`];
    const putAnswer = await fetch((await direct?.upload(key, 60)) ?? '', {
      method: 'PUT',
      body: 'hello',
      headers: { 'Content-Type': 'text/anything' },
    });
    expect([putAnswer.status, String(store.objects.get(key))]).toEqual([200, 'hello']);
    const address = (await direct?.download(key, 60, { name: 'Größe "1".txt', type: 'text/plain' })) ?? '';
    const getAnswer = await fetch(address);
    expect([
      getAnswer.status,
      await getAnswer.text(),
      getAnswer.headers.get('content-type'),
      getAnswer.headers.get('content-disposition'),
    ]).toEqual([200, 'hello', 'text/plain', `attachment; filename="Gr__e _1_.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.txt`]);
    expect((await fetch(address.replace('a.txt', 'b.txt'))).status).toBe(403);
    expect((await fetch(address, { method: 'PUT', body: 'other' })).status).toBe(403);
    expect((await fetch((await direct?.download(key, -60, { name: 'a', type: 'text/plain' })) ?? '')).status).toBe(403);
  });
  test('rejects requests with a wrong secret, and the service reports this', async () => {
    const stranger = (await portsFrom(configFrom({ DATA_DIR: path.join(folder, 'bucket'), ...store.env, S3_SECRET_ACCESS_KEY: 'guessed' })))
      .files;
    await expect(stranger.put(`${newId('org')}/a/1.txt`, Buffer.from('x'))).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    await expect(stranger.size(`${newId('org')}/a/1.txt`)).rejects.toThrow();
  });
});

test('drafts of a killed process are removed after two days, and drafts of running processes are kept', async () => {
  const directory = path.join(folder, 'left', 'files', '~drafts');
  mkdirSync(directory, { recursive: true });
  for (const name of ['draft-old', 'draft-new']) writeFileSync(path.join(directory, name), name);
  const longAgo = new Date(Date.now() - 49 * 3_600_000);
  utimesSync(path.join(directory, 'draft-old'), longAgo, longAgo);
  const { files } = await portsFrom(configFrom({ DATA_DIR: path.join(folder, 'left') }));
  await files.removeDrafts();
  expect(readdirSync(directory)).toEqual(['draft-new']);
});
test('a file is stored at the path in its key', async () => {
  const key = `${newId('org')}/a/b/1.txt`;
  await (await portsFrom(configFrom({ DATA_DIR: path.join(folder, 'plain') }))).files.put(key, Buffer.from('x'));
  expect(readFileSync(path.join(folder, 'plain', 'files', key), 'utf8')).toBe('x');
});
test.each([
  ['report.pdf', false, 'attachment; filename="report.pdf"'],
  ['a "b" c.txt', true, `inline; filename="a _b_ c.txt"; filename*=UTF-8''a%20%22b%22%20c.txt`],
  ['../../etc/passwd', false, 'attachment; filename="passwd"'],
  ['C:\\temp\\c.txt', false, 'attachment; filename="c.txt"'],
  ['a%20b.txt', false, `attachment; filename="a%20b.txt"; filename*=UTF-8''a%2520b.txt`],
  ["it's (1)*.txt", false, `attachment; filename="it's (1)*.txt"`],
  ['a\r\nX-Evil: 1', false, `attachment; filename="a__X-Evil_ 1"`],
  ['Node.js: review.pdf', false, `attachment; filename="Node.js_ review.pdf"`],
  ['Node.js; review.pdf', false, `attachment; filename="Node.js_ review.pdf"; filename*=UTF-8''Node.js%3B%20review.pdf`],
  ['Größe: 1.txt', true, `inline; filename="Gr__e_ 1.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe_%201.txt`],
  ['bill-\u202efdp.html', false, 'attachment; filename="bill-_fdp.html"'],
  ['b\u200bä.exe\u2066', false, `attachment; filename="b__.exe_"; filename*=UTF-8''b_%C3%A4.exe_`],
  ['報告.pdf', false, `attachment; filename="__.pdf"; filename*=UTF-8''%E5%A0%B1%E5%91%8A.pdf`],
])('the Content-Disposition header for %j', (name, inline, header) => expect(dispositionOf(name, inline)).toBe(header));
test.each([
  ['Q2 report (final).pdf', 'Q2_report__final_.pdf'],
  ['../../etc/passwd', '__.._etc_passwd'],
  ['Größe.txt', 'Gr__e.txt'],
  ['....', '_'],
  ['x'.repeat(300), 'x'.repeat(100)],
])('%j is stored as %s', (name, safe) => expect(safeName(name)).toBe(safe));

test.runIf(process.platform === 'linux')('keeping a file syncs it and each of its parent directories to disk', async () => {
  const dataDir = path.join(folder, 'synced');
  const { files } = await portsFrom(configFrom({ DATA_DIR: dataDir, SECRET: 'x'.repeat(32) }));
  const key = `${newId('org')}/a/b/1.txt`;
  const handle = await open(folder);
  const prototype: { sync: typeof handle.sync } = Object.getPrototypeOf(handle);
  await handle.close();
  const { sync } = prototype;
  const syncedPaths: string[] = [];
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(function (this: typeof handle) {
    const name = path.relative(dataDir, readlinkSync(`/proc/self/fd/${this.fd}`));
    syncedPaths.push(name.includes('draft-') ? 'draft' : `${name}${existsSync(path.join(dataDir, 'files', key)) ? ' with the file' : ''}`);
    return sync.call(this);
  });
  try {
    await files.put(key, Buffer.from('x'));
  } finally {
    spy.mockRestore();
  }
  const [organizationId] = key.split('/');
  expect(syncedPaths.slice(syncedPaths.indexOf('draft'))).toEqual([
    'draft',
    `files/${organizationId}/a`,
    `files/${organizationId}`,
    'files',
    `files/${organizationId}/a/b with the file`,
  ]);
  expect(syncedPaths).toContain('');
});
