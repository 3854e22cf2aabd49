import type { OrganizationDatabase } from '../../platform/database/handle.ts';

/** Id and name of the organization itself. */
export function findOrganization(db: OrganizationDatabase): Promise<{ readonly id: string; readonly name: string }> {
  return db.selectFrom('organization').select(['id', 'name']).executeTakeFirstOrThrow();
}
