/** Creates agreements in workers. */
import path from 'node:path';
import { runInWorker } from '#platform/workers/pool';
import { joinBytes } from '#platform/workers/work';
import type { AgreementPages } from './agreement.ts';
import type agreementWork from './agreement.worker.ts';

// The extension is .ts when run from source and .js when built.
const module = new URL(`agreement.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds after which a worker that is still creating an agreement is ended. */
const seconds = 30;
/** Seconds that a request waits while other documents are created. */
const waitSeconds = 30;

/** @returns the PDF of an agreement. @throws TooBusy, WorkerEnded */
export async function makeAgreement(organizationId: string, pages: AgreementPages): Promise<Buffer> {
  const job = { group: 'write', module, seconds, waitSeconds, organizationId, input: pages, parts: [] } as const;
  return joinBytes(await runInWorker<typeof agreementWork>(job));
}
