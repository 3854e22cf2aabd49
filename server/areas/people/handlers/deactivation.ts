/** The end of a membership, and its return (spec/areas/people, States). Sessions end by themselves: each request asks whether the member is active. */
import { holdLeaving } from '../../../domain/members/assignments.ts';
import { differences, removed } from '../../../platform/audit/changes.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import { reactivatingFault } from '../../../platform/identity/assigning.ts';
import { lockRolesIn } from '../../../platform/identity/organization-roles.ts';
import { leave } from './leaving.ts';
import { told } from '../rules/changes.ts';
import { setActive } from '../queries/membership.ts';
import { findMember, lockMember } from '../queries/record.ts';
import { memberNotFound } from '../refusals.ts';
import { deactivationFault } from '../rules/people.ts';

export const deactivation: Pick<Handlers<'people'>, 'deactivateMember' | 'reactivateMember'> = {
  async deactivateMember({ path, query, actor, audit, ...context }) {
    const { db, ports } = context;
    await holdLeaving(db, path.id);
    const member = await lockMember(db, path.id);
    if (!member) return memberNotFound();
    if (!member.isActive) return refusal('member_already_deactivated');
    const fault = deactivationFault(actor, member, ports.access.staffEmailDomains);
    if (fault) return fault;

    const skip = query.skipOffboarding === true;
    await setActive(db, member.id, false, skip ? null : (member.offboardDate ?? new Date().toISOString()));
    const unassigned = await leave(db, member, !skip);
    const after = (await findMember(db, member.id)) ?? member;
    audit.did('Deactivated member', {
      changes: { ...differences(told(member), told(after)), ...(unassigned.length && removed({ unassigned })) },
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
