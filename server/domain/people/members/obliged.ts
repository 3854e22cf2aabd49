/** Finds the members who have compliance duties (roles, rule 5). */
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { readRoles } from '#platform/identity/organization-roles';
import { mustTrain } from '../training/eligibility.ts';

export type ObligedMember = Awaited<ReturnType<typeof listObligedMembers>>[number];

/**
 * Lists the active members with compliance duties, who sign policies, take the training and count in scores (roles, rule 5).
 * @param staffDomains e-mail domains of the operator, whose staff are guests @returns the members sorted by name
 */
export async function listObligedMembers(db: OrganizationDatabase, staffDomains: readonly string[]) {
  const [roles, members] = await Promise.all([
    readRoles(db),
    db
      .selectFrom('member')
      .select([
        ...columnsOf('member', 'id', 'userId', 'name', 'email', 'roles', 'department', 'backgroundCheckExempt', 'deviceMgmtLabelId'),
        'email_verified as isVerified',
      ])
      .where('is_active', '=', true)
      .orderBy('name')
      .orderBy('id')
      .execute(),
  ]);
  return members.filter((member) => mustTrain(roles, member, staffDomains));
}

/** @returns whether this is an active member with compliance duties */
export async function isObligedMember(db: OrganizationDatabase, staffDomains: readonly string[], memberId: string): Promise<boolean> {
  const [roles, member] = await Promise.all([
    readRoles(db),
    db
      .selectFrom('member')
      .select(['roles', 'email', 'email_verified as isVerified'])
      .where('id', '=', memberId)
      .where('is_active', '=', true)
      .executeTakeFirst(),
  ]);
  return member !== undefined && mustTrain(roles, member, staffDomains);
}
