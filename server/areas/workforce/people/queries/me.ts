/** Queries for what getMe answers about the membership, the API key and the organization. */
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

/** @returns undefined when the member was deleted */
export function findMembership(db: OrganizationDatabase, memberId: string) {
  return db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organization_id')
    .select(columnsOf('member', 'organizationId', 'roles', 'department', 'jobTitle', 'isActive'))
    .select(['member.id as memberId', 'organization.name as organizationName', 'organization.logo_key as logoKey'])
    .where('member.id', '=', memberId)
    .executeTakeFirst();
}
export type MembershipRow = NonNullable<Awaited<ReturnType<typeof findMembership>>>;

/** @returns undefined when the key was deleted */
export function findApiKey(db: OrganizationDatabase, id: string) {
  return db
    .selectFrom('api_key')
    .select(columnsOf('api_key', 'id', 'name', 'expiresAt'))
    .where('id', '=', id)
    .executeTakeFirst();
}
