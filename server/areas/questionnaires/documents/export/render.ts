import path from 'node:path';
import type { Waiting } from '../../../../platform/workers/fair-queue.ts';
import { runInWorker } from '../../../../platform/workers/pool.ts';
import { bytesIn, groupsOf } from '../../../../platform/workers/work.ts';
import type { Content, Entry } from './content.ts';
import type { ExportFormat } from './names.ts';
import type work from './render.worker.ts';

// Run from source it is .ts, built it is .js.
const module = new URL(`render.worker${path.extname(import.meta.url)}`, import.meta.url);
const seconds = 120;
/** A question with its answer may have 25,000 characters. */
const entriesInPart = 20;

/**
 * Creates the file in a worker.
 * @param original the workbook that was sent, if the answers are to be filled into it
 * @throws TooBusy, WorkerEnded, the reason of the signal
 */
export async function render(
  organizationId: string,
  { entries, ...content }: Content,
  format: ExportFormat,
  original: AsyncIterable<Uint8Array> | undefined,
  waiting: Waiting,
): Promise<Buffer> {
  return bytesIn(
    await runInWorker<typeof work>({
      group: 'write',
      module,
      seconds,
      organizationId,
      input: { ...content, format },
      parts: partsOf(groupsOf(entries, entriesInPart), original),
      ...waiting,
    }),
  );
}

/** The answers, and after them the workbook. */
async function* partsOf(entries: Iterable<readonly Entry[]>, original: AsyncIterable<Uint8Array> = nothing()) {
  yield* entries;
  yield* original;
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // There is no workbook.
}
