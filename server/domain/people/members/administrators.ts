/** Finds the users who are responsible for a record and are notified about it. */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';
import { isStaff } from '#platform/identity/staff';

/**
 * @param assigneeId the assignee of the record @param staffDomains e-mail domains of the operator, whose staff are not notified
 * @returns the user id of the active assignee, or the user ids of the administrators if there is no assignee
 */
export async function listResponsible(
  db: OrganizationDatabase,
  staffDomains: readonly string[],
  assigneeId: string | null,
): Promise<string[]> {
  if (assigneeId === null) return listAdministrators(db, staffDomains);
  const members = await db
    .selectFrom('member')
    .select(['user_id', 'email', 'email_verified as isVerified'])
    .where('id', '=', assigneeId)
    .where('is_active', '=', true)
    .execute();
  return members.flatMap((member) => (isStaff(member, staffDomains) ? [] : [member.user_id]));
}

/** @param staffDomains e-mail domains of the operator @returns the user ids of the active owners and admins who are not operator staff */
export async function listAdministrators(db: OrganizationDatabase, staffDomains: readonly string[]): Promise<string[]> {
  const members = await db
    .selectFrom('member')
    .select(['user_id', 'email', 'email_verified as isVerified'])
    .where('is_active', '=', true)
    .where(sql<boolean>`roles && array['owner', 'admin']`, '=', true)
    .orderBy('id')
    .execute();
  return members.flatMap((member) => (isStaff(member, staffDomains) ? [] : [member.user_id]));
}
