/** Copies of PDFs for one reader, made in workers (spec/areas/trust-access, rule 8). */
import path from 'node:path';
import { TooBusy } from '../../platform/workers/fair-queue.ts';
import { runInWorker } from '../../platform/workers/pool.ts';
import { WorkerEnded } from '../../platform/workers/process.ts';
import { bytesIn, piecesOf } from '../../platform/workers/work.ts';
import type { Mark, Unmarkable } from './watermark.ts';
import type watermarkWork from './watermark.worker.ts';

export type { Mark, Unmarkable } from './watermark.ts';

// Run from source it is .ts, built it is .js.
const module = new URL(`watermark.worker${path.extname(import.meta.url)}`, import.meta.url);
const seconds = 60;
/** Seconds that a request waits while other documents are made. */
const waitSeconds = 30;

/** @returns the copy for a reader, or why the file cannot be marked @throws TooBusy */
export async function makeCopy(organizationId: string, bytes: Uint8Array, mark: Mark): Promise<Buffer | Unmarkable> {
  const job = { group: 'write', module, seconds, waitSeconds, organizationId, input: mark, parts: piecesOf(bytes) } as const;
  try {
    const [first, ...others] = await runInWorker<typeof watermarkWork>(job);
    return first === 'encrypted' || first === 'damaged' || first === 'too_long' ? first : bytesIn([first, ...others]);
  } catch (error) {
    return unmarked(error);
  }
}

/**
 * What is too large for a worker, or ends it, is as good as damaged. What takes too long may do so because others are made at the same time.
 * @throws TooBusy
 */
export function unmarked(error: unknown): Unmarkable {
  if (!(error instanceof WorkerEnded)) throw error;
  if (error.why === 'time') throw new TooBusy();
  return 'damaged';
}

/** Whether a file is to be marked: one that says that it is a PDF, or that begins like one. @param start its first bytes */
export function isPdf({ name, type }: { readonly name: string; readonly type: string }, start?: Uint8Array): boolean {
  const begin = start && Buffer.from(start.subarray(0, 8)).toString('latin1');
  return type === 'application/pdf' || name.toLowerCase().endsWith('.pdf') || begin?.startsWith('%PDF-') === true;
}
