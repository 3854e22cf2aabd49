/** Queries of the requirements that controls meet. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { titleOf } from '#domain/access/links/linkable';
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';

type Mapping = components['schemas']['RequirementMapping'];
/** A requirement and the adopted framework that it belongs to. */
export interface ResolvedMapping {
  readonly instanceId: string;
  readonly requirementId: string | null;
  readonly customRequirementId: string | null;
  readonly title: string;
}
/** A validation error of a mapping with its field. */
export interface MappingError {
  readonly field: keyof Mapping;
  readonly message: string;
}

/** Resolves each mapping to its requirement, locked until the transaction ends, or to a validation error (controls, rule 6). */
export async function resolveMappings(
  db: OrganizationDatabase,
  reader: Reader,
  mappings: readonly Mapping[],
): Promise<(ResolvedMapping | MappingError)[]> {
  if (!mappings.length) return [];
  if (!mayRead(reader, 'requirement')) return mappings.map(notAdopted);
  // No record has the id ''.
  const [instances, platform, custom] = await Promise.all([
    db
      .selectFrom('framework_instance')
      .select(['id', 'framework_id', 'custom_framework_id'])
      .where(
        'id',
        'in',
        mappings.map(({ frameworkInstanceId }) => frameworkInstanceId),
      )
      .forKeyShare()
      .execute(),
    db
      .selectFrom('platform_requirement')
      .select(['id', 'framework_id', 'identifier', 'name'])
      .where(
        'id',
        'in',
        mappings.map(({ requirementId }) => requirementId ?? ''),
      )
      .execute(),
    db
      .selectFrom('custom_requirement')
      .select(['id', 'custom_framework_id', 'framework_instance_id', 'identifier', 'name'])
      .where(
        'id',
        'in',
        mappings.map(({ customRequirementId }) => customRequirementId ?? ''),
      )
      .forKeyShare()
      .execute(),
  ]);
  return mappings.map(({ frameworkInstanceId, requirementId = null, customRequirementId = null }): ResolvedMapping | MappingError => {
    const instance = instances.find(({ id }) => id === frameworkInstanceId);
    if (!instance) return notAdopted();
    const requirement =
      platform.find(({ id, framework_id }) => id === requirementId && framework_id === instance.framework_id) ??
      custom.find(
        ({ id, custom_framework_id: framework, framework_instance_id: added }) =>
          id === customRequirementId && (added === instance.id || (framework !== null && framework === instance.custom_framework_id)),
      );
    if (!requirement)
      return { field: requirementId === null ? 'customRequirementId' : 'requirementId', message: 'must be a requirement of the framework' };
    return {
      instanceId: instance.id,
      requirementId,
      customRequirementId,
      title: titleOf(`${requirement.identifier} ${requirement.name}`.trim(), requirement.id),
    };
  });
}

const notAdopted = (): MappingError => ({ field: 'frameworkInstanceId', message: 'must be an adopted framework of the organization' });

/** Validation errors of mappings by dotted field. @param list the name of the list field */
export function mappingErrorsIn(list: string, resolved: readonly (ResolvedMapping | MappingError)[]): Record<string, string> {
  return Object.fromEntries(resolved.flatMap((one, index) => ('field' in one ? [[`${list}.${index}.${one.field}`, one.message]] : [])));
}

/** Links requirements, and restores links that a framework update archived (controls, rule 7). @returns the new links */
export async function linkRequirements(
  db: OrganizationDatabase,
  controlId: string,
  mapped: readonly ResolvedMapping[],
): Promise<ResolvedMapping[]> {
  const distinct = [...new Map(mapped.map((one) => [keyOf(one), one])).values()];
  const rowsOf = (some: readonly ResolvedMapping[]) =>
    some.map(({ instanceId, requirementId, customRequirementId }) => ({
      id: newId('req'),
      control_id: controlId,
      framework_instance_id: instanceId,
      requirement_id: requirementId,
      custom_requirement_id: customRequirementId,
    }));
  const [platform, custom] = [
    distinct.filter(({ requirementId }) => requirementId !== null),
    distinct.filter(({ requirementId }) => requirementId === null),
  ];
  const linked = await Promise.all([
    platform.length
      ? db
          .insertInto('requirement_map')
          .values(rowsOf(platform))
          .onConflict((conflict) =>
            conflict
              .columns(['organization_id', 'framework_instance_id', 'control_id', 'requirement_id'])
              .doUpdateSet({ archived_at: null })
              .where('requirement_map.archived_at', 'is not', null),
          )
          .returning(mapColumns)
          .execute()
      : [],
    custom.length
      ? db
          .insertInto('requirement_map')
          .values(rowsOf(custom))
          .onConflict((conflict) =>
            conflict
              .columns(['organization_id', 'framework_instance_id', 'control_id', 'custom_requirement_id'])
              .doUpdateSet({ archived_at: null })
              .where('requirement_map.archived_at', 'is not', null),
          )
          .returning(mapColumns)
          .execute()
      : [],
  ]);
  const newKeys = new Set(linked.flat().map(keyOf));
  return distinct.filter((one) => newKeys.has(keyOf(one)));
}

/** Removes existing links that the reader may see, except archived ones. @returns titles of the unlinked requirements */
export async function unlinkRequirements(
  db: OrganizationDatabase,
  reader: Reader,
  controlId: string,
  mappings: readonly Mapping[],
): Promise<string[]> {
  if (!mappings.length || !mayRead(reader, 'requirement')) return [];
  const found = await db
    .selectFrom('requirement_map as map')
    .leftJoin('platform_requirement as platform', 'platform.id', 'map.requirement_id')
    .leftJoin('custom_requirement as custom', 'custom.id', 'map.custom_requirement_id')
    .select((eb) => [
      ...columnsOf('requirement_map as map', 'id', 'requirementId', 'customRequirementId'),
      'map.framework_instance_id as instanceId',
      eb.fn.coalesce('platform.identifier', 'custom.identifier', sql.lit('')).as('identifier'),
      eb.fn.coalesce('platform.name', 'custom.name', sql.lit('')).as('name'),
    ])
    .where('map.control_id', '=', controlId)
    .where('map.archived_at', 'is', null)
    .orderBy('map.id')
    .execute();
  const named = new Set(
    mappings.map(({ frameworkInstanceId: instanceId, requirementId = null, customRequirementId = null }) =>
      keyOf({ instanceId, requirementId, customRequirementId }),
    ),
  );
  const removed = found.filter((map) => named.has(keyOf(map)));
  if (removed.length)
    await db
      .deleteFrom('requirement_map')
      .where(
        'id',
        'in',
        removed.map(({ id }) => id),
      )
      .execute();
  return removed.map(({ identifier, name, requirementId, customRequirementId }) =>
    titleOf(`${identifier} ${name}`.trim(), requirementId ?? customRequirementId ?? ''),
  );
}

const mapColumns = [
  'framework_instance_id as instanceId',
  ...columnsOf('requirement_map', 'requirementId', 'customRequirementId'),
] as const;
const keyOf = ({ instanceId, requirementId, customRequirementId }: Omit<ResolvedMapping, 'title'>) =>
  `${instanceId} ${requirementId ?? customRequirementId}`;
