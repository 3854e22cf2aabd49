/** Reports as PDF, which a worker creates from blocks of text. */
import path from 'node:path';
import type { Waiting } from '../../../platform/workers/fair-queue.ts';
import { runInWorker } from '../../../platform/workers/pool.ts';
import { bytesIn } from '../../../platform/workers/work.ts';
import type { ReportBlock, ReportHead } from './report-parts.ts';
import type work from './report.worker.ts';

// Run from source it is .ts, built it is .js.
const module = new URL(`report.worker${path.extname(import.meta.url)}`, import.meta.url);
const seconds = 120;

/**
 * Creates a PDF in a worker.
 * @param blocks of bounded length, which are sent to the worker as they come
 * @throws TooBusy, WorkerEnded, the reason of the signal
 */
export async function reportOf(
  organizationId: string,
  head: ReportHead,
  blocks: AsyncIterable<ReportBlock> | Iterable<ReportBlock>,
  waiting: Waiting,
): Promise<Buffer> {
  return bytesIn(
    await runInWorker<typeof work>({ group: 'write', module, seconds, organizationId, input: head, parts: blocks, ...waiting }),
  );
}
