/** Creates PDF reports in a worker, so that the main thread stays free. */
import path from 'node:path';
import type { WaitOptions } from '#platform/workers/fair-queue';
import { runInWorker } from '#platform/workers/pool';
import { joinBytes } from '#platform/workers/work';
import type { ReportBlock, ReportHead } from './report-parts.ts';
import type work from './report.worker.ts';

// The extension is .ts when run from source and .js when built.
const module = new URL(`report.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds after which the worker is stopped. */
const seconds = 120;

/**
 * Creates the PDF of a report in a worker.
 * @param blocks are streamed to the worker; their total length must be limited
 * @throws TooBusy if the organization has too many jobs, WorkerEnded if the worker ends too early, or the reason of the signal
 */
export async function createReport(
  organizationId: string,
  head: ReportHead,
  blocks: AsyncIterable<ReportBlock> | Iterable<ReportBlock>,
  waitOptions: WaitOptions,
): Promise<Buffer> {
  return joinBytes(
    await runInWorker<typeof work>({ group: 'write', module, seconds, organizationId, input: head, parts: blocks, ...waitOptions }),
  );
}
