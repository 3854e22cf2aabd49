/** Checks members who are chosen as approvers. */
import { type FieldError, fieldErrors } from '#platform/refusals/field-errors';
import type { OrganizationDatabase } from '#platform/database/handle';
import { unrestrictedPermissions } from '#platform/identity/approving';
import { readRoles } from '#platform/identity/organization-roles';
import { lockParticipant, nonParticipant } from './participants.ts';

/** The fields of an approver that determine what the approver may read. */
export interface Approver {
  readonly roles: readonly string[];
  readonly department: string;
}

/**
 * Finds the chosen approver and locks the row until the transaction ends.
 * @param staffDomains e-mail domains of the operator, whose staff cannot approve @param permission the permission required to approve
 * @returns the member, or a validation error if the member is not a participant or may not approve (spec/conventions, 3)
 */
export async function lockApprover(
  db: OrganizationDatabase,
  staffDomains: readonly string[],
  id: string,
  permission: `${string}:update`,
): Promise<Approver | FieldError> {
  const member = await lockParticipant(db, staffDomains, id);
  if (!member) return nonParticipant;
  return unrestrictedPermissions(await readRoles(db), member.roles).has(permission)
    ? member
    : fieldErrors.notAllowed(`must have the permission ${permission}, to approve`);
}
