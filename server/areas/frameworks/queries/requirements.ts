/** The requirements of an adopted framework, whoever made them (spec/areas/frameworks, rules 12 and 13). */
import type { components } from '../../../../generated/api.d.ts';
import { requirementsNow } from '../../../domain/catalogue/manifest.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { ownRequirements } from './custom-requirements.ts';
import type { Instance } from './instances.ts';
import { inFrameworkOrder } from '../../../domain/catalogue/requirement-order.ts';
import { requirementsOf } from './versions.ts';

type RequirementDefinition = components['schemas']['RequirementDefinition'];

/** In the order of the framework. */
export async function listDefinitions(db: OrganizationDatabase, instance: Instance): Promise<RequirementDefinition[]> {
  const { frameworkId, currentVersionId } = instance;
  const [demanded, own] = await Promise.all([
    currentVersionId !== null ? requirementsOf(db, currentVersionId) : frameworkId !== null ? requirementsNow(db, frameworkId) : [],
    ownRequirements(db, instance).orderBy('name').orderBy('id').execute(),
  ]);
  const custom = own.map(({ id, name, identifier, description, customFrameworkId }): RequirementDefinition => ({
    id,
    name,
    identifier,
    description,
    requirementFamily: null,
    sortOrder: null,
    frameworkId: null,
    customFrameworkId,
    kind: 'custom',
  }));
  if (frameworkId === null) return custom;
  const platform = demanded.map((requirement): RequirementDefinition => ({
    ...requirement,
    frameworkId,
    customFrameworkId: null,
    kind: 'platform',
  }));
  return [...platform, ...custom].sort(inFrameworkOrder);
}
