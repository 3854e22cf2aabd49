/** Transfers the ownership to another member in one step (organization, rules 4 and 5). */
import { inactiveMember } from '#platform/identity/acting-member';
import { invalid, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { lockMembers, setRoles } from '../queries/members.ts';
import { withOwnership, withoutOwnership } from '../rules/organization.ts';

export const ownership: Pick<Handlers<'organization'>, 'transferOrganizationOwnership'> = {
  async transferOrganizationOwnership({ body: { newOwnerId }, actor, db, audit }) {
    // Callers can only transfer their own ownership, even if the request names another user as `userId`.
    const members = await lockMembers(db, [newOwnerId, actor.memberId ?? '']);
    const successor = members.find(({ id }) => id === newOwnerId);
    const formerOwner = members.find(({ id }) => id === actor.memberId);
    if (!successor) return invalid({ newOwnerId: inactiveMember });
    if (!formerOwner?.roles.includes('owner')) return refusal('owner_required');
    if (successor.roles.includes('owner')) return refusal('already_owner');

    const [currentOwner, newOwner] = [
      await setRoles(db, formerOwner, withoutOwnership(formerOwner.roles)),
      await setRoles(db, successor, withOwnership(successor.roles)),
    ];
    audit.performed('Transferred ownership', {
      changes: { owner: { previous: `${formerOwner.name} (${formerOwner.id})`, current: `${successor.name} (${successor.id})` } },
    });
    return { status: 200, body: { currentOwner, newOwner } };
  },
};
