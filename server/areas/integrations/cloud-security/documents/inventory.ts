/** Reads inventories in a worker, because an uploaded file may take a lot of time and memory. */
import path from 'node:path';
import type { CloudSlug } from '#providers/clouds/kinds';
import type { Files } from '#platform/ports/files';
import { runInWorker } from '#platform/workers/pool';
import { WorkerEnded } from '#platform/workers/process';
import type evaluateInventory from './evaluate.worker.ts';
import type { ResultChunk, Summary } from './evaluate.worker.ts';

// The extension is .ts when run from source and .js when built.
const module = new URL(`evaluate.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds after which a worker that is still evaluating is ended. */
const seconds = 120;

/** The services of an inventory, and how many checks of them passed and failed. */
export type Evaluation = Exclude<Summary, { readonly fault: string }>;

interface EvaluationOptions {
  readonly organizationId: string;
  readonly cloud: CloudSlug;
  readonly scanId: string;
  readonly wanted: readonly string[] | undefined;
  readonly signal?: AbortSignal;
  /** Maximum seconds to wait for a worker, if a client is waiting. */
  readonly waitSeconds?: number;
  /** Called with each chunk of the results. The worker waits for it, so the server never has more than one chunk in memory. */
  readonly take?: (chunk: ResultChunk, summary: Evaluation) => Promise<void>;
}

/** @returns the summary of the evaluation, or the reason why the file is not an inventory */
export async function evaluateFile(files: Files, key: string, options: EvaluationOptions): Promise<Summary> {
  const stream = await files.stream(key);
  return stream ? evaluateStream(stream, options) : { fault: 'is gone' };
}

export async function evaluateStream(
  content: AsyncIterable<Uint8Array>,
  { organizationId, cloud, scanId, wanted, signal, waitSeconds, take }: EvaluationOptions,
): Promise<Summary> {
  let summary: Summary | undefined;
  try {
    await runInWorker<typeof evaluateInventory>({
      group: 'read',
      organizationId,
      module,
      input: { cloud, wanted, scanId, now: Date.now() },
      parts: content,
      seconds,
      waitSeconds,
      signal,
      async take(part) {
        const message = JSON.parse(String(part));
        if (summary === undefined) summary = message;
        else if (!('fault' in summary)) await take?.(message, summary);
      },
    });
  } catch (error) {
    if (error instanceof WorkerEnded && error.why !== 'crash') return { fault: `takes too much ${error.why} to be read` };
    throw error;
  }
  if (summary === undefined) throw new TypeError('a worker has answered nothing');
  return summary;
}
