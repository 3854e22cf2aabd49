/** What can be adopted: the frameworks of the catalog that are not hidden, and the organization's own. */
import type { components } from '../../../../generated/api.d.ts';
import { partsIn } from '../../../domain/catalogue/parts.ts';
import { standardIn } from '../../../domain/catalogue/standard.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { customColumns } from './custom-frameworks.ts';

type Schemas = components['schemas'];

/** Each with the number of its requirements. */
export async function listAvailable(db: OrganizationDatabase): Promise<Schemas['AvailableFramework'][]> {
  const [platform, demanded, custom, own] = await Promise.all([
    db
      .selectFrom('platform_framework')
      .select((eb) => [
        ...columnsOf('platform_framework', 'id', 'name', 'version', 'description', 'visible', 'familyId', 'createdAt', 'updatedAt'),
        standardIn(eb),
        partsIn(eb),
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

/** Finds one of these frameworks. @param id of a framework of the catalog, or of a custom one */
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
