/** Queries of the frameworks of the catalog that an organization can adopt, and of their contents (frameworks, rules 6 and 7). */
import { type Manifest, findCurrentManifest } from '#domain/catalogue/manifest';
import { partsColumn } from '#domain/catalogue/parts';
import type { OrganizationDatabase } from '#platform/database/handle';
import { manifestOf } from './versions.ts';

/** Lists the frameworks with these ids that can be adopted from the catalog, with their parts. */
export function listAdoptable(db: OrganizationDatabase, ids: readonly string[]) {
  return db
    .selectFrom('platform_framework')
    .select((eb) => ['platform_framework.id', partsColumn(eb)])
    .where('id', 'in', ids)
    .where('visible', '=', true)
    .execute();
}

/** Finds the contents that an adoption copies (frameworks, rule 7). @param versionId null for the current catalog */
export async function findContentToAdopt(db: OrganizationDatabase, frameworkId: string, versionId: string | null): Promise<Manifest> {
  return versionId === null ? findCurrentManifest(db, frameworkId) : withoutRemoved(db, await manifestOf(db, versionId));
}

/** Omits records that were removed from the catalog after the version was published (frameworks, rule 7). */
async function withoutRemoved(
  db: OrganizationDatabase,
  { requirements, controls, policies, tasks, ...manifest }: Manifest,
): Promise<Manifest> {
  const listRemoved = (table: 'platform_requirement' | 'control_template' | 'policy_template' | 'task_template') =>
    db.selectFrom(table).select('id').where('removed_at', 'is not', null).execute();
  const removedIds = new Set(
    (
      await Promise.all([
        listRemoved('platform_requirement'),
        listRemoved('control_template'),
        listRemoved('policy_template'),
        listRemoved('task_template'),
      ])
    )
      .flat()
      .map(({ id }) => id),
  );
  const keepExisting = <T extends { readonly id: string }>(records: readonly T[]) => records.filter(({ id }) => !removedIds.has(id));
  return {
    ...manifest,
    requirements: keepExisting(requirements),
    controls: keepExisting(controls),
    policies: keepExisting(policies),
    tasks: keepExisting(tasks),
  };
}

/** @returns the given ids that are ids of custom frameworks of the organization */
export async function findCustomFrameworkIds(db: OrganizationDatabase, ids: readonly string[]): Promise<Set<string>> {
  const frameworks = await db.selectFrom('custom_framework').select('id').where('id', 'in', ids).execute();
  return new Set(frameworks.map(({ id }) => id));
}
