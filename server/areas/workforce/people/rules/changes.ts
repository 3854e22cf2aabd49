/** The fields of members in the audit log, including those of the account and derived ones. */
import type { Fields } from '#platform/audit/changes';
import type { Member } from './member.ts';

const fields = [
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

/** @returns the logged fields of a member */
export function auditFields(member: Member): Fields {
  return { name: member.user.name, email: member.user.email, ...Object.fromEntries(fields.map((field) => [field, member[field]])) };
}
