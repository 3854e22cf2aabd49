/** Finds out whether the copies of a file will have a watermark, before it is stored (spec/areas/trust-access, rule 8). */
import { CallOutside } from '../../contract/replies.ts';
import type { OrganizationContext } from '../../platform/context.ts';
import { TooBusy } from '../../platform/workers/fair-queue.ts';
import { type FileInput, inspectFile, isInspected, type Wanted } from '../files/receive.ts';
import { isPdf, makeCopy, type Unmarkable } from './copy.ts';

/** As long as addresses are. */
const sample = { organization: 'Sample', email: 'reader@example.com', documentId: 'tdoc_000000000000000000000000' } as const;

/** @param keep stores the file, in a transaction that is begun after the file was looked at; it is told why its copies cannot be marked */
export async function withInspected<R>(
  context: OrganizationContext,
  input: FileInput,
  wanted: Wanted,
  keep: (later: OrganizationContext, fault: Unmarkable | undefined) => Promise<R>,
) {
  const file = await inspectFile(context, input, wanted);
  if (!isInspected(file)) return file;
  if (!isPdf(file, file.draft.start)) return keep(context, undefined);
  return new CallOutside<R>(async () => {
    const fault = await faultOf(context.actor.organizationId, await file.draft.read());
    return (later) => keep(later, fault);
  });
}

async function faultOf(organizationId: string, bytes: Buffer): Promise<Unmarkable | undefined> {
  try {
    const copy = await makeCopy(organizationId, bytes, sample);
    return typeof copy === 'string' ? copy : undefined;
  } catch (error) {
    // It is found out when somebody wants to have it: until then it is as good as any other.
    if (error instanceof TooBusy) return undefined;
    throw error;
  }
}
