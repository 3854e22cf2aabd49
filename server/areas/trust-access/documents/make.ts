/** Makes agreements in workers. */
import path from 'node:path';
import { runInWorker } from '../../../platform/workers/pool.ts';
import { bytesIn } from '../../../platform/workers/work.ts';
import type { AgreementPages } from './agreement.ts';
import type agreementWork from './agreement.worker.ts';

// Run from source it is .ts, built it is .js.
const module = new URL(`agreement.worker${path.extname(import.meta.url)}`, import.meta.url);
const seconds = 30;
/** Seconds that a request waits while other documents are made. */
const waitSeconds = 30;

/** @throws TooBusy, WorkerEnded */
export async function makeAgreement(organizationId: string, pages: AgreementPages): Promise<Buffer> {
  const job = { group: 'write', module, seconds, waitSeconds, organizationId, input: pages, parts: [] } as const;
  return bytesIn(await runInWorker<typeof agreementWork>(job));
}
