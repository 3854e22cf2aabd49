/** Looks into documents in a worker, because what others have written may take any time and memory. */
import path from 'node:path';
import { AutomationFailed } from '../../platform/ports/automation.ts';
import { runInWorker } from '../../platform/workers/pool.ts';
import { WorkerEnded } from '../../platform/workers/process.ts';
import { piecesOf } from '../../platform/workers/work.ts';
import type examine from './examine.worker.ts';
import type { Examination } from './examine.worker.ts';

const module = new URL(`examine.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds that paths and patterns may take. */
const seconds = 15;

type Input = Parameters<typeof examine>[0];

/**
 * @param input what to look for
 * @param bytes body of an answer, or a document as JSON
 * @param circumstances whose work it is, and what ends it early
 * @returns what was found, without secrets, or why nothing can be found @throws AutomationFailed when it takes too much
 */
export async function examined(
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
      parts: piecesOf(bytes),
      seconds,
      signal,
    });
    if (typeof result !== 'string') throw new TypeError('a worker has answered nothing');
    const examination: Examination = JSON.parse(result);
    return examination;
  } catch (error) {
    if (error instanceof WorkerEnded && error.why === 'time')
      throw new AutomationFailed(`The paths and patterns took longer than ${seconds} seconds`);
    if (error instanceof WorkerEnded && error.why === 'memory') throw new AutomationFailed('The paths and patterns needed too much memory');
    throw error;
  }
}
