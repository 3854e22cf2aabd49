/** Examines documents in a worker, because examining untrusted content may take unlimited time and memory. */
import path from 'node:path';
import { AutomationFailed } from '#platform/ports/automation';
import { runInWorker } from '#platform/workers/pool';
import { WorkerEnded } from '#platform/workers/process';
import { splitBytes } from '#platform/workers/work';
import type examine from './examine.worker.ts';
import type { Examination } from './examine.worker.ts';

const workerModule = new URL(`examine.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Time limit for paths and patterns, in seconds. */
const timeoutSeconds = 15;

type Input = Parameters<typeof examine>[0];

/**
 * Evaluates paths and criteria against a document. Aborting `signal` stops the worker.
 * @param bytes the body of a response, or a document as JSON
 * @returns the result without secrets, or the reason why the document could not be examined
 * @throws AutomationFailed if the worker exceeds its limit of time or memory
 */
export async function examineInWorker(
  input: Input,
  bytes: Uint8Array,
  { organizationId, signal }: { readonly organizationId: string; readonly signal: AbortSignal },
): Promise<Examination> {
  try {
    const [result] = await runInWorker<typeof examine>({
      group: 'read',
      organizationId,
      module: workerModule,
      input,
      parts: splitBytes(bytes),
      seconds: timeoutSeconds,
      signal,
    });
    if (typeof result !== 'string') throw new TypeError('a worker has answered nothing');
    const examination: Examination = JSON.parse(result);
    return examination;
  } catch (error) {
    if (error instanceof WorkerEnded && error.why === 'time')
      throw new AutomationFailed(`The paths and patterns took longer than ${timeoutSeconds} seconds`);
    if (error instanceof WorkerEnded && error.why === 'memory') throw new AutomationFailed('The paths and patterns needed too much memory');
    throw error;
  }
}
