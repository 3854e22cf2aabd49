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

// The extension is .ts when run from source, .js when built.
const moduleOf = (name: string) => new URL(`${name}.worker${path.extname(import.meta.url)}`, import.meta.url);
const [bundleModule, readableModule] = [moduleOf('bundle'), moduleOf('readable')];
const timeoutSeconds = 120;
/** Time limit in seconds, after which a PDF counts as unreadable. */
const readTimeoutSeconds = 15;
/** How long a request waits for a free worker, in seconds. */
const waitSeconds = 30;

/**
 * Renders policies as one PDF in a worker: the same bytes for the same input. Each policy has a sheet with its metadata and its text, or the pages of
 * its own PDF. Pages are numbered consecutively. Every PDF is first read in a worker of its own, so that a malicious file cannot prevent other
 * policies from being rendered.
 * @param queue the queue to use; defaults to one named after the organization
 * @throws TooBusy, WorkerEnded, the reason of the signal
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
      parts: partsOf(readablePolicies),
    }),
  );
}

type QueueSlot = WaitOptions & { readonly group: 'write'; readonly organizationId: string };

/** Replaces an unreadable PDF, for which the document contains a note. */
const unreadablePdf = new Uint8Array();

async function isReadable(pdf: Uint8Array, slot: QueueSlot): Promise<boolean> {
  const job = { ...slot, module: readableModule, seconds: readTimeoutSeconds, input: undefined, parts: splitBytes(pdf) };
  try {
    const [answer] = await runInWorker<typeof readableWork>(job);
    return answer === true;
  } catch (error) {
    if (error instanceof WorkerEnded) return false;
    throw error;
  }
}

/** Each policy, followed by the chunks of its PDF. */
function* partsOf(policies: PolicyBundle['policies']): Generator<Parameters<typeof bundleWork>[1][number]> {
  for (const { pdf, content, ...policy } of policies) {
    yield { ...policy, content: normalizeRichText(content), hasPdf: pdf !== null };
    if (pdf) yield* splitBytes(pdf);
  }
}
