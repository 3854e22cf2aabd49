import path from 'node:path';
import { runInWorker } from '../../../platform/workers/pool.ts';
import { bytesIn } from '../../../platform/workers/work.ts';
import type { Certificate } from '../rules/certificate.ts';
import type work from './render.worker.ts';

// Run from source it is .ts, built it is .js.
const module = new URL(`render.worker${path.extname(import.meta.url)}`, import.meta.url);
const seconds = 30;
/** Seconds that a request waits while other documents are made. */
const waitSeconds = 30;

/** Creates the PDF in a worker, the same bytes for the same certificate. @throws TooBusy, WorkerEnded */
export async function render(organizationId: string, certificate: Certificate): Promise<Buffer> {
  return bytesIn(
    await runInWorker<typeof work>({ group: 'write', module, seconds, waitSeconds, organizationId, input: certificate, parts: [] }),
  );
}
