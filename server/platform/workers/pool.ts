/**
 * Whatever reads or writes a document, or runs patterns over a whole text that somebody sent, does so here: in a process of its own, with
 * limits of time and memory, in a queue that is fair between organizations. Processes are started when they are first needed.
 */
import { type FairQueue, fairQueue, type Shape, type Waiting } from './fair-queue.ts';
import { type Limits, startProcess, type Task, type WorkerProcess } from './process.ts';
import type { Work } from './work.ts';

/** Workers that write files are separate from those that read, and from those that ask other systems, so that none waits for the others. */
export type Group = 'read' | 'write' | 'ask';

/** How long (ms) a process without work is kept. */
const keptMs = 30_000;
const files = { shape: { slots: 2, ofOne: 1, waiting: 8 }, limits: { heap: 768, memory: 1024 } } as const;
/** Those that ask wait for answers more than they work: there are more of them, with less each. */
const asking = { shape: { slots: 4, ofOne: 1, waiting: 8 }, limits: { heap: 384, memory: 512 } } as const;

interface Pool {
  readonly queue: FairQueue;
  readonly idle: Map<WorkerProcess, NodeJS.Timeout>;
  readonly limits: Limits;
}
const poolOf = ({ shape, limits }: { readonly shape: Shape; readonly limits: Limits }): Pool => ({
  queue: fairQueue(shape),
  idle: new Map(),
  limits,
});
const pools: Readonly<Record<Group, Pool>> = { read: poolOf(files), write: poolOf(files), ask: poolOf(asking) };

type Given<W> = W extends (input: infer Input, parts: readonly (infer Part)[]) => unknown
  ? { readonly input: Input; readonly parts?: Iterable<Part> | AsyncIterable<Part> }
  : never;

export type Wanted<W extends Work<never, never>> = Pick<Task, 'module' | 'seconds' | 'take'> &
  Given<W> &
  Waiting & {
    readonly group: Group;
    /** Whose work it is. */
    readonly organizationId: string;
  };

/**
 * Runs one job. `W` is the type of the module's default export.
 * @returns the result in its parts, to be proven by the caller
 * @throws TooBusy, WorkerEnded, the reason of the signal, or what the work threw
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
}: Wanted<W>): Promise<unknown[]> {
  const { queue, idle, limits } = pools[group];
  const leave = await queue.enter(organizationId, { waitSeconds, signal });
  try {
    const worker = take(idle) ?? startProcess(limits);
    try {
      return await worker.work({ module, input, parts, seconds, signal, take: takePart });
    } finally {
      if (worker.isFit())
        idle.set(
          worker,
          setTimeout(() => {
            idle.delete(worker);
            void worker.end();
          }, keptMs).unref(),
        );
      else await worker.end();
    }
  } finally {
    leave();
  }
}

/** The one that worked last: what is needed seldom ends after its time, instead of taking turns. */
function take(idle: Pool['idle']): WorkerProcess | undefined {
  for (const [worker, timer] of [...idle].reverse()) {
    clearTimeout(timer);
    idle.delete(worker);
    if (worker.isFit()) return worker;
  }
  return undefined;
}
