/** Checks what inviters may do now: an invitation gives only roles that its inviter could still give (invitations, rule 8). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Assigner, findRoleAssignmentError } from '#platform/identity/assigning';
import { type OrganizationRoles, readRoles } from '#platform/identity/organization-roles';

/** @returns the users who are active members and may invite, keyed by user id */
export async function findInviters(
  db: OrganizationDatabase,
  roles: OrganizationRoles,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Assigner>> {
  if (!userIds.length) return new Map();
  const members = await db
    .selectFrom('member')
    .select(['user_id as userId', 'roles'])
    .where('user_id', 'in', [...new Set(userIds)])
    .where('is_active', '=', true)
    .execute();
  const inviters = members.map(({ userId, roles: ownRoles }) => {
    return [userId, { credential: 'session', via: undefined, roles: ownRoles, permissions: roles.permissions(ownRoles) } as const] as const;
  });
  return new Map(inviters.filter(([, { permissions }]) => permissions.has('member:create')));
}

interface Offer {
  readonly inviterId: string;
  readonly roles: readonly string[];
}

/** @returns the invitations whose inviter could give the offered roles to a new member now */
export async function filterGivable<Invitation extends Offer>(
  db: OrganizationDatabase,
  invitations: readonly Invitation[],
): Promise<ReadonlySet<Invitation>> {
  const roles = await readRoles(db);
  const inviters = await findInviters(
    db,
    roles,
    invitations.map(({ inviterId }) => inviterId),
  );
  return new Set(
    invitations.filter((invitation) => {
      const inviter = inviters.get(invitation.inviterId);
      return inviter !== undefined && !findRoleAssignmentError(inviter, roles, [], invitation.roles);
    }),
  );
}
