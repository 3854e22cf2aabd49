/** Reads inventories in a worker, because what others have written may take any time and memory. */
import path from 'node:path';
import type { CloudSlug } from '../../../domain/clouds/kinds.ts';
import type { Files } from '../../../platform/ports/files.ts';
import { runInWorker } from '../../../platform/workers/pool.ts';
import { WorkerEnded } from '../../../platform/workers/process.ts';
import type evaluateInventory from './evaluate.worker.ts';
import type { Summary } from './evaluate.worker.ts';

const module = new URL(`evaluate.worker${path.extname(import.meta.url)}`, import.meta.url);
const seconds = 120;

export interface Evaluation {
  readonly summary: Exclude<Summary, { readonly fault: string }>;
  /** Rows for the database, in JSON. */
  readonly parts: readonly string[];
}

interface Asked {
  readonly organizationId: string;
  readonly cloud: CloudSlug;
  readonly scanId: string;
  readonly wanted: readonly string[] | undefined;
  readonly signal?: AbortSignal;
  /** Most seconds to wait for a worker, for somebody who waits. */
  readonly waitSeconds?: number;
}

/** @returns what the check of an inventory has found, or why the file is none */
export async function evaluateFile(files: Files, key: string, asked: Asked): Promise<Evaluation | { readonly fault: string }> {
  const stream = await files.stream(key);
  return stream ? evaluated(stream, asked) : { fault: 'is gone' };
}

export async function evaluated(
  content: AsyncIterable<Uint8Array>,
  { organizationId, cloud, scanId, wanted, signal, waitSeconds }: Asked,
): Promise<Evaluation | { readonly fault: string }> {
  try {
    const [first, ...rest] = await runInWorker<typeof evaluateInventory>({
      group: 'read',
      organizationId,
      module,
      input: { cloud, wanted, scanId, now: Date.now() },
      parts: content,
      seconds,
      waitSeconds,
      signal,
    });
    if (typeof first !== 'string') throw new TypeError('a worker has answered nothing');
    const summary: Summary = JSON.parse(first);
    if ('fault' in summary) return summary;
    return { summary, parts: rest.map(String) };
  } catch (error) {
    if (error instanceof WorkerEnded && error.why !== 'crash') return { fault: `takes too much ${error.why} to be read` };
    throw error;
  }
}
