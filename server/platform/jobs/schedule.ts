/** Periodically queues runs for work that is due. */
import type { Log } from '../log.ts';

/** Queues due work. @returns the number of items */
export type QueueDueWork = (now: Date) => Promise<number>;

const everyMs = 30_000;

/** @param wake makes the worker look for runs immediately @returns a function that stops the schedule after current work */
export function schedule(dues: readonly QueueDueWork[], wake: () => void, log: Log): () => Promise<void> {
  let current = Promise.resolve();
  async function queueDue() {
    // A failure must not stop the other work.
    for (const due of dues)
      try {
        if (await due(new Date())) wake();
      } catch (error) {
        log.warn({ err: error }, 'due work could not be queued, and this will be retried');
      }
  }
  const timer = setInterval(() => {
    current = current.then(queueDue);
  }, everyMs).unref();
  return () => {
    clearInterval(timer);
    return current;
  };
}
