import { createAudit } from '#platform/audit/audit';
import type { OrganizationContext } from '#platform/context';
import { RefusalError } from '#platform/refusals/refusal';
import { LoggedRefusal } from './replies.ts';
import type { Answer, AnyReply } from './types.ts';

/**
 * Executes a repeated request again in a transaction that is rolled back, to check whether the caller is still allowed to do it.
 * @returns the 403 or 404 that the request would get now; undefined if the stored answer may be returned
 */
export async function findDenial(
  work: (context: OrganizationContext) => Promise<Answer<AnyReply>>,
  context: OrganizationContext,
): Promise<Answer<AnyReply> | undefined> {
  const afterCommit: OrganizationContext['afterCommit'] = (followUp) => context.afterCommit(() => followUp(false));
  try {
    const answer = await work({ ...context, audit: createAudit([]), afterCommit });
    const reply = answer instanceof LoggedRefusal ? answer.reply : answer;
    return 'status' in reply && isDenial(reply) ? answer : undefined;
  } catch (error) {
    if (error instanceof RefusalError && !isDenial(error)) return undefined;
    throw error;
  }
}

/** Returns whether a reply tells that the caller may not do something, or not even know the record. */
export function isDenial({ status }: { readonly status: number }): boolean {
  return status === 403 || status === 404;
}
