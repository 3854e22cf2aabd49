/** Selects the fields of members whose changes are recorded in the audit log. */
import type { Fields } from '#platform/audit/changes';
import type { Member } from './member.ts';

const loggedFields = [
  'userId',
  'role',
  'roles',
  'department',
  'isActive',
  'deviceMgmtLabelId',
  'jobTitle',
  'createdAt',
  'backgroundCheckExempt',
  'backgroundCheckExemptReason',
  'backgroundCheckExemptJustification',
  'onboardDate',
  'offboardDate',
  'externalId',
] as const;

/** @returns the fields of a member for the audit log, including the name and address */
export function auditFields(member: Member): Fields {
  return { name: member.user.name, email: member.user.email, ...Object.fromEntries(loggedFields.map((field) => [field, member[field]])) };
}
