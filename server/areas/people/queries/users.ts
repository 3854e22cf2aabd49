/** The users behind members. */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

/** The user ids of the owners. */
export async function listOwners(db: OrganizationDatabase): Promise<string[]> {
  const owners = await db
    .selectFrom('member')
    .select('user_id')
    .where(sql<boolean>`'owner' = any(roles)`, '=', true)
    .execute();
  return owners.map((owner) => owner.user_id);
}
