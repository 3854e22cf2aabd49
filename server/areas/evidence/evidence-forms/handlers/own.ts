/** Lists and counts the submissions of the acting user. */
import { checkReadPermission } from '#domain/access/records/kinds';
import type { Handlers } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import { findReadingMember, inactiveMember } from '#platform/identity/acting-member';
import type { Actor } from '#platform/identity/actor';
import { invalid, isRefusal } from '#platform/refusals/refusal';
import { countPending, listSubmissionsOf } from '../queries/submissions.ts';

export const ownSubmissions: Pick<Handlers<'evidence-forms'>, 'listMyEvidenceSubmissions' | 'countMyPendingEvidenceSubmissions'> = {
  async listMyEvidenceSubmissions({ query: { userId, ...filter }, page, actor, db }) {
    const member = await requireReadableSubmitter(db, actor, userId);
    if (isRefusal(member)) return member;
    return { status: 200, page: await listSubmissionsOf(db, member.userId, filter, page) };
  },

  async countMyPendingEvidenceSubmissions({ query: { userId }, actor, db }) {
    const member = await requireReadableSubmitter(db, actor, userId);
    if (isRefusal(member)) return member;
    return { status: 200, body: { count: await countPending(db, member.userId) } };
  },
};

/**
 * @param userId the user on whose behalf an API key reads
 * @returns the member whose submissions are read. Returns a refusal for an inactive user, and for another member's submissions
 * if the actor lacks `evidence:read` (evidence-forms, rules 11 and 15).
 */
async function requireReadableSubmitter(db: OrganizationDatabase, actor: Actor, userId: string | undefined) {
  const member = await findReadingMember(db, actor, userId);
  if (!member) return invalid({ userId: inactiveMember }, 'query');
  const readRefusal = member.userId === actor.user?.id ? undefined : checkReadPermission(actor, 'evidence_submission');
  return readRefusal ?? member;
}
