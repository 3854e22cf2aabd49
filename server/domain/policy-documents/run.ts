import path from 'node:path';
import { richNodesIn } from '../../documents/rich-text/nodes.ts';
import type { Waiting } from '../../platform/workers/fair-queue.ts';
import { runInWorker } from '../../platform/workers/pool.ts';
import { bytesIn, piecesOf } from '../../platform/workers/work.ts';
import { WorkerEnded } from '../../platform/workers/process.ts';
import type bundleWork from './bundle.worker.ts';
import type { PolicyBundle } from './document.ts';
import type readableWork from './readable.worker.ts';

export type { PolicyBundle, PolicyDocument } from './document.ts';

// Run from source they are .ts, built they are .js.
const moduleOf = (name: string) => new URL(`${name}.worker${path.extname(import.meta.url)}`, import.meta.url);
const [bundleModule, readableModule] = [moduleOf('bundle'), moduleOf('readable')];
const seconds = 120;
/** Seconds after which a PDF counts as one that cannot be read. */
const readSeconds = 15;
/** Seconds that a request waits while other documents are made. */
const waitSeconds = 30;

/**
 * Makes one PDF of policies, in a worker: the same bytes for the same input. Each policy has a sheet with what is known of it and its text,
 * or the pages of its own PDF. The pages are numbered through. Each PDF is first read by a worker of its own, so that one that was made to
 * hold up whoever reads it spoils no other policy.
 * @param queue whose turn it uses, by default one by the name of the organization
 * @throws TooBusy, WorkerEnded, the reason of the signal
 */
export async function runPolicyBundle(
  { policies, ...bundle }: PolicyBundle,
  queue: Waiting & { readonly organizationId?: string } = {},
): Promise<Uint8Array> {
  const turn: Turn = { group: 'write', waitSeconds, ...queue, organizationId: queue.organizationId ?? bundle.organization };
  const read: PolicyBundle['policies'][number][] = [];
  for (const policy of policies) read.push(policy.pdf && !(await isReadable(policy.pdf, turn)) ? { ...policy, pdf: unreadable } : policy);
  return bytesIn(await runInWorker<typeof bundleWork>({ ...turn, module: bundleModule, seconds, input: bundle, parts: partsOf(read) }));
}

type Turn = Waiting & { readonly group: 'write'; readonly organizationId: string };

/** In place of a PDF that cannot be read, for which the document has a note. */
const unreadable = new Uint8Array();

async function isReadable(pdf: Uint8Array, turn: Turn): Promise<boolean> {
  const job = { ...turn, module: readableModule, seconds: readSeconds, input: undefined, parts: piecesOf(pdf) };
  try {
    const [answer] = await runInWorker<typeof readableWork>(job);
    return answer === true;
  } catch (error) {
    if (error instanceof WorkerEnded) return false;
    throw error;
  }
}

/** Each policy, and after it the pieces of its PDF. */
function* partsOf(policies: PolicyBundle['policies']): Generator<Parameters<typeof bundleWork>[1][number]> {
  for (const { pdf, content, ...policy } of policies) {
    yield { ...policy, content: richNodesIn(content), hasPdf: pdf !== null };
    if (pdf) yield* piecesOf(pdf);
  }
}
