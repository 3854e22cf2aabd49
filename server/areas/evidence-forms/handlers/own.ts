/** What the acting user has submitted. */
import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { findReadingMember, notActive } from '../../../platform/identity/acting-member.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
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
 * @param userId that an API key names @returns the member whose submissions are meant, or why the caller does not see them: those of
 * somebody else take `evidence:read`, as they do elsewhere (spec/areas/evidence-forms, rules 11 and 15)
 */
async function submitterOf(db: OrganizationDatabase, actor: Actor, userId: string | undefined) {
  const member = await findReadingMember(db, actor, userId);
  if (!member) return invalid({ userId: notActive });
  return member.userId === actor.user?.id || actor.permissions.has('evidence:read') ? member : refusal('missing_permission');
}
