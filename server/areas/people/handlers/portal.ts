import { added } from '../../../platform/audit/changes.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import { rolesIn } from '../../../platform/identity/organization-roles.ts';
import { mailPortal } from '../../../domain/members/portal.ts';
import { findMember } from '../queries/record.ts';
import { memberNotFound } from '../refusals.ts';

export const portal: Pick<Handlers<'people'>, 'resendPortalInvite'> = {
  async resendPortalInvite({ path, db, ports, audit }) {
    const member = await findMember(db, path.id);
    if (!member) return memberNotFound();
    if (!member.isActive) return refusal('member_deactivated');
    if (!(await rolesIn(db)).oblige(member.roles)) return refusal('member_without_obligation');
    const { email } = member.user;
    await mailPortal(db, ports, email);
    audit.did('Mailed the way into the portal', { changes: added({ email }) });
    return { status: 200, body: { email, emailSent: true } };
  },
};
