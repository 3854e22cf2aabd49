/** What the log shows of a change of a member: also what is of the account, and what followed from something else that was sent. */
import type { Fields } from '../../../platform/audit/changes.ts';
import type { Member } from '../queries/record.ts';

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

/** @returns what the log tells of a member, by field */
export function told(member: Member): Fields {
  return { name: member.user.name, email: member.user.email, ...Object.fromEntries(fields.map((field) => [field, member[field]])) };
}
