/** Queries of adopted frameworks. */
import type { OrganizationDatabase } from '#platform/database/handle';

/** Returns whether the organization has adopted a framework of the catalog. */
export async function isAdopted(db: OrganizationDatabase, frameworkId: string): Promise<boolean> {
  return (await db.selectFrom('framework_instance').select('id').where('framework_id', '=', frameworkId).executeTakeFirst()) !== undefined;
}

export interface NewInstance {
  readonly id: string;
  readonly framework_id: string | null;
  readonly custom_framework_id: string | null;
  readonly current_version_id: string | null;
  readonly scope: string[] | null;
}

/** @returns the ids of all adopted frameworks, by the id of the catalog or custom framework */
export async function findInstanceIds(db: OrganizationDatabase): Promise<Map<string, string>> {
  const instances = await db.selectFrom('framework_instance').select(['id', 'framework_id', 'custom_framework_id']).execute();
  return new Map(instances.map((instance) => [instance.framework_id ?? instance.custom_framework_id ?? '', instance.id]));
}

export async function insertInstances(db: OrganizationDatabase, instances: readonly NewInstance[]): Promise<void> {
  if (instances.length) await db.insertInto('framework_instance').values(instances).execute();
}

/** @param scope the parts in scope, in the order of the framework; null for a framework without parts */
export async function updateScope(db: OrganizationDatabase, id: string, scope: readonly string[] | null): Promise<void> {
  await db
    .updateTable('framework_instance')
    .set({ scope: scope && [...scope] })
    .where('id', '=', id)
    .execute();
}

/** @param versionId null for the current catalog */
export async function updateVersion(
  db: OrganizationDatabase,
  id: string,
  versionId: string | null,
  scope: readonly string[] | null,
): Promise<void> {
  await db
    .updateTable('framework_instance')
    .set({ current_version_id: versionId, scope: scope && [...scope] })
    .where('id', '=', id)
    .execute();
}
