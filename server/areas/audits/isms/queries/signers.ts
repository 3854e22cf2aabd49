/** Finds the members whose names are used in signatures. */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';

/** @returns the ids of the active members who have one of these names, ignoring case */
export async function findMembersNamed(db: OrganizationDatabase, names: readonly string[]): Promise<string[]> {
  if (!names.length) return [];
  const members = await db
    .selectFrom('member')
    .select('id')
    .where('is_active', '=', true)
    .where(
      sql<string>`lower(trim(name))`,
      'in',
      names.map((name) => name.trim().toLowerCase()),
    )
    .execute();
  return members.map(({ id }) => id);
}
