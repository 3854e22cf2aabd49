/** Handlers of the submissions of the acting user. */
import { refuseReading } from '#domain/access/records/kinds';
import type { Handlers } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import { findReadingMember, notActive } from '#platform/identity/acting-member';
import type { Actor } from '#platform/identity/actor';
import { invalid, isRefusal } from '#platform/refusals/refusal';
import { countPending, listSubmissionsOf } from '../queries/submissions.ts';

export const own: Pick<Handlers<'evidence-forms'>, 'listMyEvidenceSubmissions' | 'countMyPendingEvidenceSubmissions'> = {
  async listMyEvidenceSubmissions({ query: { userId, ...filter }, page, actor, db }) {
    const member = await submitterOf(db, actor, userId);
    if (isRefusal(member)) return member;
    return { status: 200, page: await listSubmissionsOf(db, member.userId, filter, page) };
  },

  async countMyPendingEvidenceSubmissions({ query: { userId }, actor, db }) {
    const member = await submitterOf(db, actor, userId);
    if (isRefusal(member)) return member;
    return { status: 200, body: { count: await countPending(db, member.userId) } };
  },
};

/**
 * @param userId the user that an API key names @returns the member whose submissions are listed, or a refusal: submissions of others
 * require
 * `evidence:read`, as everywhere else (evidence-forms, rules 11 and 15)
 */
async function submitterOf(db: OrganizationDatabase, actor: Actor, userId: string | undefined) {
  const member = await findReadingMember(db, actor, userId);
  if (!member) return invalid({ userId: notActive });
  const refused = member.userId === actor.user?.id ? undefined : refuseReading(actor, 'evidence_submission');
  return refused ?? member;
}
