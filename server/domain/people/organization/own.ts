import type { OrganizationDatabase } from '#platform/database/handle';

/** @returns the id and the name of the organization that the database handle belongs to */
export function findOrganization(db: OrganizationDatabase): Promise<{ readonly id: string; readonly name: string }> {
  return db.selectFrom('organization').select(['id', 'name']).executeTakeFirstOrThrow();
}
