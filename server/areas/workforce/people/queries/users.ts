/** Queries for the user accounts of members. */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';

/** @returns the user ids of the owners of the organization */
export async function listOwnerUserIds(db: OrganizationDatabase): Promise<string[]> {
  const owners = await db
    .selectFrom('member')
    .select('user_id')
    .where(sql<boolean>`'owner' = any(roles)`, '=', true)
    .execute();
  return owners.map((owner) => owner.user_id);
}
