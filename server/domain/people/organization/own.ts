import type { OrganizationDatabase } from '#platform/database/handle';

/** The organization's id and name. */
export function findOrganization(db: OrganizationDatabase): Promise<{ readonly id: string; readonly name: string }> {
  return db.selectFrom('organization').select(['id', 'name']).executeTakeFirstOrThrow();
}
