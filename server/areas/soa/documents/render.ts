import path from 'node:path';
import { runInWorker } from '../../../platform/workers/pool.ts';
import { bytesIn, groupsOf } from '../../../platform/workers/work.ts';
import type { Statement } from '../rules/statement.ts';
import type work from './render.worker.ts';

// Run from source it is .ts, built it is .js.
const module = new URL(`render.worker${path.extname(import.meta.url)}`, import.meta.url);
const seconds = 120;
/** Seconds that a request waits while other documents are made. */
const waitSeconds = 30;
const controlsInPart = 20;

/** Creates the PDF in a worker. @throws TooBusy, WorkerEnded */
export async function render(organizationId: string, { controls, ...statement }: Statement): Promise<Buffer> {
  return bytesIn(
    await runInWorker<typeof work>({
      group: 'write',
      module,
      seconds,
      waitSeconds,
      organizationId,
      input: statement,
      parts: groupsOf(controls, controlsInPart),
    }),
  );
}
