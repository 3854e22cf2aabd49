/** Finds the adopted frameworks that timelines belong to. */
import { type Instance, listInstancesOf } from '#domain/frameworks/instances';
import type { OrganizationDatabase } from '#platform/database/handle';

/** An adopted framework that is in the catalog. */
export type PlannedInstance = Instance & { readonly framework: NonNullable<Instance['framework']> };

/** @returns the adopted catalog frameworks with these ids, by id */
export async function findInstances(db: OrganizationDatabase, ids: readonly string[]): Promise<Map<string, PlannedInstance>> {
  const instances = await listInstancesOf(db, ids);
  return new Map(
    instances.flatMap(({ framework, ...instance }): [string, PlannedInstance][] =>
      framework ? [[instance.id, { ...instance, framework }]] : [],
    ),
  );
}
