/** Members with their roles, of which ownership is one. */
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

interface Member {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
}

/** Those of them that are active. Nobody changes them meanwhile; taken in the order of their ids, so that two transfers never wait for each other. */
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
