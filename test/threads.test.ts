import { expect, test } from 'vitest';
import { inThread, TooBusy, TooMuch } from '../server/threads/thread.ts';

const limits = { seconds: 20, megabytes: 64 };
const module = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads'; ${text}`)}`);
const forever = module('setInterval(() => undefined, 1000);');
const run = (url: URL, data: object = {}, more: object = {}) => inThread(url, data, [], { ...limits, ...more });

test('gives what the module posts, and hands the bytes over', async () => {
  const bytes = new Uint8Array([1, 2, 3]);
  expect(await inThread(module('parentPort.postMessage({ length: workerData.bytes.length, more: workerData.more });'), { bytes, more: 'x' }, [bytes], limits)).toEqual({ length: 3, more: 'x' });
  expect(bytes.length).toBe(0);
});
test('gives up after its time, also when the module never lets go', async () => {
  await expect(run(module('for (;;);'), {}, { seconds: 0.3 })).rejects.toThrow(TooMuch);
});
test('gives up when the module takes more memory than it may', async () => {
  await expect(run(module('const all = []; for (;;) all.push({ text: "x".repeat(10) + all.length });'), {}, { megabytes: 32 })).rejects.toThrow(TooMuch);
});
test('throws what the module throws, and when it ends without a word', async () => {
  await expect(run(module('throw new TypeError("no such thing");'))).rejects.toThrow('no such thing');
  await expect(run(module(''))).rejects.toThrow('without a word');
});
test('ends when it is aborted, at work or in the queue', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const working = run(forever, {}, { signal: first.signal });
  const waiting = run(forever, {}, { signal: second.signal });
  second.abort(new Error('not any more'));
  await expect(waiting).rejects.toThrow('not any more');
  first.abort(new Error('stopped'));
  await expect(working).rejects.toThrow('stopped');
  await expect(run(forever, {}, { signal: AbortSignal.abort(new Error('never began')) })).rejects.toThrow('never began');
});
test('one at a time, in order; who has no more patience leaves the queue', async () => {
  const slow = module('setTimeout(() => parentPort.postMessage(workerData.n), 300);');
  const ended: unknown[] = [];
  const note = (job: Promise<unknown>) => job.then((value) => ended.push(value), (error: unknown) => ended.push(error instanceof TooBusy ? 'busy' : error));
  await Promise.all([note(run(slow, { n: 1 })), note(run(slow, { n: 2 }, { patience: 0.05 })), note(run(slow, { n: 3 }))]);
  expect(ended).toEqual(['busy', 1, 3]);
});
