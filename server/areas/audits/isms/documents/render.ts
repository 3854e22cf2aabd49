/** Renders ISMS documents as files in a worker. */
import path from 'node:path';
import { runInWorker } from '#platform/workers/pool';
import { joinBytes, splitList } from '#platform/workers/work';
import type { Paper } from '../rules/paper.ts';
import type work from './render.worker.ts';

// The extension is .ts when run from source and .js when built.
const module = new URL(`render.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds after which a worker that is still rendering is ended. */
const seconds = 120;
/** Seconds that a request waits for a free worker. */
const waitSeconds = 30;
const sectionsPerPart = 10;

/** Creates a PDF or DOCX file in a worker. @throws TooBusy, WorkerEnded */
export async function render(organizationId: string, { sections, ...paper }: Paper, format: 'pdf' | 'docx'): Promise<Buffer> {
  return joinBytes(
    await runInWorker<typeof work>({
      group: 'write',
      module,
      seconds,
      waitSeconds,
      organizationId,
      input: { ...paper, format },
      parts: splitList(sections, sectionsPerPart),
    }),
  );
}
