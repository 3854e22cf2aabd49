/** Mails a member the link to the portal again. */
import { changesOnCreate } from '#platform/audit/changes';
import { refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { readRoles } from '#platform/identity/organization-roles';
import { mailPortalLink } from '#domain/people/members/portal';
import { findMember } from '../queries/record.ts';
import { memberNotFound } from '../refusals.ts';

export const portal: Pick<Handlers<'people'>, 'resendPortalInvite'> = {
  async resendPortalInvite({ path, db, ports, audit }) {
    const member = await findMember(db, path.id);
    if (!member) return memberNotFound();
    if (!member.isActive) return refusal('member_deactivated');
    if (!(await readRoles(db)).haveComplianceDuties(member.roles)) return refusal('member_without_obligation');
    const { email } = member.user;
    await mailPortalLink(db, ports, email);
    audit.performed('Mailed the way into the portal', { changes: changesOnCreate({ email }) });
    return { status: 200, body: { email, emailSent: true } };
  },
};
