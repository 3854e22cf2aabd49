/** Members who may act as a named person. */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';

/** An active member, held until the transaction ends: who may accept a risk. @returns the member, named by the e-mail address when there is no name */
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
