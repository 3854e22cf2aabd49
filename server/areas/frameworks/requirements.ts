/** The requirements of an adopted framework, whoever made them (areas/frameworks, rules 12 and 13). */
import type { components } from '../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../database/handle.ts';
import { ownRequirements } from './custom-requirements.ts';
import type { Instance } from './instances.ts';
import { inFrameworkOrder } from './rules.ts';
import { manifestBehind } from './versions.ts';

type RequirementDefinition = components['schemas']['RequirementDefinition'];

/** In the order of the framework. */
export async function listDefinitions(db: OrganizationDatabase, instance: Instance): Promise<RequirementDefinition[]> {
  const [manifest, own] = await Promise.all([manifestBehind(db, instance), ownRequirements(db, instance).orderBy('name').orderBy('id').execute()]);
  const custom = own.map(({ id, name, identifier, description, customFrameworkId }): RequirementDefinition => (
    { id, name, identifier, description, requirementFamily: null, sortOrder: null, frameworkId: null, customFrameworkId, kind: 'custom' }));
  if (!manifest) return custom;
  const platform = manifest.requirements.map((requirement): RequirementDefinition => ({ ...requirement, frameworkId: manifest.framework.id, customFrameworkId: null, kind: 'platform' }));
  return [...platform, ...custom].sort(inFrameworkOrder);
}
