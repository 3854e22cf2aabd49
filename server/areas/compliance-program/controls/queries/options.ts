/** Finds records that can be linked to a control. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { containsPattern } from '#platform/database/patterns';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mayRead } from '#domain/access/records/kinds';
import { selectReadableIds, type Reader } from '#domain/access/records/rows';
import { compareByFramework, type RequirementOfFramework } from '../rules/progress.ts';

type Schemas = components['schemas'];
type Requirement = RequirementOfFramework & { readonly id: string; readonly frameworkInstanceId: string };

/** Maximum number of policies, of tasks and of requirements in a response. */
const maxOptions = 500;

/** Finds unarchived records that the reader may read. @param search a part of a name, a title or an identifier */
export async function findOptions(db: OrganizationDatabase, search: string, reader: Reader): Promise<Schemas['ControlOptions']> {
  const [policies, tasks, platformRequirements, customRequirements] = await Promise.all([
    db
      .selectFrom('policy')
      .select(['id', 'name'])
      .where('archived_at', 'is', null)
      .where('is_archived', '=', false)
      .where('name', 'ilike', containsPattern(search))
      .where('id', 'in', selectReadableIds(db, reader, 'policy'))
      .orderBy('name')
      .orderBy('id')
      .limit(maxOptions)
      .execute(),
    db
      .selectFrom('task')
      .select(['id', 'title'])
      .where('archived_at', 'is', null)
      .where('title', 'ilike', containsPattern(search))
      .where('id', 'in', selectReadableIds(db, reader, 'task'))
      .orderBy('title')
      .orderBy('id')
      .limit(maxOptions)
      .execute(),
    mayRead(reader, 'requirement') ? listPlatformRequirements(db) : [],
    mayRead(reader, 'requirement') ? listCustomRequirements(db) : [],
  ]);
  const requirements = [
    ...platformRequirements.map((requirement) => ({ ...requirement, option: { isCustom: false, requirementId: requirement.id } })),
    ...customRequirements.map((requirement) => ({ ...requirement, option: { isCustom: true, customRequirementId: requirement.id } })),
  ]
    .filter(({ identifier, name }) => `${identifier}\n${name}`.toLowerCase().includes(search.toLowerCase()))
    .sort(compareByFramework)
    .slice(0, maxOptions);
  return {
    policies,
    tasks,
    requirements: requirements.map(({ id, name, identifier, frameworkInstanceId, frameworkName, option }) => ({
      id,
      name,
      identifier,
      frameworkInstanceId,
      frameworkName,
      ...option,
    })),
  };
}

interface ManifestRequirement {
  readonly id: string;
  readonly name: string;
  readonly identifier: string;
  readonly sortOrder: number | null;
}
const manifestRequirements = sql<ManifestRequirement>`jsonb_to_recordset(version.manifest -> 'requirements')`.as<'requirement'>(
  sql`requirement (id text, name text, identifier text, "sortOrder" integer)`,
);

/**
 * Lists requirements of catalog frameworks, from the version that the organization pinned, or from the current catalog if it
 * pinned none (frameworks, rule 13).
 */
async function listPlatformRequirements(db: OrganizationDatabase): Promise<Requirement[]> {
  const adoptedFrameworks = db
    .selectFrom('framework_instance as instance')
    .innerJoin('platform_framework as framework', 'framework.id', 'instance.framework_id');
  const [pinnedRequirements, currentRequirements] = await Promise.all([
    adoptedFrameworks
      .innerJoin('framework_version as version', 'version.id', 'instance.current_version_id')
      .innerJoinLateral(manifestRequirements, (join) => join.onTrue())
      .select([
        'requirement.id',
        'requirement.name',
        'requirement.identifier',
        'requirement.sortOrder',
        'instance.id as frameworkInstanceId',
        'framework.name as frameworkName',
      ])
      .execute(),
    adoptedFrameworks
      .innerJoin('platform_requirement as requirement', 'requirement.framework_id', 'framework.id')
      .where('instance.current_version_id', 'is', null)
      .where('requirement.removed_at', 'is', null)
      .select([
        ...columnsOf('platform_requirement as requirement', 'id', 'name', 'identifier', 'sortOrder'),
        'instance.id as frameworkInstanceId',
        'framework.name as frameworkName',
      ])
      .execute(),
  ]);
  return [...pinnedRequirements, ...currentRequirements].map((requirement) => ({ ...requirement, isOfCustomFramework: false }));
}

/** Lists requirements of custom frameworks, and requirements that the organization added to a catalog framework. */
async function listCustomRequirements(db: OrganizationDatabase): Promise<Requirement[]> {
  const rows = await db
    .selectFrom('framework_instance as instance')
    .leftJoin('platform_framework as platform', 'platform.id', 'instance.framework_id')
    .leftJoin('custom_framework as custom', 'custom.id', 'instance.custom_framework_id')
    .innerJoin('custom_requirement as requirement', (join) =>
      join.on((eb) =>
        eb.or([
          eb('requirement.framework_instance_id', '=', eb.ref('instance.id')),
          eb('requirement.custom_framework_id', '=', eb.ref('instance.custom_framework_id')),
        ]),
      ),
    )
    .select([
      'requirement.id',
      'requirement.name',
      'requirement.identifier',
      'instance.id as frameworkInstanceId',
      'platform.name as platformName',
      'custom.name as customName',
    ])
    .execute();
  return rows.map(({ platformName, customName, ...requirement }) => ({
    ...requirement,
    sortOrder: null,
    frameworkName: platformName ?? customName ?? '',
    isOfCustomFramework: platformName === null,
  }));
}
