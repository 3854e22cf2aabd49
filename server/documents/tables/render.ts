import path from 'node:path';
import { runInWorker } from '#platform/workers/pool';
import { joinBytes, splitList } from '#platform/workers/work';
import type work from './render.worker.ts';
import type { Table } from './table.ts';

// The extension is .ts when the server runs from source, and .js when it is built.
const module = new URL(`render.worker${path.extname(import.meta.url)}`, import.meta.url);
/** The time limit of a run, and the time that a request waits for a free worker, in seconds. */
const [seconds, waitSeconds] = [60, 30];
const rowsInPart = 100;

/** Creates the workbook in a worker. @throws TooBusy, WorkerEnded */
export async function renderWorkbook(organizationId: string, { rows, ...layout }: Table): Promise<Buffer> {
  return joinBytes(
    await runInWorker<typeof work>({
      group: 'write',
      module,
      seconds,
      waitSeconds,
      organizationId,
      input: layout,
      parts: splitList(rows, rowsInPart),
    }),
  );
}
