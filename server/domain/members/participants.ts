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

export const notParticipant = 'must be an active member who takes part in compliance work';
