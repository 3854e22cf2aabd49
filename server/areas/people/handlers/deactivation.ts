/** The end of a membership, and its return (spec/areas/people, States). Sessions end by themselves: each request asks whether the member is active. */
import { differences, removed } from '../../../platform/audit/changes.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { reactivatingFault } from '../../../platform/identity/assigning.ts';
import { lockRolesIn } from '../../../platform/identity/organization-roles.ts';
import { notify } from '../../../platform/mail/notify.ts';
import { type Unassigned, unassign } from '../../../domain/members/assignments.ts';
import { removeHosts } from './devices.ts';
import { told } from '../rules/changes.ts';
import { setActive } from '../queries/membership.ts';
import { findMember, lockMember, type Member } from '../queries/record.ts';
import { listOwners } from '../queries/users.ts';
import { memberNotFound } from '../refusals.ts';
import { deactivationFault } from '../rules/people.ts';

export const deactivation: Pick<Handlers<'people'>, 'deactivateMember' | 'reactivateMember'> = {
  async deactivateMember({ path, query, actor, db, audit, afterCommit, ports: { access, devices } }) {
    const member = await lockMember(db, path.id);
    if (!member) return memberNotFound();
    if (!member.isActive) return refusal('member_already_deactivated');
    const fault = deactivationFault(actor, member, access.staffEmailDomains);
    if (fault) return fault;

    const skip = query.skipOffboarding === true;
    await setActive(db, member.id, false, skip ? null : (member.offboardDate ?? new Date().toISOString()));
    const taken = await unassign(db, member.id);
    if (!skip && taken.length) await mailOwners(db, member, taken);
    const { deviceMgmtLabelId: label } = member;
    if (label !== null)
      afterCommit(async (kept) => {
        if (kept) await removeHosts(devices, label);
      });
    const after = (await findMember(db, member.id)) ?? member;
    audit.did('Deactivated member', {
      changes: { ...differences(told(member), told(after)), ...(taken.length && removed({ unassigned: taken.map(nameOf) })) },
    });
    return { status: 204 };
  },

  async reactivateMember({ path, actor, db, audit }) {
    const member = await lockMember(db, path.id);
    if (!member) return memberNotFound();
    if (member.isActive) return refusal('member_active');
    const fault = reactivatingFault(actor, await lockRolesIn(db), member.roles);
    if (fault) return fault;
    await setActive(db, member.id, true, null);
    const after = (await findMember(db, member.id)) ?? member;
    audit.changed(told(member), told(after), { description: 'Reactivated member' });
    return { status: 200, body: after };
  },
};

/** So that nothing is left lying. */
async function mailOwners(db: OrganizationDatabase, { user }: Member, taken: readonly Unassigned[]): Promise<void> {
  const userIds = await listOwners(db);
  const text = `${user.name} has left. Nobody is assigned to the following any more:\n\n${taken.map((item) => `- ${nameOf(item)}`).join('\n')}\n`;
  await notify(db, {
    kind: 'unassignedItemsNotifications',
    userIds,
    subject: `Unassigned after ${user.name} left`,
    text,
  });
}

function nameOf({ kind, title }: Unassigned): string {
  return `${kind}: ${title}`;
}
