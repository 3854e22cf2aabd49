/** Renders statements of applicability in a worker. */
import path from 'node:path';
import { runInWorker } from '#platform/workers/pool';
import { joinBytes, splitList } from '#platform/workers/work';
import type { Statement } from '../rules/statement.ts';
import type work from './render.worker.ts';

// The extension is .ts when run from source and .js when built.
const module = new URL(`render.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds after which a worker that is still rendering is ended. */
const seconds = 120;
/** Seconds that a request waits for a free worker. */
const waitSeconds = 30;
const controlsPerPart = 20;

/** Creates the PDF in a worker. @throws TooBusy, WorkerEnded */
export async function render(organizationId: string, { controls, ...statement }: Statement): Promise<Buffer> {
  return joinBytes(
    await runInWorker<typeof work>({
      group: 'write',
      module,
      seconds,
      waitSeconds,
      organizationId,
      input: statement,
      parts: splitList(controls, controlsPerPart),
    }),
  );
}
