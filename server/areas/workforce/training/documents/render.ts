import path from 'node:path';
import { runInWorker } from '#platform/workers/pool';
import { joinBytes } from '#platform/workers/work';
import type { Certificate } from '../rules/certificate.ts';
import type work from './render.worker.ts';

// The extension is .ts when run from source and .js when built.
const module = new URL(`render.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds after which the worker is stopped. */
const seconds = 30;
/** Seconds that a request waits for a free worker while other documents are created. */
const waitSeconds = 30;

/**
 * Creates the PDF of a certificate in a worker. The same certificate always has the same bytes.
 * @throws TooBusy if the organization has too many jobs, WorkerEnded if the worker ends too early
 */
export async function renderCertificate(organizationId: string, certificate: Certificate): Promise<Buffer> {
  return joinBytes(
    await runInWorker<typeof work>({ group: 'write', module, seconds, waitSeconds, organizationId, input: certificate, parts: [] }),
  );
}
