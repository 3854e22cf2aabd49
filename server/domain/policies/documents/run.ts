/** Renders policy documents in workers. */
import path from 'node:path';
import { normalizeRichText } from '#documents/rich-text/nodes';
import type { WaitOptions } from '#platform/workers/fair-queue';
import { runInWorker } from '#platform/workers/pool';
import { joinBytes, splitBytes } from '#platform/workers/work';
import { WorkerEnded } from '#platform/workers/process';
import type bundleWork from './bundle.worker.ts';
import type { PolicyBundle } from './document.ts';
import type readableWork from './readable.worker.ts';

export type { PolicyBundle, PolicyDocument } from './document.ts';

// The extension is .ts when the server runs from source, and .js when it is built.
const moduleOf = (name: string) => new URL(`${name}.worker${path.extname(import.meta.url)}`, import.meta.url);
const [bundleModule, readableModule] = [moduleOf('bundle'), moduleOf('readable')];
const timeoutSeconds = 120;
/** The time limit for reading a PDF, in seconds. A PDF that takes longer counts as unreadable. */
const readTimeoutSeconds = 15;
/** How long a request waits for a free worker, in seconds. */
const waitSeconds = 30;

/**
 * Renders policies as one PDF in a worker. The same input always produces the same bytes. Each policy has a page with its metadata,
 * followed by its text or the pages of its uploaded PDF. Each uploaded PDF is first read in a separate worker, so that a malicious file
 * cannot prevent the rendering of other policies.
 * @param queue the queue to use; defaults to a queue named after the organization
 * @throws TooBusy, WorkerEnded, or the abort reason of the queue's signal
 */
export async function runPolicyBundle(
  { policies, ...bundle }: PolicyBundle,
  queue: WaitOptions & { readonly organizationId?: string } = {},
): Promise<Uint8Array> {
  const slot: QueueSlot = { group: 'write', waitSeconds, ...queue, organizationId: queue.organizationId ?? bundle.organization };
  const readablePolicies: PolicyBundle['policies'][number][] = [];
  for (const policy of policies)
    readablePolicies.push(policy.pdf && !(await isReadable(policy.pdf, slot)) ? { ...policy, pdf: unreadablePdf } : policy);
  return joinBytes(
    await runInWorker<typeof bundleWork>({
      ...slot,
      module: bundleModule,
      seconds: timeoutSeconds,
      input: bundle,
      parts: workerParts(readablePolicies),
    }),
  );
}

type QueueSlot = WaitOptions & { readonly group: 'write'; readonly organizationId: string };

/** Replaces an unreadable PDF; the document then contains a note about it. */
const unreadablePdf = new Uint8Array();

async function isReadable(pdf: Uint8Array, slot: QueueSlot): Promise<boolean> {
  const job = { ...slot, module: readableModule, seconds: readTimeoutSeconds, input: undefined, parts: splitBytes(pdf) };
  try {
    const [isReadablePdf] = await runInWorker<typeof readableWork>(job);
    return isReadablePdf === true;
  } catch (error) {
    if (error instanceof WorkerEnded) return false;
    throw error;
  }
}

/** Yields each policy, followed by the chunks of its PDF. */
function* workerParts(policies: PolicyBundle['policies']): Generator<Parameters<typeof bundleWork>[1][number]> {
  for (const { pdf, content, ...policy } of policies) {
    yield { ...policy, content: normalizeRichText(content), hasPdf: pdf !== null };
    if (pdf) yield* splitBytes(pdf);
  }
}
