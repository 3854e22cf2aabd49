/** Lookup of members who act as a named person. */
import type { OrganizationDatabase } from '#platform/database/handle';

/**
 * Finds an active member, for example to accept a risk, and locks the row until the transaction ends. @returns the member, with the e-mail address if
 * the name is empty
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
