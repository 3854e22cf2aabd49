/** Heavy work off the event loop: each job in a thread of its own, limited in time and memory, and one at a time in the process. */
import { Worker } from 'node:worker_threads';

export interface Limits {
  readonly seconds: number;
  /** Of objects. Bytes of files are not counted. */
  readonly megabytes: number;
  /** Seconds to wait for the turn; without it as long as it takes. */
  readonly patience?: number;
  readonly signal?: AbortSignal | undefined;
}

/** The job came to no end within its limits. */
export class TooMuch extends Error {}
/** Others took too long. */
export class TooBusy extends Error {}

/**
 * Runs a module in a thread. It finds `data` as its `workerData`, and posts one message.
 * @param bytes are handed over with `data`, not copied: nobody else may hold them @returns the message, to be proven by the caller
 * @throws TooMuch, TooBusy, the reason of the signal, or what the module threw
 */
export async function inThread(module: URL, data: object, bytes: readonly Uint8Array<ArrayBuffer>[], { seconds, megabytes, patience, signal }: Limits): Promise<unknown> {
  signal?.throwIfAborted();
  const leave = await turn(patience, signal);
  // What the libraries print of a broken file is not for the log.
  const thread = new Worker(module, { workerData: data, transferList: bytes.map(({ buffer }) => buffer), resourceLimits: { maxOldGenerationSizeMb: megabytes }, stdout: true, stderr: true });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const late = setTimeout(() => reject(new TooMuch('out of time')), seconds * 1000);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  thread.on('message', resolve);
  thread.on('error', (error) => reject('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooMuch('out of memory') : error));
  thread.on('exit', () => reject(new Error('the thread ended without a word')));
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', abort);
    await thread.terminate();
    leave();
  }
}

let busy = false;
const waiting: (() => void)[] = [];

/** @returns what ends the turn */
function turn(patience: number | undefined, signal: AbortSignal | undefined): Promise<() => void> {
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else busy = false;
  };
  if (!busy) {
    busy = true;
    return Promise.resolve(leave);
  }
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const enter = () => { end(); resolve(leave); };
    const giveUp = (error: unknown) => {
      end();
      waiting.splice(waiting.indexOf(enter), 1);
      reject(error);
    };
    const abort = () => giveUp(signal?.reason);
    const timer = patience === undefined ? undefined : setTimeout(() => giveUp(new TooBusy('others took too long')), patience * 1000);
    signal?.addEventListener('abort', abort);
    waiting.push(enter);
  });
}
