import path from 'node:path';
import { runInWorker } from '#platform/workers/pool';
import { joinBytes, splitList } from '#platform/workers/work';
import type work from './render.worker.ts';
import type { Table } from './table.ts';

// The extension is .ts when run from source, .js when built.
const module = new URL(`render.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Time limit, and how long a request waits for a free worker. */
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
