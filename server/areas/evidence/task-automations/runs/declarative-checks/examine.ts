/** Examines documents in a worker, because untrusted content may need any amount of time and memory. */
import path from 'node:path';
import { AutomationFailed } from '#platform/ports/automation';
import { runInWorker } from '#platform/workers/pool';
import { WorkerEnded } from '#platform/workers/process';
import { splitBytes } from '#platform/workers/work';
import type examine from './examine.worker.ts';
import type { Examination } from './examine.worker.ts';

const module = new URL(`examine.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Time limit for paths and patterns, in seconds. */
const timeoutSeconds = 15;

type Input = Parameters<typeof examine>[0];

/**
 * @param input the paths and criteria
 * @param bytes body of an answer, or a document as JSON
 * @param circumstances the organization that the work is for, and the signal that aborts it
 * @returns the result without secrets, or why there is none @throws AutomationFailed when the limits are exceeded
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
      module,
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
