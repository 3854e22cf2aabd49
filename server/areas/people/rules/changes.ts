/** What the log shows of a change of a member: also what is of the account, and what followed from something else that was sent. */
import { isDeepStrictEqual } from 'node:util';
import type { Changes } from '../../../platform/audit/changes.ts';
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
] as const;

export function changesBetween(before: Member, after: Member): Changes {
  const [previous, current] = [logged(before), logged(after)];
  return Object.fromEntries(
    Object.entries(previous).flatMap(([field, value]) =>
      isDeepStrictEqual(value, current[field]) ? [] : [[field, { previous: value, current: current[field] }] as const],
    ),
  );
}

function logged(member: Member): Readonly<Record<string, unknown>> {
  return { name: member.user.name, email: member.user.email, ...Object.fromEntries(fields.map((field) => [field, member[field]])) };
}
