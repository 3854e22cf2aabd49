import path from 'node:path';
import type { Waiting } from '../../../../platform/workers/fair-queue.ts';
import { runInWorker } from '../../../../platform/workers/pool.ts';
import { bytesIn, groupsOf } from '../../../../platform/workers/work.ts';
import type { Content } from './content.ts';
import type { ExportFormat } from './names.ts';
import type work from './render.worker.ts';

// Run from source it is .ts, built it is .js.
const module = new URL(`render.worker${path.extname(import.meta.url)}`, import.meta.url);
const seconds = 120;
/** A question with its answer may have 25,000 characters. */
const entriesInPart = 20;

/** Makes the file, in a worker. @throws TooBusy, WorkerEnded, the reason of the signal */
export async function render(
  organizationId: string,
  { title, date, entries }: Content,
  format: ExportFormat,
  waiting: Waiting,
): Promise<Buffer> {
  const texts = entries.map(({ question, answer }) => ({ question, answer }));
  return bytesIn(
    await runInWorker<typeof work>({
      group: 'write',
      module,
      seconds,
      organizationId,
      input: { title, date, format },
      parts: groupsOf(texts, entriesInPart),
      ...waiting,
    }),
  );
}
