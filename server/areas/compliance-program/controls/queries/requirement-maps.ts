/** Queries of requirement maps, which link a control to the requirements that it meets. */
import type { components } from '#generated/api';
import { customRequirementColumns, platformRequirementColumns } from '#domain/catalogue/requirement-columns';
import { selectStrength } from '#domain/catalogue/strength';
import { listInstances } from '#domain/frameworks/instances';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

type Schemas = components['schemas'];

const columns = columnsOf(
  'requirement_map as map',
  'id',
  'controlId',
  'frameworkInstanceId',
  'requirementId',
  'customRequirementId',
  'archivedAt',
  'createdAt',
  'updatedAt',
  'version',
);

/** Lists the unarchived maps of controls, oldest first, each with the id of its control. */
export async function listMapSummaries(
  db: OrganizationDatabase,
  controlIds: readonly string[],
): Promise<(Schemas['ControlRequirementMap'] & { readonly controlId: string })[]> {
  const rows = await db
    .selectFrom('requirement_map as map')
    .innerJoin('framework_instance as instance', 'instance.id', 'map.framework_instance_id')
    .leftJoin('platform_framework as framework', 'framework.id', 'instance.framework_id')
    .leftJoin('custom_framework as own', 'own.id', 'instance.custom_framework_id')
    .leftJoin('platform_requirement as platform', 'platform.id', 'map.requirement_id')
    .leftJoin('custom_requirement as custom', 'custom.id', 'map.custom_requirement_id')
    .select(columnsOf('requirement_map as map', 'id', 'controlId', 'frameworkInstanceId', 'requirementId', 'customRequirementId'))
    .select(({ fn }) => [
      fn.coalesce('framework.name', 'own.name').as('frameworkName'),
      fn.coalesce('platform.name', 'custom.name').as('name'),
      fn.coalesce('platform.identifier', 'custom.identifier').as('identifier'),
    ])
    .where('map.control_id', 'in', controlIds)
    .where('map.archived_at', 'is', null)
    .orderBy('map.created_at')
    .orderBy('map.id')
    .execute();
  return rows.map(({ frameworkName, name, identifier, ...map }) => {
    if (frameworkName === null || name === null || identifier === null) throw new Error(`${map.id} has no framework or no requirement`);
    return { ...map, frameworkName, name, identifier };
  });
}

/** Lists the unarchived maps of a control with the complete requirements. */
export async function listMaps(db: OrganizationDatabase, controlId: string): Promise<Schemas['ControlRequirementMapDetail'][]> {
  const maps = db.selectFrom('requirement_map as map').where('map.control_id', '=', controlId).where('map.archived_at', 'is', null);
  const [rows, platformRequirements, customRequirements, instances] = await Promise.all([
    maps.select(columns).select(selectStrength('map').as('strength')).orderBy('map.created_at').orderBy('map.id').execute(),
    db.selectFrom('platform_requirement').select(platformRequirementColumns).where('id', 'in', maps.select('map.requirement_id')).execute(),
    db
      .selectFrom('custom_requirement')
      .select(customRequirementColumns)
      .where('id', 'in', maps.select('map.custom_requirement_id'))
      .execute(),
    listInstances(db),
  ]);
  const instancesById = new Map(instances.map((instance) => [instance.id, instance]));
  const instanceOf = (id: string) => {
    const instance = instancesById.get(id);
    if (!instance) throw new Error(`a requirement is mapped in ${id}, which was not found`);
    return instance;
  };
  return rows.map((map) => ({
    ...map,
    frameworkInstance: instanceOf(map.frameworkInstanceId),
    requirement: platformRequirements.find(({ id }) => id === map.requirementId) ?? null,
    customRequirement: customRequirements.find(({ id }) => id === map.customRequirementId) ?? null,
  }));
}
