/** Members to whom work can be assigned. */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { isStaff } from '../../platform/identity/staff.ts';

/** Whether this is an active member who takes part in compliance work, which the operator's staff do not. The row is locked until the transaction ends (spec/conventions, 3). @param staffDomains e-mail domains of the operator */
export async function isParticipant(db: OrganizationDatabase, staffDomains: readonly string[], id: string): Promise<boolean> {
  return (await lockParticipant(db, staffDomains, id)) !== undefined;
}

/** The same. @returns what the member's roles and department are; undefined when the member takes no part */
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

/** Those of the ids that are active members who take part. Their rows are locked until the transaction ends, in one order. */
export async function participantsAmong(
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
