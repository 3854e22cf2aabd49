/** Requirements of a framework, both of the catalog and custom ones (frameworks, rules 12 and 13). */
import { sql, type SqlBool } from 'kysely';
import type { components } from '#generated/api';
import { type ManifestRequirement, findCurrentRequirements } from '#domain/catalogue/manifest';
import { compareRequirements } from '#domain/catalogue/requirement-order';
import { isInScope } from '#domain/frameworks/scope';
import type { OrganizationDatabase } from '#platform/database/handle';
import { ownRequirements } from './custom-requirements.ts';
import type { Instance } from '#domain/frameworks/instances';
import { requirementsOf } from './versions.ts';

type Schemas = components['schemas'];
type RequirementDefinition = Schemas['RequirementDefinition'];
type AdoptedRequirement = Schemas['AdoptedRequirement'];

/** Lists the requirements of an adopted framework in its order. */
export async function listDefinitions(db: OrganizationDatabase, instance: Instance): Promise<AdoptedRequirement[]> {
  const { frameworkId, scope, currentVersionId } = instance;
  const [demanded, own] = await Promise.all([
    currentVersionId !== null ? requirementsOf(db, currentVersionId) : frameworkId !== null ? findCurrentRequirements(db, frameworkId) : [],
    ownRequirements(db, instance).orderBy('name').orderBy('id').execute(),
  ]);
  const custom = own.map((requirement) => ({ ...customDefinition(requirement), inScope: true }));
  if (frameworkId === null) return custom;
  const platform = demanded
    .map(platformDefinition(frameworkId))
    .map((requirement) => ({ ...requirement, inScope: isInScope(requirement.part, scope) }));
  return [...platform, ...custom].sort(compareRequirements);
}

/** Counts the requirements of an adopted framework that are in scope, consistently with `listDefinitions`. */
export async function countDefinitions(
  db: OrganizationDatabase,
  { id, frameworkId, customFrameworkId, scope, currentVersionId }: Instance,
) {
  const all = sql<number>`count(*)::integer`.as('count');
  const counts = sql<SqlBool>`(${scope}::text[] is null or demanded.part is null or demanded.part = any(${scope}::text[]))`;
  const demanded =
    currentVersionId !== null
      ? db
          .selectFrom('framework_version')
          .innerJoinLateral(
            sql<{ part: string | null }>`(select q ->> 'part' as part from jsonb_array_elements(manifest -> 'requirements') q)`.as(
              'demanded',
            ),
            (join) => join.onTrue(),
          )
          .select(all)
          .where('framework_version.id', '=', currentVersionId)
          .where(counts)
      : db
          .selectFrom('platform_requirement as demanded')
          .select(all)
          .where('demanded.framework_id', '=', frameworkId ?? '')
          .where('demanded.removed_at', 'is', null)
          .where(counts);
  const own = ownRequirements(db, { id, customFrameworkId }).clearSelect().select(all);
  const rows = await Promise.all([...(frameworkId === null ? [] : [demanded.executeTakeFirstOrThrow()]), own.executeTakeFirstOrThrow()]);
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** Lists the requirements of a framework that can be adopted, in its order. @param id id of a catalog framework or of a custom one */
export async function listAvailableDefinitions(
  db: OrganizationDatabase,
  { id, isCustom }: { readonly id: string; readonly isCustom: boolean },
): Promise<RequirementDefinition[]> {
  if (!isCustom) return (await findCurrentRequirements(db, id)).map(platformDefinition(id)).sort(compareRequirements);
  const own = await ownRequirements(db, { id: '', customFrameworkId: id }).orderBy('name').orderBy('id').execute();
  return own.map(customDefinition);
}

function platformDefinition(frameworkId: string) {
  return (requirement: ManifestRequirement): RequirementDefinition => ({
    ...requirement,
    frameworkId,
    customFrameworkId: null,
    kind: 'platform',
  });
}

function customDefinition({
  id,
  name,
  identifier,
  description,
  requirementFamily,
  customFrameworkId,
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
  };
}
