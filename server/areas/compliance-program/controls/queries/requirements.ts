/** Queries of the requirements that controls meet. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { auditTitleOf } from '#domain/access/links/linkable';
import { mayRead } from '#domain/access/records/kinds';
import { type FieldError, type FieldErrors, fieldErrors } from '#platform/refusals/field-errors';
import type { Reader } from '#domain/access/records/rows';

type Mapping = components['schemas']['RequirementMapping'];
/** A requirement and the adopted framework that it belongs to. */
export interface ResolvedMapping {
  readonly instanceId: string;
  readonly requirementId: string | null;
  readonly customRequirementId: string | null;
  readonly title: string;
}
/** A validation error of a mapping, and the invalid field. */
export interface MappingError {
  readonly field: keyof Mapping;
  readonly error: FieldError;
}

/** Resolves each mapping to its requirement or to a validation error, and locks the adopted frameworks and custom requirements (rule 6). */
export async function resolveMappings(
  db: OrganizationDatabase,
  reader: Reader,
  mappings: readonly Mapping[],
): Promise<(ResolvedMapping | MappingError)[]> {
  if (!mappings.length) return [];
  if (!mayRead(reader, 'requirement')) return mappings.map(notAdopted);
  // A missing id becomes '', which no record has.
  const [instances, platformRequirements, customRequirements] = await Promise.all([
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
      platformRequirements.find(({ id, framework_id }) => id === requirementId && framework_id === instance.framework_id) ??
      customRequirements.find(
        ({ id, custom_framework_id: customFrameworkId, framework_instance_id: instanceId }) =>
          id === customRequirementId &&
          (instanceId === instance.id || (customFrameworkId !== null && customFrameworkId === instance.custom_framework_id)),
      );
    if (!requirement)
      return {
        field: requirementId === null ? 'customRequirementId' : 'requirementId',
        error: fieldErrors.unknownReference('requirement', 'a requirement of the framework'),
      };
    return {
      instanceId: instance.id,
      requirementId,
      customRequirementId,
      title: auditTitleOf(`${requirement.identifier} ${requirement.name}`.trim(), requirement.id),
    };
  });
}

const notAdopted = (): MappingError => ({
  field: 'frameworkInstanceId',
  error: fieldErrors.unknownReference('framework', 'an adopted framework of the organization'),
});

/** Returns the validation errors of mappings, keyed by dotted field name. @param list the name of the list field */
export function mappingErrorsIn(list: string, resolved: readonly (ResolvedMapping | MappingError)[]): FieldErrors {
  return Object.fromEntries(
    resolved.flatMap((mapping, index) => ('field' in mapping ? [[`${list}.${index}.${mapping.field}`, mapping.error]] : [])),
  );
}

/** Links requirements, and restores links that a framework update archived (controls, rule 7). @returns the new and restored links */
export async function linkRequirements(
  db: OrganizationDatabase,
  controlId: string,
  mappings: readonly ResolvedMapping[],
): Promise<ResolvedMapping[]> {
  const distinctMappings = [...new Map(mappings.map((mapping) => [keyOf(mapping), mapping])).values()];
  const rowsOf = (someMappings: readonly ResolvedMapping[]) =>
    someMappings.map(({ instanceId, requirementId, customRequirementId }) => ({
      id: newId('req'),
      control_id: controlId,
      framework_instance_id: instanceId,
      requirement_id: requirementId,
      custom_requirement_id: customRequirementId,
    }));
  const [platformMappings, customMappings] = [
    distinctMappings.filter(({ requirementId }) => requirementId !== null),
    distinctMappings.filter(({ requirementId }) => requirementId === null),
  ];
  const linkedMaps = await Promise.all([
    platformMappings.length
      ? db
          .insertInto('requirement_map')
          .values(rowsOf(platformMappings))
          .onConflict((conflict) =>
            conflict
              .columns(['organization_id', 'framework_instance_id', 'control_id', 'requirement_id'])
              .doUpdateSet({ archived_at: null })
              .where('requirement_map.archived_at', 'is not', null),
          )
          .returning(mapColumns)
          .execute()
      : [],
    customMappings.length
      ? db
          .insertInto('requirement_map')
          .values(rowsOf(customMappings))
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
  const newKeys = new Set(linkedMaps.flat().map(keyOf));
  return distinctMappings.filter((mapping) => newKeys.has(keyOf(mapping)));
}

/** Removes unarchived links if the reader may read requirements. @returns the titles of the unlinked requirements */
export async function unlinkRequirements(
  db: OrganizationDatabase,
  reader: Reader,
  controlId: string,
  mappings: readonly Mapping[],
): Promise<string[]> {
  if (!mappings.length || !mayRead(reader, 'requirement')) return [];
  const existingMaps = await db
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
  const keysToRemove = new Set(
    mappings.map(({ frameworkInstanceId: instanceId, requirementId = null, customRequirementId = null }) =>
      keyOf({ instanceId, requirementId, customRequirementId }),
    ),
  );
  const removedMaps = existingMaps.filter((map) => keysToRemove.has(keyOf(map)));
  if (removedMaps.length)
    await db
      .deleteFrom('requirement_map')
      .where(
        'id',
        'in',
        removedMaps.map(({ id }) => id),
      )
      .execute();
  return removedMaps.map(({ identifier, name, requirementId, customRequirementId }) =>
    auditTitleOf(`${identifier} ${name}`.trim(), requirementId ?? customRequirementId ?? ''),
  );
}

const mapColumns = [
  'framework_instance_id as instanceId',
  ...columnsOf('requirement_map', 'requirementId', 'customRequirementId'),
] as const;
const keyOf = ({ instanceId, requirementId, customRequirementId }: Omit<ResolvedMapping, 'title'>) =>
  `${instanceId} ${requirementId ?? customRequirementId}`;
