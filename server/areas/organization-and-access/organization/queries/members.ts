/** Locks members and sets their roles for a transfer of the ownership. */
import type { OrganizationDatabase } from '#platform/database/handle';

interface Member {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
}

/** Locks the active members with these ids, in the order of the ids, so that concurrent transfers do not deadlock. */
export function lockMembers(db: OrganizationDatabase, ids: readonly string[]): Promise<Member[]> {
  return db
    .selectFrom('member')
    .select(['id', 'name', 'roles'])
    .where('is_active', '=', true)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Replaces the roles of a member. @returns the previous roles and the new roles, both sorted */
export async function setRoles(db: OrganizationDatabase, { id, roles }: Member, newRoles: readonly string[]) {
  await db
    .updateTable('member')
    .set({ roles: [...newRoles] })
    .where('id', '=', id)
    .execute();
  return { memberId: id, previousRoles: [...roles].sort(), newRoles: [...newRoles].sort() };
}
