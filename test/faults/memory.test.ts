/** A file of the maximum size passes through the service without being in memory as a whole, for every way of uploading. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { bootstrapKey, type Process, startServer, temporaryFolder } from '../support/process.ts';

const mebibyte = 1024 * 1024;
const size = 100 * mebibyte;
/** Maximum growth of the process in MiB, for parts that are not garbage-collected yet. The three files together have 300 MiB. */
const maxGrowth = 200;
const canMeasure = existsSync('/proc/self/status');

/** @returns the resident memory of the process in MiB: the current value, and the peak since the previous call */
function memoryOf({ pid }: Process): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  const memory = { now: read('VmRSS'), peak: read('VmHWM') };
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return memory;
}

async function* zeroBytes(length: number, encode = (part: Buffer): Buffer => part) {
  // Each part but the last has a multiple of 3 bytes, so that the base64 of the parts can be joined.
  const part = Buffer.alloc(786_432);
  for (let remaining = length; remaining > 0; remaining -= part.length)
    yield encode(remaining < part.length ? part.subarray(0, remaining) : part);
}
async function* jsonBody(fields: object) {
  yield Buffer.from(`${JSON.stringify(fields).slice(0, -1)},"fileData":"`);
  yield* zeroBytes(size, (part) => Buffer.from(part.toString('base64')));
  yield Buffer.from('"}');
}
const stream = (parts: AsyncIterable<Buffer>) => ({
  body: Readable.toWeb(Readable.from(parts)) as ReadableStream,
  duplex: 'half' as const,
});

const thrice = <T>(work: () => Promise<T>) => Promise.all([work(), work(), work()]);

test.runIf(canMeasure)(
  'three concurrent files of 100 MiB are uploaded as raw bytes and as base64, and downloaded again',
  async () => {
    const server = await startServer({ DATA_DIR: temporaryFolder() });
    const headers = { 'X-API-Key': bootstrapKey, 'Content-Type': 'application/json' };
    const ask = async (method: string, path: string, init: RequestInit = {}) => {
      const answer = await fetch(server.url + path, { method, headers, ...init });
      const text = await answer.text();
      expect(answer.status, text).toBeLessThan(300);
      return JSON.parse(text);
    };
    const record = {
      entityType: 'risk',
      entityId: (await ask('GET', '/v1/risks?limit=1')).data[0].id,
      fileName: 'zeros.bin',
      fileType: 'application/octet-stream',
    };
    const { now: memoryBefore } = memoryOf(server);

    await thrice(async () => {
      const { uploadUrl, fileKey } = await ask('POST', '/v1/uploads/presign', {
        body: JSON.stringify({ purpose: 'attachment', fileName: 'zeros.bin', fileType: 'application/octet-stream' }),
      });
      expect(await (await fetch(uploadUrl, { method: 'PUT', ...stream(zeroBytes(size)) })).json()).toMatchObject({ size });
      expect(await ask('POST', '/v1/attachments', { body: JSON.stringify({ ...record, fileKey }) })).toMatchObject({ size });
    });
    await thrice(async () => {
      const { downloadUrl, ...attachment } = await ask('POST', '/v1/attachments', stream(jsonBody(record)));
      expect(attachment).toMatchObject({ size });
      let receivedBytes = 0;
      for await (const part of (await fetch(downloadUrl)).body ?? []) receivedBytes += part.length;
      expect(receivedBytes).toBe(size);
    });
    expect(memoryOf(server).peak - memoryBefore).toBeLessThan(maxGrowth);
  },
  180_000,
);
