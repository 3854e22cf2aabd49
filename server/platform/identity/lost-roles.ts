/** Reads the roles and permissions that members lost in the last 30 days. Database triggers store every loss, whatever causes it. */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '../database/handle.ts';
import type { OrganizationRoles } from './organization-roles.ts';
import { unrestrictedPermissions } from './approving.ts';
import { isRestricted } from './permissions.ts';
import { isBuiltIn } from './roles.ts';

export interface LostRole {
  readonly role: string;
  /** The permissions of a custom role at the time. Empty for a built-in role, whose permissions do not change. */
  readonly permissions: readonly string[];
}

/** The current roles of a member, and those lost recently. */
export interface RecentRoles {
  readonly roles: readonly string[];
  /** Roles lost in the last 30 days, with their permissions before the loss. */
  readonly lost: readonly LostRole[];
}

/** @param memberId omitted for all members @returns the roles lost in the last 30 days, by member id */
export async function listLostRoles(db: OrganizationDatabase, memberId?: string): Promise<ReadonlyMap<string, readonly LostRole[]>> {
  const rows = await db
    .selectFrom('lost_role')
    .select(['member_id as memberId', 'role', 'permissions'])
    .where('lost_at', '>', sql<string>`now() - interval '30 days'`)
    .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId ?? ''))
    .execute();
  return Map.groupBy(rows, (row) => row.memberId);
}

/** @returns the names of all current and lost roles, for checking whether the member is or was restricted */
export function recentRoles({ roles, lost }: RecentRoles): string[] {
  return [...roles, ...lost.map(({ role }) => role)];
}

/** @returns the current and lost permissions. A lost custom role counts with its permissions at that time. */
export function recentPermissions(organizationRoles: OrganizationRoles, recent: RecentRoles): ReadonlySet<string> {
  const { roles, lost } = recent;
  const builtIn = lost.flatMap(({ role }) => (isBuiltIn(role) ? [role] : []));
  return new Set([...organizationRoles.permissions([...roles, ...builtIn]), ...lost.flatMap(({ permissions }) => permissions)]);
}

/**
 * @returns the current and lost permissions for all records. Current and lost roles are evaluated separately: neither lifts the restriction of the other.
 */
export function recentUnrestrictedPermissions(organizationRoles: OrganizationRoles, { roles, lost }: RecentRoles): ReadonlySet<string> {
  const wasRestricted = isRestricted(lost.map(({ role }) => role));
  const lostPermissions = wasRestricted ? new Set<string>() : recentPermissions(organizationRoles, { roles: [], lost });
  return new Set([...unrestrictedPermissions(organizationRoles, roles), ...lostPermissions]);
}
