/** Makes the documents of this area in workers. */
import path from 'node:path';
import { TooBusy } from '../../../platform/workers/fair-queue.ts';
import { runInWorker } from '../../../platform/workers/pool.ts';
import { WorkerEnded } from '../../../platform/workers/process.ts';
import { bytesIn, piecesOf } from '../../../platform/workers/work.ts';
import type { AgreementPages } from './agreement.ts';
import type agreementWork from './agreement.worker.ts';
import type { Mark } from './watermark.ts';
import type watermarkWork from './watermark.worker.ts';

// Run from source they are .ts, built they are .js.
const moduleOf = (name: string) => new URL(`${name}.worker${path.extname(import.meta.url)}`, import.meta.url);
const [agreementModule, watermarkModule] = [moduleOf('agreement'), moduleOf('watermark')];
const seconds = { agreement: 30, watermark: 60 } as const;
/** Seconds that a request waits while other documents are made. */
const waitSeconds = 30;
const group = 'write';

/** @throws TooBusy, WorkerEnded */
export async function makeAgreement(organizationId: string, pages: AgreementPages): Promise<Buffer> {
  const job = { group, module: agreementModule, seconds: seconds.agreement, waitSeconds, organizationId, input: pages, parts: [] } as const;
  return bytesIn(await runInWorker<typeof agreementWork>(job));
}

/** @returns the copy for a reader; undefined for a file that cannot be marked @throws TooBusy */
export async function makeCopy(organizationId: string, bytes: Uint8Array, mark: Mark): Promise<Buffer | undefined> {
  const job = {
    group,
    module: watermarkModule,
    seconds: seconds.watermark,
    waitSeconds,
    organizationId,
    input: mark,
    parts: piecesOf(bytes),
  } as const;
  try {
    const copy = bytesIn(await runInWorker<typeof watermarkWork>(job));
    return copy.length > 0 ? copy : undefined;
  } catch (error) {
    return unmarked(error);
  }
}

/**
 * What is too large for a worker, or ends it, is as good as damaged. What takes too long may do so because others are made at the same time: then
 * nobody gets it without its watermark.
 * @returns that the file cannot be marked @throws TooBusy
 */
export function unmarked(error: unknown): undefined {
  if (!(error instanceof WorkerEnded)) throw error;
  if (error.why === 'time') throw new TooBusy();
  return undefined;
}
