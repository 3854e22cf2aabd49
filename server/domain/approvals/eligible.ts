/** Members who could approve something. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { listLostRoles, recentUnrestrictedPermissions, type RecentRoles } from '#platform/identity/lost-roles';
import { readRoles } from '#platform/identity/organization-roles';
import { isStaff } from '#platform/identity/staff';

export interface Candidate extends RecentRoles {
  readonly id: string;
}

/**
 * Roles that members lost in the last 30 days count, even if they have left. Otherwise a submitter could first take the roles from them.
 * @param staffDomains e-mail domains of the operator, whose people approve nothing @returns the active and these former members
 */
export async function listCandidates(db: OrganizationDatabase, staffDomains: readonly string[]): Promise<Candidate[]> {
  const [members, lost] = await Promise.all([
    db.selectFrom('member').select(['id', 'roles', 'email', 'email_verified as isVerified', 'is_active as isActive']).execute(),
    listLostRoles(db),
  ]);
  return members
    .filter((member) => (member.isActive || lost.has(member.id)) && !isStaff(member, staffDomains))
    .map(({ id, roles, isActive }) => ({ id, roles: isActive ? roles : [], lost: lost.get(id) ?? [] }));
}

/** @returns a test of whether a member has the permission on all records, as an approver needs */
export async function permissionTest(db: OrganizationDatabase, permission: `${string}:update`): Promise<(member: Candidate) => boolean> {
  const roles = await readRoles(db);
  return (member) => recentUnrestrictedPermissions(roles, member).has(permission);
}
