/** Periodically queues runs for work that is due. */
import type { Log } from '../log.ts';

/** Queues due work. @returns the number of queued items */
export type QueueDueWork = (now: Date) => Promise<number>;

const everyMs = 30_000;

/** @param wake makes the worker look for runs immediately @returns a function that stops the schedule and waits for current work */
export function schedule(queueFunctions: readonly QueueDueWork[], wake: () => void, log: Log): () => Promise<void> {
  let currentWork = Promise.resolve();
  async function queueDue() {
    // A failure must not stop the other work.
    for (const queueDueWork of queueFunctions)
      try {
        if (await queueDueWork(new Date())) wake();
      } catch (error) {
        log.warn({ err: error }, 'due work could not be queued, and this will be retried');
      }
  }
  const timer = setInterval(() => {
    currentWork = currentWork.then(queueDue);
  }, everyMs).unref();
  return () => {
    clearInterval(timer);
    return currentWork;
  };
}
