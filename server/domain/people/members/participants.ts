/** Finds participants, the members to whom work can be assigned. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { fieldErrors } from '#platform/refusals/field-errors';
import { isStaff } from '#platform/identity/staff';

/**
 * Whether this is a participant: an active member who does not belong to the operator's staff (spec/conventions, 3). Locks the member until
 * the transaction ends. @param staffDomains e-mail domains of the operator
 */
export async function isParticipant(db: OrganizationDatabase, staffDomains: readonly string[], id: string): Promise<boolean> {
  return (await lockParticipant(db, staffDomains, id)) !== undefined;
}

/** Finds and locks a participant. @returns the member's roles and department; undefined if the member is not a participant */
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

/** Locks participants until the transaction ends, sorted by id to prevent deadlocks. @returns the `ids` that belong to participants */
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

export const nonParticipant = fieldErrors.unknownReference('member', 'an active member who takes part in compliance work');
