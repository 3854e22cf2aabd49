/** Checks whether a file can be watermarked before it is stored (trust-access, rule 8). */
import { CallExternal } from '#contract/replies';
import type { OrganizationContext } from '#platform/context';
import { TooBusy } from '#platform/workers/fair-queue';
import { type FileInput, inspectFile, isInspected, type FileRequirements } from '../files/receive.ts';
import { isPdf, createCopy, type UnmarkableReason } from './copy.ts';

/** The sample values are as long as typical real values. */
const sample = { organization: 'Sample', email: 'reader@example.com', documentId: 'tdoc_000000000000000000000000' } as const;

/** @param store stores the file, for a PDF in a new transaction; receives the reason if copies cannot be watermarked */
export async function inspectAndStore<R>(
  context: OrganizationContext,
  input: FileInput,
  requirements: FileRequirements,
  store: (newContext: OrganizationContext, reason: UnmarkableReason | undefined) => Promise<R>,
) {
  const file = await inspectFile(context, input, requirements);
  if (!isInspected(file)) return file;
  if (!isPdf(file, file.draft.start)) return store(context, undefined);
  return new CallExternal<R>(async () => {
    const reason = await testWatermark(context.actor.organizationId, await file.draft.read());
    return (newContext) => store(newContext, reason);
  });
}

async function testWatermark(organizationId: string, bytes: Buffer): Promise<UnmarkableReason | undefined> {
  try {
    const copy = await createCopy(organizationId, bytes, sample);
    return typeof copy === 'string' ? copy : undefined;
  } catch (error) {
    // Without a free worker the check is skipped, and a problem is found only when somebody requests a copy.
    if (error instanceof TooBusy) return undefined;
    throw error;
  }
}
