import { columnsOf } from '../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { rolesIn } from '../../platform/identity/organization-roles.ts';
import { mustTrain } from '../training/eligibility.ts';

export type ObligedMember = Awaited<ReturnType<typeof listObliged>>[number];

/**
 * Lists the active members with the compliance obligation, who sign policies, take the training and count in scores (spec/areas/roles, rule 5).
 * @param staffDomains e-mail domains of the operator, whose people are guests @returns them by name
 */
export async function listObliged(db: OrganizationDatabase, staffDomains: readonly string[]) {
  const [roles, members] = await Promise.all([
    rolesIn(db),
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

/** @returns whether this active member is one of them */
export async function isObliged(db: OrganizationDatabase, staffDomains: readonly string[], memberId: string): Promise<boolean> {
  const [roles, member] = await Promise.all([
    rolesIn(db),
    db
      .selectFrom('member')
      .select(['roles', 'email', 'email_verified as isVerified'])
      .where('id', '=', memberId)
      .where('is_active', '=', true)
      .executeTakeFirst(),
  ]);
  return member !== undefined && mustTrain(roles, member, staffDomains);
}
