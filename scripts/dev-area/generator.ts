/** Generates again in a worker, which keeps the generators loaded. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type Task = 'contract' | 'types';
/** What the worker answers: the faults that it found. */
export type TaskResult = readonly string[];

/** The sources that the worker writes. */
export const generatedFiles: readonly string[] = ['generated/api.d.ts', 'generated/operations.ts', 'generated/problems.ts'];

export function startGenerator() {
  const worker = new Worker(new URL('./generator-worker.ts', import.meta.url));
  async function run(task: Task): Promise<TaskResult> {
    worker.postMessage(task);
    const [result]: TaskResult[] = await once(worker, 'message');
    return result ?? [];
  }
  return {
    /** Writes what the server reads at run time. */
    writeContract: () => run('contract'),
    /** Writes the types of the contract. Call it after `writeContract`. */
    writeTypes: () => run('types'),
    end: () => worker.terminate(),
  };
}
