/** Entry point of a worker process: runs the jobs it receives, one at a time, until the server disconnects. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { isObject } from '../json-object.ts';
import type { Work } from './work.ts';

const megabyte = 1024 * 1024;
const [, , maxMegabytes] = process.argv;

// In a separate thread, because a job may block this one.
new Worker(new URL(`watch${path.extname(import.meta.url)}`, import.meta.url), {
  workerData: { most: Number(maxMegabytes) * megabyte, server: process.ppid },
}).unref();
process.once('disconnect', () => process.exit());

let parts: unknown[] = [];
let sendNext = () => {};
process.on('message', (message: unknown) => {
  if (!isObject(message)) return;
  if ('part' in message) parts.push(message.part);
  else if ('next' in message) sendNext();
  else if (typeof message.module === 'string') {
    const receivedParts = parts;
    parts = [];
    void runJob(message.module, message.input, receivedParts, message.waits === true);
  }
});

async function runJob(module: string, input: unknown, inputParts: readonly unknown[], waits: boolean) {
  try {
    const { default: work }: { readonly default: Work<unknown, unknown> } = await import(module);
    for (const part of await work(input, inputParts)) {
      const nextRequest = new Promise<void>((resolve) => {
        sendNext = resolve;
      });
      await send({ part });
      if (waits) await nextRequest;
    }
    await send({ atRest: process.memoryUsage.rss() / megabyte });
  } catch (error) {
    await send({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function send(message: object): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
}
