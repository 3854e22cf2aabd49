/** What can be adopted: the frameworks of the catalog that are not hidden, and the organization's own. */
import type { components } from '../../../../generated/api.d.ts';
import { customRequirementColumns, platformRequirementColumns } from '../../../domain/catalogue/requirement-columns.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { customColumns } from './custom-frameworks.ts';
import { inFrameworkOrder } from '../../../domain/catalogue/requirement-order.ts';

type Schemas = components['schemas'];

export async function listAvailable(db: OrganizationDatabase): Promise<Schemas['AvailableFramework'][]> {
  const [platform, demanded, custom, own] = await Promise.all([
    db
      .selectFrom('platform_framework')
      .select(columnsOf('platform_framework', 'id', 'name', 'version', 'description', 'visible', 'familyId', 'createdAt', 'updatedAt'))
      .where('visible', '=', true)
      .orderBy('name')
      .orderBy('id')
      .execute(),
    db.selectFrom('platform_requirement').select(platformRequirementColumns).where('removed_at', 'is', null).execute(),
    db.selectFrom('custom_framework').select(customColumns).orderBy('name').orderBy('id').execute(),
    db
      .selectFrom('custom_requirement')
      .select(customRequirementColumns)
      .where('custom_framework_id', 'is not', null)
      .orderBy('name')
      .orderBy('id')
      .execute(),
  ]);
  return [
    ...platform.map((framework) => ({
      ...framework,
      isCustom: false as const,
      requirements: demanded.filter(({ frameworkId }) => frameworkId === framework.id).sort(inFrameworkOrder),
    })),
    ...custom.map((framework) => ({
      ...framework,
      isCustom: true as const,
      visible: true as const,
      requirements: own.filter(({ customFrameworkId }) => customFrameworkId === framework.id),
    })),
  ];
}
