/** Finds the holders of ISMS roles. */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';

/** @returns the first active member assigned to this predefined role in the documents of a framework */
export async function findHolder(
  db: OrganizationDatabase,
  frameworkId: string,
  key: components['schemas']['IsmsRoleKey'],
): Promise<{ readonly memberId: string; readonly name: string } | undefined> {
  const holder = await db
    .selectFrom('isms_row as a')
    .innerJoin('isms_row as r', 'r.id', 'a.parent_id')
    .innerJoin('isms_document as d', 'd.id', 'r.document_id')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .select(['m.id', 'm.name', 'm.email'])
    .where('a.register', '=', 'role-assignments')
    .where('r.key', '=', key)
    .where('d.framework_id', '=', frameworkId)
    .where('m.is_active', '=', true)
    .orderBy('a.position')
    .orderBy('a.id')
    .limit(1)
    .executeTakeFirst();
  return holder && { memberId: holder.id, name: holder.name.trim() || holder.email };
}
