import { createAudit } from '#platform/audit/audit';
import type { OrganizationContext } from '#platform/context';
import { RefusalError } from '#platform/refusals/refusal';
import { LoggedRefusal } from './replies.ts';
import type { Answer, AnyReply } from './types.ts';

/**
 * Carries out a repeated request once more, for nothing but to learn whether the caller may still do it: the transaction is rolled back.
 * @returns the answer with which it is denied or its record hidden by now; undefined if the stored answer may be returned
 */
export async function findDenial(
  work: (context: OrganizationContext) => Promise<Answer<AnyReply>>,
  context: OrganizationContext,
): Promise<Answer<AnyReply> | undefined> {
  const afterCommit: OrganizationContext['afterCommit'] = (what) => context.afterCommit(() => what(false));
  const isDenial = ({ status }: { readonly status: number }) => status === 403 || status === 404;
  try {
    const answer = await work({ ...context, audit: createAudit([]), afterCommit });
    const reply = answer instanceof LoggedRefusal ? answer.reply : answer;
    return 'status' in reply && isDenial(reply) ? answer : undefined;
  } catch (error) {
    if (error instanceof RefusalError && !isDenial(error)) return undefined;
    throw error;
  }
}
