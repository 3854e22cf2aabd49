/** A file of the greatest length goes through the service without ever being in memory as a whole, whichever way it comes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { bootstrapKey, type Process, startServer, temporaryFolder } from '../support/process.ts';

const mebibyte = 1024 * 1024;
const size = 100 * mebibyte;
/** What a process may grow by, for pieces that are not collected yet: held in memory, the files alone would be 300 MiB. */
const most = 200;
const measured = existsSync('/proc/self/status');

/** Resident memory of the process in MiB: now, and at most since this was last asked. */
function memoryOf({ pid }: Process): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  const memory = { now: read('VmRSS'), peak: read('VmHWM') };
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return memory;
}

async function* zeros(length: number, encode = (part: Buffer): Buffer => part) {
  // A multiple of 3, so that parts of base64 join.
  const part = Buffer.alloc(786_432);
  for (let left = length; left > 0; left -= part.length) yield encode(left < part.length ? part.subarray(0, left) : part);
}
async function* json(fields: object) {
  yield Buffer.from(`${JSON.stringify(fields).slice(0, -1)},"fileData":"`);
  yield* zeros(size, (part) => Buffer.from(part.toString('base64')));
  yield Buffer.from('"}');
}
const stream = (parts: AsyncIterable<Buffer>) => ({
  body: Readable.toWeb(Readable.from(parts)) as ReadableStream,
  duplex: 'half' as const,
});

const thrice = <T>(work: () => Promise<T>) => Promise.all([work(), work(), work()]);

test.runIf(measured)(
  'three at once of 100 MiB, as raw bytes, by key, in base64 and back again',
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
    const { now: before } = memoryOf(server);

    await thrice(async () => {
      const { uploadUrl, fileKey } = await ask('POST', '/v1/uploads/presign', {
        body: JSON.stringify({ purpose: 'attachment', fileName: 'zeros.bin', fileType: 'application/octet-stream' }),
      });
      expect(await (await fetch(uploadUrl, { method: 'PUT', ...stream(zeros(size)) })).json()).toMatchObject({ size });
      expect(await ask('POST', '/v1/attachments', { body: JSON.stringify({ ...record, fileKey }) })).toMatchObject({ size });
    });
    await thrice(async () => {
      const { downloadUrl, ...attachment } = await ask('POST', '/v1/attachments', stream(json(record)));
      expect(attachment).toMatchObject({ size });
      let got = 0;
      for await (const part of (await fetch(downloadUrl)).body ?? []) got += part.length;
      expect(got).toBe(size);
    });
    expect(memoryOf(server).peak - before).toBeLessThan(most);
  },
  180_000,
);
