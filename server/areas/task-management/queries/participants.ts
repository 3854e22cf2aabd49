/** Members to whom items can be assigned. */
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { isStaff } from '../../../platform/identity/staff.ts';

/** An active member, held so until the transaction ends, who is none of the operator's staff (spec/areas/task-management, rule 2). @param staffDomains e-mail domains of the operator */
export async function isParticipant(db: OrganizationDatabase, staffDomains: readonly string[], id: string): Promise<boolean> {
  const member = await db
    .selectFrom('member')
    .select(['email', 'email_verified as isVerified'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst();
  return member !== undefined && !isStaff(member, staffDomains);
}
