import type { OrganizationDatabase } from '#platform/database/handle';
import type { Reader } from '../documents/copies.ts';

/** @returns the reader with this grant and their organization, or undefined if the grant does not exist */
export async function findReader(db: OrganizationDatabase, grantId: string): Promise<Reader | undefined> {
  const row = await db
    .selectFrom('trust_access_grant as granted')
    .innerJoin('organization', 'organization.id', 'granted.organization_id')
    .select(['granted.id as grantId', 'granted.subject_email as email', 'organization.id as organizationId'])
    .select(['organization.name as organization', 'organization.primary_color as color'])
    .where('granted.id', '=', grantId)
    .executeTakeFirst();
  return row;
}
