/** Queries of frameworks that can be adopted: visible frameworks of the catalog, and custom frameworks. */
import type { components } from '#generated/api';
import { partsColumn } from '#domain/catalogue/parts';
import { standardColumn } from '#domain/catalogue/standard';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { customColumns } from './custom-frameworks.ts';

type Schemas = components['schemas'];

/** Lists the frameworks that can be adopted, each with the number of its requirements. */
export async function listAvailable(db: OrganizationDatabase): Promise<Schemas['AvailableFramework'][]> {
  const [platformFrameworks, platformCounts, customFrameworks, customCounts] = await Promise.all([
    db
      .selectFrom('platform_framework')
      .select((eb) => [
        ...columnsOf('platform_framework', 'id', 'name', 'version', 'description', 'visible', 'familyId', 'createdAt', 'updatedAt'),
        standardColumn(eb),
        partsColumn(eb),
      ])
      .where('visible', '=', true)
      .orderBy('name')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('platform_requirement')
      .select(({ fn }) => ['framework_id as frameworkId', fn.countAll<number>().as('requirementCount')])
      .where('removed_at', 'is', null)
      .groupBy('framework_id')
      .execute(),
    db.selectFrom('custom_framework').select(customColumns).orderBy('name').orderBy('id').execute(),
    db
      .selectFrom('custom_requirement')
      .select(({ fn }) => ['custom_framework_id as frameworkId', fn.countAll<number>().as('requirementCount')])
      .where('custom_framework_id', 'is not', null)
      .groupBy('custom_framework_id')
      .execute(),
  ]);
  const counts = new Map(
    [...platformCounts, ...customCounts].map(({ frameworkId, requirementCount }) => [frameworkId, Number(requirementCount)]),
  );
  const withRequirementCount = <F extends { readonly id: string }>(framework: F) => ({
    ...framework,
    requirementCount: counts.get(framework.id) ?? 0,
  });
  return [
    ...platformFrameworks.map((framework) => ({ ...withRequirementCount(framework), isCustom: false as const })),
    ...customFrameworks.map((framework) => ({ ...withRequirementCount(framework), isCustom: true as const, visible: true as const })),
  ];
}

/** Finds a framework that can be adopted. @param id the id of a catalog framework or of a custom framework */
export async function findAvailable(
  db: OrganizationDatabase,
  id: string,
): Promise<{ readonly id: string; readonly isCustom: boolean } | undefined> {
  const [platformFramework, customFramework] = await Promise.all([
    db.selectFrom('platform_framework').select('id').where('id', '=', id).where('visible', '=', true).executeTakeFirst(),
    db.selectFrom('custom_framework').select('id').where('id', '=', id).executeTakeFirst(),
  ]);
  return platformFramework ? { id, isCustom: false } : customFramework && { id, isCustom: true };
}
