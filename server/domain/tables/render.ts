import path from 'node:path';
import { runInWorker } from '../../platform/workers/pool.ts';
import { bytesIn, groupsOf } from '../../platform/workers/work.ts';
import type work from './render.worker.ts';
import type { Table } from './table.ts';

// Run from source it is .ts, built it is .js.
const module = new URL(`render.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds that the worker may take, and that a request waits while other files are made. */
const [seconds, waitSeconds] = [60, 30];
const rowsInPart = 100;

/** Creates the workbook in a worker. @throws TooBusy, WorkerEnded */
export async function render(organizationId: string, { rows, ...layout }: Table): Promise<Buffer> {
  return bytesIn(
    await runInWorker<typeof work>({
      group: 'write',
      module,
      seconds,
      waitSeconds,
      organizationId,
      input: layout,
      parts: groupsOf(rows, rowsInPart),
    }),
  );
}
