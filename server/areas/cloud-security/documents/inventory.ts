/** Reads inventories in a worker, because what others have written may take any time and memory. */
import path from 'node:path';
import type { CloudSlug } from '../../../domain/clouds/kinds.ts';
import type { Files } from '../../../platform/ports/files.ts';
import { runInWorker } from '../../../platform/workers/pool.ts';
import { WorkerEnded } from '../../../platform/workers/process.ts';
import type evaluateInventory from './evaluate.worker.ts';
import type { Piece, Summary } from './evaluate.worker.ts';

const module = new URL(`evaluate.worker${path.extname(import.meta.url)}`, import.meta.url);
const seconds = 120;

/** What an inventory has, and how many of its checks have passed and failed. */
export type Evaluation = Exclude<Summary, { readonly fault: string }>;

interface Asked {
  readonly organizationId: string;
  readonly cloud: CloudSlug;
  readonly scanId: string;
  readonly wanted: readonly string[] | undefined;
  readonly signal?: AbortSignal;
  /** Most seconds to wait for a worker, for somebody who waits. */
  readonly waitSeconds?: number;
  /** Is given what was found, piece by piece. The worker waits for it, so that the server never holds more than a piece. */
  readonly take?: (piece: Piece, summary: Evaluation) => Promise<void>;
}

/** @returns what the check of an inventory has found, or why the file is none */
export async function evaluateFile(files: Files, key: string, asked: Asked): Promise<Summary> {
  const stream = await files.stream(key);
  return stream ? evaluated(stream, asked) : { fault: 'is gone' };
}

export async function evaluated(
  content: AsyncIterable<Uint8Array>,
  { organizationId, cloud, scanId, wanted, signal, waitSeconds, take }: Asked,
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
        const told = JSON.parse(String(part));
        if (summary === undefined) summary = told;
        else if (!('fault' in summary)) await take?.(told, summary);
      },
    });
  } catch (error) {
    if (error instanceof WorkerEnded && error.why !== 'crash') return { fault: `takes too much ${error.why} to be read` };
    throw error;
  }
  if (summary === undefined) throw new TypeError('a worker has answered nothing');
  return summary;
}
