/** Creates the files of exports in workers. */
import path from 'node:path';
import type { WaitOptions } from '#platform/workers/fair-queue';
import { runInWorker } from '#platform/workers/pool';
import { joinBytes, splitList } from '#platform/workers/work';
import type { Content, Entry } from './content.ts';
import type { ExportFormat } from './names.ts';
import type work from './render.worker.ts';

// The extension is .ts when run from source and .js when built.
const module = new URL(`render.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds after which a worker that is still rendering is ended. */
const seconds = 120;
// Parts are small because a question with its answer may have 25,000 characters.
const entriesPerPart = 20;

/**
 * Creates the file in a worker.
 * @param original the uploaded workbook, if the answers are to be filled into it
 * @throws TooBusy, WorkerEnded, or the reason of the aborted signal
 */
export async function render(
  organizationId: string,
  { entries, ...content }: Content,
  format: ExportFormat,
  original: AsyncIterable<Uint8Array> | undefined,
  waitOptions: WaitOptions,
): Promise<Buffer> {
  return joinBytes(
    await runInWorker<typeof work>({
      group: 'write',
      module,
      seconds,
      organizationId,
      input: { ...content, format },
      parts: yieldParts(splitList(entries, entriesPerPart), original),
      ...waitOptions,
    }),
  );
}

/** Yields the entries, then the bytes of the uploaded workbook, if any. */
async function* yieldParts(entries: Iterable<readonly Entry[]>, original: AsyncIterable<Uint8Array> = yieldNothing()) {
  yield* entries;
  yield* original;
}

async function* yieldNothing(): AsyncGenerator<Uint8Array> {
  // There is no workbook.
}
