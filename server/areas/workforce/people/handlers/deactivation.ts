/** Deactivates and reactivates members (spec/areas/workforce/people, States). A trigger ends sessions of deactivated members (rule 21). */
import { lockLeavingMember } from '#domain/people/members/assignments';
import { changesBetween, changesOnDelete } from '#platform/audit/changes';
import { refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { findReactivationError } from '#platform/identity/assigning';
import { lockRoles, readRoles } from '#platform/identity/organization-roles';
import { unassignLeaving } from './leaving.ts';
import { auditFields } from '../rules/changes.ts';
import { setActive } from '../queries/membership.ts';
import { findMember, lockMember } from '../queries/record.ts';
import { memberNotFound } from '../refusals.ts';
import { checkDeactivation } from '../rules/people.ts';

export const deactivation: Pick<Handlers<'people'>, 'deactivateMember' | 'reactivateMember'> = {
  async deactivateMember({ path, query, actor, audit, ...context }) {
    const { db, ports } = context;
    await lockLeavingMember(db, path.id);
    const member = await lockMember(db, path.id);
    if (!member) return memberNotFound();
    if (!member.isActive) return refusal('member_already_deactivated');
    const deactivationRefusal = checkDeactivation(actor, await readRoles(db), member, ports.access.staffEmailDomains);
    if (deactivationRefusal) return deactivationRefusal;

    const skipsOffboarding = query.skipOffboarding === true;
    await setActive(db, member.id, false, skipsOffboarding ? null : (member.offboardDate ?? new Date().toISOString()));
    const unassignedRecords = await unassignLeaving({ db, actor, ports }, member, !skipsOffboarding);
    const after = (await findMember(db, member.id)) ?? member;
    audit.performed('Deactivated member', {
      changes: {
        ...changesBetween(auditFields(member), auditFields(after)),
        ...(unassignedRecords.length && changesOnDelete({ unassigned: unassignedRecords })),
      },
    });
    return { status: 204 };
  },

  async reactivateMember({ path, actor, db, audit }) {
    const member = await lockMember(db, path.id);
    if (!member) return memberNotFound();
    if (member.isActive) return refusal('member_active');
    const reactivationRefusal = findReactivationError(actor, await lockRoles(db), member.roles);
    if (reactivationRefusal) return reactivationRefusal;
    await setActive(db, member.id, true, null);
    const after = (await findMember(db, member.id)) ?? member;
    audit.changed(auditFields(member), auditFields(after), { description: 'Reactivated member' });
    return { status: 200, body: after };
  },
};
