/** Finds members who are named as responsible for an action. */
import type { OrganizationDatabase } from '#platform/database/handle';

/**
 * Finds an active member, for example to accept a risk, and locks the row until the transaction ends.
 * @returns the member, whose e-mail address replaces an empty name; undefined if no active member has this id
 */
export async function findActiveMember(db: OrganizationDatabase, id: string): Promise<{ id: string; name: string } | undefined> {
  const member = await db
    .selectFrom('member')
    .select(['id', 'name', 'email'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst();
  return member && { id: member.id, name: member.name.trim() || member.email };
}
