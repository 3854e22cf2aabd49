/** Queries about the requirements that controls meet. */
import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { titleOf } from './artefacts.ts';

type Mapping = components['schemas']['RequirementMapping'];
/** A requirement that belongs to the adopted framework that is named with it. */
export interface Mapped {
  readonly instanceId: string;
  readonly requirementId: string | null;
  readonly customRequirementId: string | null;
  readonly title: string;
}
/** What is wrong with a mapping, and in which of its fields. */
export interface Misfit {
  readonly field: keyof Mapping;
  readonly message: string;
}

/** Of each mapping the requirement, held until the transaction ends, or why it does not fit (spec/areas/controls, rule 6). */
export async function resolveMappings(db: OrganizationDatabase, mappings: readonly Mapping[]): Promise<(Mapped | Misfit)[]> {
  if (!mappings.length) return [];
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
  return mappings.map(({ frameworkInstanceId, requirementId = null, customRequirementId = null }): Mapped | Misfit => {
    const instance = instances.find(({ id }) => id === frameworkInstanceId);
    if (!instance) return { field: 'frameworkInstanceId', message: 'must be an adopted framework of the organization' };
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

/** What is wrong with mappings, by dotted field. @param list the field that they stand in */
export function misfitsIn(list: string, resolved: readonly (Mapped | Misfit)[]): Record<string, string> {
  return Object.fromEntries(resolved.flatMap((one, index) => ('field' in one ? [[`${list}.${index}.${one.field}`, one.message]] : [])));
}

/** Links them; what an update of a framework archived is taken back into use (spec/areas/controls, rule 7). @returns those that were not linked before */
export async function linkRequirements(db: OrganizationDatabase, controlId: string, mapped: readonly Mapped[]): Promise<Mapped[]> {
  const once = [...new Map(mapped.map((one) => [keyOf(one), one])).values()];
  const rowsOf = (some: readonly Mapped[]) =>
    some.map(({ instanceId, requirementId, customRequirementId }) => ({
      id: newId('req'),
      control_id: controlId,
      framework_instance_id: instanceId,
      requirement_id: requirementId,
      custom_requirement_id: customRequirementId,
    }));
  const [platform, custom] = [
    once.filter(({ requirementId }) => requirementId !== null),
    once.filter(({ requirementId }) => requirementId === null),
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
  const fresh = new Set(linked.flat().map(keyOf));
  return once.filter((one) => fresh.has(keyOf(one)));
}

/** Takes the links away that there are; an archived one is none. @returns what they were to, fit to be read */
export async function unlinkRequirements(db: OrganizationDatabase, controlId: string, mappings: readonly Mapping[]): Promise<string[]> {
  if (!mappings.length) return [];
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
  const gone = found.filter((map) => named.has(keyOf(map)));
  if (gone.length)
    await db
      .deleteFrom('requirement_map')
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute();
  return gone.map(({ identifier, name, requirementId, customRequirementId }) =>
    titleOf(`${identifier} ${name}`.trim(), requirementId ?? customRequirementId ?? ''),
  );
}

const mapColumns = [
  'framework_instance_id as instanceId',
  ...columnsOf('requirement_map', 'requirementId', 'customRequirementId'),
] as const;
const keyOf = ({ instanceId, requirementId, customRequirementId }: Omit<Mapped, 'title'>) =>
  `${instanceId} ${requirementId ?? customRequirementId}`;
