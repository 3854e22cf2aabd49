/** Creates personalized copies of PDFs in workers (trust-access, rule 8). */
import path from 'node:path';
import { beginsLikePdf } from '#platform/files/content';
import { TooBusy } from '#platform/workers/fair-queue';
import { runInWorker } from '#platform/workers/pool';
import { WorkerEnded } from '#platform/workers/process';
import { joinBytes, splitBytes } from '#platform/workers/work';
import type { WatermarkData, UnmarkableReason } from './watermark.ts';
import type watermarkWork from './watermark.worker.ts';

export type { WatermarkData, UnmarkableReason } from './watermark.ts';

// The extension is .ts when the server runs from source, and .js when it is built.
const module = new URL(`watermark.worker${path.extname(import.meta.url)}`, import.meta.url);
const timeoutSeconds = 60;
/** How long a request waits for a free worker, in seconds. */
const waitSeconds = 30;

/** @returns the copy for a reader, or the reason why the file cannot be watermarked @throws TooBusy */
export async function createCopy(organizationId: string, bytes: Uint8Array, mark: WatermarkData): Promise<Buffer | UnmarkableReason> {
  const job = {
    group: 'write',
    module,
    seconds: timeoutSeconds,
    waitSeconds,
    organizationId,
    input: mark,
    parts: splitBytes(bytes),
  } as const;
  try {
    const [firstPart, ...parts] = await runInWorker<typeof watermarkWork>(job);
    return firstPart === 'encrypted' || firstPart === 'damaged' || firstPart === 'too_long' ? firstPart : joinBytes([firstPart, ...parts]);
  } catch (error) {
    return unmarkableReasonOf(error);
  }
}

/**
 * A file counts as damaged if it exceeds the memory of a worker or crashes the worker. @throws TooBusy after a timeout, because concurrent
 * work may have caused the timeout
 */
export function unmarkableReasonOf(error: unknown): UnmarkableReason {
  if (!(error instanceof WorkerEnded)) throw error;
  if (error.why === 'time') throw new TooBusy();
  return 'damaged';
}

/** @param start at least the first KiB of the file @returns whether its type, name or first bytes indicate a PDF, which is watermarked */
export function isPdf({ name, type }: { readonly name: string; readonly type: string }, start?: Uint8Array): boolean {
  return type === 'application/pdf' || name.toLowerCase().endsWith('.pdf') || (start !== undefined && beginsLikePdf(start));
}
