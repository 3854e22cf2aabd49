/** From one owner to another member, in one step (spec/areas/organization, rules 4 and 5). */
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { withOwnership, withoutOwnership } from '../rules/organization.ts';

const noMember = 'must be an active member of the organization';

export const ownership: Pick<Handlers<'organization'>, 'transferOrganizationOwnership'> = {
  async transferOrganizationOwnership({ body: { newOwnerId }, actor, db, audit }) {
    // The caller gives away what is the caller's own, whoever is named as `userId`.
    const members = await lockMembers(db, [newOwnerId, actor.memberId ?? '']);
    const heir = members.find(({ id }) => id === newOwnerId);
    const giver = members.find(({ id }) => id === actor.memberId);
    if (!heir) return invalid({ newOwnerId: noMember });
    if (!giver?.roles.includes('owner')) return refusal(403, 'Only an owner can hand over the ownership');
    if (heir.roles.includes('owner')) return refusal(409, 'The new owner is an owner already');

    const [currentOwner, newOwner] = [
      await setRoles(db, giver, withoutOwnership(giver.roles)),
      await setRoles(db, heir, withOwnership(heir.roles)),
    ];
    audit({
      description: 'Transferred ownership',
      changes: { owner: { previous: `${giver.name} (${giver.id})`, current: `${heir.name} (${heir.id})` } },
    });
    return { status: 200, body: { currentOwner, newOwner } };
  },
};

interface Member {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
}

/** Those of them that are active. Nobody changes them meanwhile; taken in the order of their ids, so that two transfers never wait for each other. */
function lockMembers(db: OrganizationDatabase, ids: readonly string[]): Promise<Member[]> {
  return db
    .selectFrom('member')
    .select(['id', 'name', 'roles'])
    .where('is_active', '=', true)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** @returns the change, with both sets of roles sorted */
async function setRoles(db: OrganizationDatabase, { id, roles }: Member, changed: readonly string[]) {
  await db
    .updateTable('member')
    .set({ roles: [...changed], updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
  return { memberId: id, previousRoles: [...roles].sort(), newRoles: [...changed].sort() };
}
