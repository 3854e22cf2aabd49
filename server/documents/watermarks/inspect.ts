/** Tests before a file is stored whether it can be watermarked (trust-access, rule 8). */
import { CallExternal } from '#contract/replies';
import type { OrganizationContext } from '#platform/context';
import { TooBusy } from '#platform/workers/fair-queue';
import { type FileInput, inspectFile, isInspected, type FileRequirements } from '../files/receive.ts';
import { isPdf, createCopy, type UnmarkableReason } from './copy.ts';

/** As long as typical real values. */
const sample = { organization: 'Sample', email: 'reader@example.com', documentId: 'tdoc_000000000000000000000000' } as const;

/** @param store stores the file in a new transaction after the inspection; gets the reason if copies cannot be watermarked */
export async function inspectAndStore<R>(
  context: OrganizationContext,
  input: FileInput,
  wanted: FileRequirements,
  store: (later: OrganizationContext, fault: UnmarkableReason | undefined) => Promise<R>,
) {
  const file = await inspectFile(context, input, wanted);
  if (!isInspected(file)) return file;
  if (!isPdf(file, file.draft.start)) return store(context, undefined);
  return new CallExternal<R>(async () => {
    const fault = await testWatermark(context.actor.organizationId, await file.draft.read());
    return (later) => store(later, fault);
  });
}

async function testWatermark(organizationId: string, bytes: Buffer): Promise<UnmarkableReason | undefined> {
  try {
    const copy = await createCopy(organizationId, bytes, sample);
    return typeof copy === 'string' ? copy : undefined;
  } catch (error) {
    // The test is skipped; the problem would only be found when somebody requests a copy.
    if (error instanceof TooBusy) return undefined;
    throw error;
  }
}
