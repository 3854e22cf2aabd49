/** Members to whom work can be assigned. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { isStaff } from '#platform/identity/staff';

/**
 * Whether this is an active member who takes part in compliance work, as the operator's staff do not. Locks the row until the transaction ends
 * (spec/conventions, 3). @param staffDomains e-mail domains of the operator
 */
export async function isParticipant(db: OrganizationDatabase, staffDomains: readonly string[], id: string): Promise<boolean> {
  return (await lockParticipant(db, staffDomains, id)) !== undefined;
}

/** Finds and locks a participant. @returns the member's roles and department; undefined when the member is not a participant */
export async function lockParticipant(
  db: OrganizationDatabase,
  staffDomains: readonly string[],
  id: string,
): Promise<{ readonly roles: readonly string[]; readonly department: string } | undefined> {
  const member = await db
    .selectFrom('member')
    .select(['email', 'email_verified as isVerified', 'roles', 'department'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst();
  return member && !isStaff(member, staffDomains) ? member : undefined;
}

/** The ids of those who are active participants. Locks their rows until the transaction ends, ordered by id to prevent deadlocks. */
export async function lockParticipants(
  db: OrganizationDatabase,
  staffDomains: readonly string[],
  ids: readonly string[],
): Promise<Set<string>> {
  if (!ids.length) return new Set();
  const members = await db
    .selectFrom('member')
    .select(['id', 'email', 'email_verified as isVerified'])
    .where('id', 'in', [...new Set(ids)])
    .where('is_active', '=', true)
    .orderBy('id')
    .forShare()
    .execute();
  return new Set(members.filter((member) => !isStaff(member, staffDomains)).map(({ id }) => id));
}

export const notParticipant = 'must be an active member who takes part in compliance work';
