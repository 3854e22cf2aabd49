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

interface InstanceChanges {
  /** Null for the current catalog. */
  readonly current_version_id?: string | null;
  /** The parts in scope, in the order of the framework; null for a framework without parts. */
  readonly scope: string[] | null;
}

export async function updateInstance(db: OrganizationDatabase, id: string, changes: InstanceChanges): Promise<void> {
  await db.updateTable('framework_instance').set(changes).where('id', '=', id).execute();
}
