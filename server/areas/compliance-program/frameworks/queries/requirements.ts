/** Queries the catalog requirements and custom requirements of a framework (frameworks, rules 12 and 13). */
import { sql, type SqlBool } from 'kysely';
import type { components } from '#generated/api';
import { type ManifestRequirement, findCurrentRequirements } from '#domain/catalogue/manifest';
import { compareRequirements } from '#domain/catalogue/requirement-order';
import { isInScope } from '#domain/frameworks/scope';
import type { OrganizationDatabase } from '#platform/database/handle';
import { selectCustomRequirements } from './custom-requirements.ts';
import type { Instance } from '#domain/frameworks/instances';
import { requirementsOf } from './versions.ts';

type Schemas = components['schemas'];
type RequirementDefinition = Schemas['RequirementDefinition'];
type AdoptedRequirement = Schemas['AdoptedRequirement'];

/** Lists the requirements of an adopted framework in the order of the framework. */
export async function listDefinitions(db: OrganizationDatabase, instance: Instance): Promise<AdoptedRequirement[]> {
  const { frameworkId, scope, currentVersionId } = instance;
  const [catalogRequirements, customRequirements] = await Promise.all([
    currentVersionId !== null ? requirementsOf(db, currentVersionId) : frameworkId !== null ? findCurrentRequirements(db, frameworkId) : [],
    selectCustomRequirements(db, instance).orderBy('name').orderBy('id').execute(),
  ]);
  const customDefinitions = customRequirements.map((requirement) => ({ ...customDefinition(requirement), inScope: true }));
  if (frameworkId === null) return customDefinitions;
  const platformDefinitions = catalogRequirements
    .map(platformDefinition(frameworkId))
    .map((requirement) => ({ ...requirement, inScope: isInScope(requirement.part, scope) }));
  return [...platformDefinitions, ...customDefinitions].sort(compareRequirements);
}

/** Counts the requirements of an adopted framework that `listDefinitions` lists as in scope. */
export async function countDefinitions(
  db: OrganizationDatabase,
  { id, frameworkId, customFrameworkId, scope, currentVersionId }: Instance,
) {
  const countColumn = sql<number>`count(*)::integer`.as('count');
  const isRequirementInScope = sql<SqlBool>`(${scope}::text[] is null or demanded.part is null or demanded.part = any(${scope}::text[]))`;
  const catalogCount =
    currentVersionId !== null
      ? db
          .selectFrom('framework_version')
          .innerJoinLateral(
            sql<{ part: string | null }>`(select q ->> 'part' as part from jsonb_array_elements(manifest -> 'requirements') q)`.as(
              'demanded',
            ),
            (join) => join.onTrue(),
          )
          .select(countColumn)
          .where('framework_version.id', '=', currentVersionId)
          .where(isRequirementInScope)
      : db
          .selectFrom('platform_requirement as demanded')
          .select(countColumn)
          .where('demanded.framework_id', '=', frameworkId ?? '')
          .where('demanded.removed_at', 'is', null)
          .where(isRequirementInScope);
  const customCount = selectCustomRequirements(db, { id, customFrameworkId }).clearSelect().select(countColumn);
  const rows = await Promise.all([
    ...(frameworkId === null ? [] : [catalogCount.executeTakeFirstOrThrow()]),
    customCount.executeTakeFirstOrThrow(),
  ]);
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** Lists the requirements of a framework that can be adopted, in the order of the framework. */
export async function listAvailableDefinitions(
  db: OrganizationDatabase,
  { id, isCustom }: { readonly id: string; readonly isCustom: boolean },
): Promise<RequirementDefinition[]> {
  if (!isCustom) return (await findCurrentRequirements(db, id)).map(platformDefinition(id)).sort(compareRequirements);
  const customRequirements = await selectCustomRequirements(db, { id: '', customFrameworkId: id }).orderBy('name').orderBy('id').execute();
  return customRequirements.map(customDefinition);
}

function platformDefinition(frameworkId: string) {
  return (requirement: ManifestRequirement): RequirementDefinition => ({
    ...requirement,
    frameworkId,
    customFrameworkId: null,
    kind: 'platform',
    version: 1,
  });
}

function customDefinition({
  id,
  name,
  identifier,
  description,
  requirementFamily,
  customFrameworkId,
  version,
}: Schemas['CustomRequirement']): RequirementDefinition {
  return {
    id,
    name,
    identifier,
    description,
    requirementFamily,
    part: null,
    sortOrder: null,
    frameworkId: null,
    customFrameworkId,
    kind: 'custom',
    version,
  };
}
