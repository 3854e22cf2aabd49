/**
 * Runs jobs that read or write documents, or match patterns on whole user texts, in separate processes with limits of time and memory and a queue that is
 * fair between organizations. Processes are started on demand.
 */
import { type FairQueue, createFairQueue, type QueueLimits, type WaitOptions } from './fair-queue.ts';
import { type ProcessLimits, startProcess, type Task, type WorkerProcess } from './process.ts';
import type { Work } from './work.ts';

/** Reading documents, writing documents and calling other systems use separate workers, so that no group waits for another. */
export type WorkerGroup = 'read' | 'write' | 'ask';

/** Milliseconds that an idle process is kept. */
const idleMs = 30_000;
const fileWorkers = { queueLimits: { slots: 2, slotsPerOrganization: 1, waiting: 8 }, limits: { heap: 768, memory: 1024 } } as const;
/** Workers that ask other systems mostly wait, so there are more of them with less memory each. */
const askWorkers = { queueLimits: { slots: 4, slotsPerOrganization: 1, waiting: 8 }, limits: { heap: 384, memory: 512 } } as const;

interface Pool {
  readonly queue: FairQueue;
  readonly idle: Map<WorkerProcess, NodeJS.Timeout>;
  readonly limits: ProcessLimits;
}
const createPool = ({ queueLimits, limits }: { readonly queueLimits: QueueLimits; readonly limits: ProcessLimits }): Pool => ({
  queue: createFairQueue(queueLimits),
  idle: new Map(),
  limits,
});
const pools: Readonly<Record<WorkerGroup, Pool>> = {
  read: createPool(fileWorkers),
  write: createPool(fileWorkers),
  ask: createPool(askWorkers),
};

type JobInput<W> = W extends (input: infer Input, parts: readonly (infer Part)[]) => unknown
  ? { readonly input: Input; readonly parts?: Iterable<Part> | AsyncIterable<Part> }
  : never;

export type JobRequest<W extends Work<never, never>> = Pick<Task, 'module' | 'seconds' | 'take'> &
  JobInput<W> &
  WaitOptions & {
    readonly group: WorkerGroup;
    /** The organization that the job belongs to. */
    readonly organizationId: string;
  };

/**
 * Runs one job. `W` is the type of the module's default export.
 * @returns the result in parts, which the caller must validate
 * @throws TooBusy, WorkerEnded, the signal's reason, or what the work threw
 */
export async function runInWorker<W extends Work<never, never>>({
  group,
  organizationId,
  module,
  input,
  parts = [],
  seconds,
  waitSeconds,
  signal,
  take: takePart,
}: JobRequest<W>): Promise<unknown[]> {
  const { queue, idle, limits } = pools[group];
  const releaseSlot = await queue.enter(organizationId, { waitSeconds, signal });
  try {
    const worker = takeIdle(idle) ?? startProcess(limits);
    try {
      return await worker.work({ module, input, parts, seconds, signal, take: takePart });
    } finally {
      if (worker.isReusable())
        idle.set(
          worker,
          setTimeout(() => {
            idle.delete(worker);
            void worker.end();
          }, idleMs).unref(),
        );
      else await worker.end();
    }
  } finally {
    releaseSlot();
  }
}

/** Takes the most recently used process, so that surplus processes become idle and end. */
function takeIdle(idle: Pool['idle']): WorkerProcess | undefined {
  for (const [worker, timer] of [...idle].reverse()) {
    clearTimeout(timer);
    idle.delete(worker);
    if (worker.isReusable()) return worker;
  }
  return undefined;
}
