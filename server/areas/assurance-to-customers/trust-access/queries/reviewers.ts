import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';

/**
 * @param contact the contact address of the trust portal
 * @returns the addresses to notify of a new request: the contact address, or all active owners and admins if there is none
 */
export async function listReviewers(db: OrganizationDatabase, contact: string | null): Promise<string[]> {
  if (contact !== null) return [contact];
  const members = await db
    .selectFrom('member')
    .select('email')
    .where('is_active', '=', true)
    .where(sql<boolean>`roles && array['owner', 'admin']`, '=', true)
    .orderBy('id')
    .execute();
  return members.map(({ email }) => email);
}
