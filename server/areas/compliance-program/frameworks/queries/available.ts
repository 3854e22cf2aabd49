/** Frameworks that can be adopted: visible frameworks of the catalog, and custom frameworks. */
import type { components } from '#generated/api';
import { partsColumn } from '#domain/catalogue/parts';
import { standardColumn } from '#domain/catalogue/standard';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { customColumns } from './custom-frameworks.ts';

type Schemas = components['schemas'];

/** Lists them with the numbers of their requirements. */
export async function listAvailable(db: OrganizationDatabase): Promise<Schemas['AvailableFramework'][]> {
  const [platform, demanded, custom, own] = await Promise.all([
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
  const counts = new Map([...demanded, ...own].map(({ frameworkId, requirementCount }) => [frameworkId, Number(requirementCount)]));
  const counted = <F extends { readonly id: string }>(framework: F) => ({ ...framework, requirementCount: counts.get(framework.id) ?? 0 });
  return [
    ...platform.map((framework) => ({ ...counted(framework), isCustom: false as const })),
    ...custom.map((framework) => ({ ...counted(framework), isCustom: true as const, visible: true as const })),
  ];
}

/** Finds one of these frameworks. @param id id of a catalog framework or of a custom one */
export async function findAvailable(
  db: OrganizationDatabase,
  id: string,
): Promise<{ readonly id: string; readonly isCustom: boolean } | undefined> {
  const [platform, custom] = await Promise.all([
    db.selectFrom('platform_framework').select('id').where('id', '=', id).where('visible', '=', true).executeTakeFirst(),
    db.selectFrom('custom_framework').select('id').where('id', '=', id).executeTakeFirst(),
  ]);
  return platform ? { id, isCustom: false } : custom && { id, isCustom: true };
}
