/** Creates reports as PDF in a worker. */
import path from 'node:path';
import type { WaitOptions } from '#platform/workers/fair-queue';
import { runInWorker } from '#platform/workers/pool';
import { joinBytes } from '#platform/workers/work';
import type { ReportBlock, ReportHead } from './report-parts.ts';
import type work from './report.worker.ts';

// The extension is .ts when run from source and .js when built.
const module = new URL(`report.worker${path.extname(import.meta.url)}`, import.meta.url);
const seconds = 120;

/**
 * Creates a PDF in a worker.
 * @param blocks of bounded length, streamed to the worker
 * @throws TooBusy, WorkerEnded, the reason of the signal
 */
export async function createReport(
  organizationId: string,
  head: ReportHead,
  blocks: AsyncIterable<ReportBlock> | Iterable<ReportBlock>,
  waiting: WaitOptions,
): Promise<Buffer> {
  return joinBytes(
    await runInWorker<typeof work>({ group: 'write', module, seconds, organizationId, input: head, parts: blocks, ...waiting }),
  );
}
