/** Queries about members' roles, of which ownership is one. */
import type { OrganizationDatabase } from '#platform/database/handle';

interface Member {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
}

/** Locks the active members among these, in the order of their ids, so that concurrent transfers do not deadlock. */
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

/** @returns the change, with both sets of roles sorted */
export async function setRoles(db: OrganizationDatabase, { id, roles }: Member, changed: readonly string[]) {
  await db
    .updateTable('member')
    .set({ roles: [...changed] })
    .where('id', '=', id)
    .execute();
  return { memberId: id, previousRoles: [...roles].sort(), newRoles: [...changed].sort() };
}
