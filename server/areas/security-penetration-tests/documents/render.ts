import path from 'node:path';
import { runInWorker } from '../../../platform/workers/pool.ts';
import { bytesIn, piecesOf } from '../../../platform/workers/work.ts';
import type { Reported, Stated } from '../rules/report.ts';
import type work from './render.worker.ts';

// Run from source it is .ts, built it is .js.
const module = new URL(`render.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds that a document may take, and that a request waits while others are made. */
const [seconds, waitSeconds] = [60, 30];

/** Makes the report in a worker. @throws WorkerEnded, the reason of the signal */
export async function renderReport(organizationId: string, reported: Reported, signal: AbortSignal): Promise<Buffer> {
  const input = { make: 'report', reported } as const;
  return bytesIn(await runInWorker<typeof work>({ group: 'write', module, seconds, organizationId, input, parts: [], signal }));
}

/** @returns the report with the notes on further pages @throws TooBusy, WorkerEnded, or what was wrong with the report */
export async function withNotePages(organizationId: string, report: Buffer, targetUrl: string, notes: readonly Stated[]): Promise<Buffer> {
  const input = { make: 'appendix', targetUrl, notes } as const;
  return bytesIn(
    await runInWorker<typeof work>({ group: 'write', module, seconds, waitSeconds, organizationId, input, parts: piecesOf(report) }),
  );
}
