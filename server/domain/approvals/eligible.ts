/** Finds the members who could approve a submission. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { listLostRoles, recentUnrestrictedPermissions, type RecentRoles } from '#platform/identity/lost-roles';
import { readRoles } from '#platform/identity/organization-roles';
import { isStaff } from '#platform/identity/staff';

export interface Candidate extends RecentRoles {
  readonly id: string;
}

/**
 * Takes roles that members lost in the last 30 days into account, even of members who left. Otherwise a submitter could first remove the
 * other approvers.
 * @param staffDomains e-mail domains of the operator, whose staff may not approve @returns active members and recent former members
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

/** @returns a function that checks whether a member has the permission on all records, which approvers need */
export async function createPermissionCheck(
  db: OrganizationDatabase,
  permission: `${string}:update`,
): Promise<(member: Candidate) => boolean> {
  const roles = await readRoles(db);
  return (member) => recentUnrestrictedPermissions(roles, member).has(permission);
}
