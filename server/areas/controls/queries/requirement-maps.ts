/** The requirements that controls meet, as they are shown with them. */
import type { components } from '../../../../generated/api.d.ts';
import { customRequirementColumns, platformRequirementColumns } from '../../../domain/catalogue/requirement-columns.ts';
import { strengthOf } from '../../../domain/catalogue/strength.ts';
import { listInstances } from '../../../domain/frameworks/instances.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

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
);

/** Of these controls, with the id of each, oldest first; archived ones are left out. */
export async function mapsInBrief(
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
    if (frameworkName === null || name === null || identifier === null) throw new Error(`${map.id} maps to nothing`);
    return { ...map, frameworkName, name, identifier };
  });
}

/** Of one control, with the whole requirements. */
export async function listMaps(db: OrganizationDatabase, controlId: string): Promise<Schemas['ControlRequirementMapDetail'][]> {
  const maps = db.selectFrom('requirement_map as map').where('map.control_id', '=', controlId).where('map.archived_at', 'is', null);
  const [rows, platform, custom, instances] = await Promise.all([
    maps.select(columns).select(strengthOf('map').as('strength')).orderBy('map.created_at').orderBy('map.id').execute(),
    db.selectFrom('platform_requirement').select(platformRequirementColumns).where('id', 'in', maps.select('map.requirement_id')).execute(),
    db
      .selectFrom('custom_requirement')
      .select(customRequirementColumns)
      .where('id', 'in', maps.select('map.custom_requirement_id'))
      .execute(),
    listInstances(db),
  ]);
  const byId = new Map(instances.map((instance) => [instance.id, instance]));
  const instanceOf = (id: string) => {
    const instance = byId.get(id);
    if (!instance) throw new Error(`a requirement is mapped in ${id}, which is not there`);
    return instance;
  };
  return rows.map((map) => ({
    ...map,
    frameworkInstance: instanceOf(map.frameworkInstanceId),
    requirement: platform.find(({ id }) => id === map.requirementId) ?? null,
    customRequirement: custom.find(({ id }) => id === map.customRequirementId) ?? null,
  }));
}
