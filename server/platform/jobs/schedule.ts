/** Looks every so often for what is due by the clock, and puts it into the queue of runs. */
import type { Log } from '../log.ts';

/** Queues what is due. @returns how much that was */
export type Due = (now: Date) => Promise<number>;

const everyMs = 30_000;

/** @param wake looks for runs at once @returns stops it, once what was begun is done */
export function schedule(dues: readonly Due[], wake: () => void, log: Log): () => Promise<void> {
  let looking = Promise.resolve();
  async function look() {
    // One that fails holds up none of the others.
    for (const due of dues)
      try {
        if (await due(new Date())) wake();
      } catch (error) {
        log.warn({ err: error }, 'due work could not be fetched, and this is tried again');
      }
  }
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs).unref();
  return () => {
    clearInterval(timer);
    return looking;
  };
}
