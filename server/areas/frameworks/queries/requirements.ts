/** The requirements of a framework, whoever made them (spec/areas/frameworks, rules 12 and 13). */
import { sql, type SqlBool } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import { type ManifestRequirement, requirementsNow } from '../../../domain/catalogue/manifest.ts';
import { inFrameworkOrder } from '../../../domain/catalogue/requirement-order.ts';
import { isInScope } from '../../../domain/frameworks/scope.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { ownRequirements } from './custom-requirements.ts';
import type { Instance } from '../../../domain/frameworks/instances.ts';
import { requirementsOf } from './versions.ts';

type Schemas = components['schemas'];
type RequirementDefinition = Schemas['RequirementDefinition'];
type AdoptedRequirement = Schemas['AdoptedRequirement'];

/** Of an adopted framework, in its order. */
export async function listDefinitions(db: OrganizationDatabase, instance: Instance): Promise<AdoptedRequirement[]> {
  const { frameworkId, scope, currentVersionId } = instance;
  const [demanded, own] = await Promise.all([
    currentVersionId !== null ? requirementsOf(db, currentVersionId) : frameworkId !== null ? requirementsNow(db, frameworkId) : [],
    ownRequirements(db, instance).orderBy('name').orderBy('id').execute(),
  ]);
  const custom = own.map((requirement) => ({ ...customDefinition(requirement), inScope: true }));
  if (frameworkId === null) return custom;
  const platform = demanded
    .map(platformDefinition(frameworkId))
    .map((requirement) => ({ ...requirement, inScope: isInScope(requirement.part, scope) }));
  return [...platform, ...custom].sort(inFrameworkOrder);
}

/** How many of an adopted framework are in scope: as many of these as `listDefinitions` returns. */
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

/** Of a framework that can be adopted, in its order. @param id of one of the catalog, or of a custom one */
export async function listAvailableDefinitions(
  db: OrganizationDatabase,
  { id, isCustom }: { readonly id: string; readonly isCustom: boolean },
): Promise<RequirementDefinition[]> {
  if (!isCustom) return (await requirementsNow(db, id)).map(platformDefinition(id)).sort(inFrameworkOrder);
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
