/** From one owner to another member, in one step (spec/areas/organization, rules 4 and 5). */
import { notActive } from '../../../platform/identity/acting-member.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import { lockMembers, setRoles } from '../queries/members.ts';
import { withOwnership, withoutOwnership } from '../rules/organization.ts';

export const ownership: Pick<Handlers<'organization'>, 'transferOrganizationOwnership'> = {
  async transferOrganizationOwnership({ body: { newOwnerId }, actor, db, audit }) {
    // Callers transfer their own ownership, whatever user `userId` names.
    const members = await lockMembers(db, [newOwnerId, actor.memberId ?? '']);
    const heir = members.find(({ id }) => id === newOwnerId);
    const giver = members.find(({ id }) => id === actor.memberId);
    if (!heir) return invalid({ newOwnerId: notActive });
    if (!giver?.roles.includes('owner')) return refusal('owner_required');
    if (heir.roles.includes('owner')) return refusal('already_owner');

    const [currentOwner, newOwner] = [
      await setRoles(db, giver, withoutOwnership(giver.roles)),
      await setRoles(db, heir, withOwnership(heir.roles)),
    ];
    audit.did('Transferred ownership', {
      changes: { owner: { previous: `${giver.name} (${giver.id})`, current: `${heir.name} (${heir.id})` } },
    });
    return { status: 200, body: { currentOwner, newOwner } };
  },
};
