/** Who is told of what nobody else looks after. */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { isStaff } from '../../platform/identity/staff.ts';

/**
 * @param assigneeId of a record that somebody has to look at again @param staffDomains e-mail domains of the operator, whose people are not told
 * @returns the user id of the active member who looks after it, or else those of the administrators
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

/** @returns the user ids of the active owners and admins, without the operator's staff @param staffDomains e-mail domains of the operator */
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
