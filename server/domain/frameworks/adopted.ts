import type { OrganizationDatabase } from '#platform/database/handle';

/** @returns the names of the organization's adopted frameworks, including custom ones */
export async function listAdoptedNames(db: OrganizationDatabase): Promise<string[]> {
  const rows = await db
    .selectFrom('framework_instance as instance')
    .leftJoin('platform_framework as platform', 'platform.id', 'instance.framework_id')
    .leftJoin('custom_framework as custom', 'custom.id', 'instance.custom_framework_id')
    .select(({ fn }) => fn.coalesce('platform.name', 'custom.name').as('name'))
    .execute();
  return rows.flatMap(({ name }) => name ?? []);
}
