/** Renders the reports of penetration tests in a worker. */
import path from 'node:path';
import { runInWorker } from '#platform/workers/pool';
import { joinBytes, splitBytes } from '#platform/workers/work';
import type { ReportContent, StatedNote } from '../rules/report.ts';
import type work from './render.worker.ts';

// The extension is .ts when run from source and .js when built.
const module = new URL(`render.worker${path.extname(import.meta.url)}`, import.meta.url);
/** The maximum time in seconds for creating a document, and for waiting for a free worker. */
const [seconds, waitSeconds] = [60, 30];

/** Creates the report in a worker. @throws WorkerEnded, or the abort reason of the signal */
export async function renderReport(organizationId: string, reportContent: ReportContent, signal: AbortSignal): Promise<Buffer> {
  const input = { make: 'report', content: reportContent } as const;
  return joinBytes(await runInWorker<typeof work>({ group: 'write', module, seconds, organizationId, input, parts: [], signal }));
}

/**
 * @returns the report with the notes on additional pages
 * @throws TooBusy, WorkerEnded, or an error if the report cannot be read
 */
export async function withNotePages(
  organizationId: string,
  report: Buffer,
  targetUrl: string,
  notes: readonly StatedNote[],
): Promise<Buffer> {
  const input = { make: 'appendix', targetUrl, notes } as const;
  return joinBytes(
    await runInWorker<typeof work>({ group: 'write', module, seconds, waitSeconds, organizationId, input, parts: splitBytes(report) }),
  );
}
