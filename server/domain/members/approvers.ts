/** Members who can be asked to approve something. */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { rolesIn } from '../../platform/identity/organization-roles.ts';
import { lockParticipant, notParticipant } from './participants.ts';

/** Who is asked to approve, as far as it decides about what they may read. */
export interface Approver {
  readonly roles: readonly string[];
  readonly department: string;
}

/**
 * The member who is asked to approve something, held until the transaction ends.
 * @param staffDomains e-mail domains of the operator, whose people approve nothing @param permission that approving takes
 * @returns the member, or why it cannot be the approver: it takes no part, or could not approve (spec/conventions, 3)
 */
export async function lockApprover(
  db: OrganizationDatabase,
  staffDomains: readonly string[],
  id: string,
  permission: `${string}:update`,
): Promise<Approver | string> {
  const member = await lockParticipant(db, staffDomains, id);
  if (!member) return notParticipant;
  return (await rolesIn(db)).permissions(member.roles).has(permission) ? member : `must have the permission ${permission}, to approve`;
}
