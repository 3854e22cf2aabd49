/**
 * The controls of adopted frameworks: those that meet a requirement there and are not archived, with what they carry there.
 * Tables are read one by one and put together here, because the embedded engine keeps no statistics to plan a join by.
 */
import type { components } from '../../../../generated/api.d.ts';
import { controlColumns } from '../../../domain/controls/columns.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';
import { listNotRelevant } from './evidence.ts';

type Schemas = components['schemas'];
export type Control = Schemas['Control'];

/** Maps in force, oldest first. */
function selectMaps(db: OrganizationDatabase) {
  return db
    .selectFrom('requirement_map')
    .select(
      columnsOf(
        'requirement_map',
        'id',
        'controlId',
        'frameworkInstanceId',
        'requirementId',
        'customRequirementId',
        'archivedAt',
        'createdAt',
        'updatedAt',
      ),
    )
    .where('archived_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id');
}

export interface InUse {
  /** By name. */
  readonly controls: readonly Control[];
  /** Those of these controls in these instances, oldest first. */
  readonly maps: readonly Schemas['RequirementMap'][];
}

/** The controls in use in any of these instances, and the maps that make them so. */
export async function findInUse(db: OrganizationDatabase, instanceIds: readonly string[]): Promise<InUse> {
  const maps = instanceIds.length ? await selectMaps(db).where('framework_instance_id', 'in', instanceIds).execute() : [];
  const ids = [...new Set(maps.map(({ controlId }) => controlId))];
  const controls = ids.length
    ? await db
        .selectFrom('control')
        .select(controlColumns)
        .where('id', 'in', ids)
        .where('archived_at', 'is', null)
        .orderBy('name')
        .orderBy('id')
        .execute()
    : [];
  const known = new Set(controls.map(({ id }) => id));
  return { controls, maps: maps.filter(({ controlId }) => known.has(controlId)) };
}

const listed = PagedList.of((db, param: Params<{ readonly instanceId: string }>) =>
  db
    .selectFrom('control')
    .select(controlColumns)
    .where('control.archived_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('requirement_map')
          .select('requirement_map.id')
          .whereRef('requirement_map.control_id', '=', 'control.id')
          .where('requirement_map.framework_instance_id', '=', param('instanceId'))
          .where('requirement_map.archived_at', 'is', null),
      ),
    ),
);

/** The controls in use in an instance, by name, with what they carry there. */
export async function pageOfControls(
  db: OrganizationDatabase,
  instanceId: string,
  page: PageRequest,
): Promise<Page<Schemas['FrameworkControlView']>> {
  const order = { by: 'control.name', id: 'control.id' } as const;
  const { rows, ...rest } = await listed.page(db, { instanceId }, order, { ...page, sortOrder: 'asc' });
  const ids = rows.map(({ id }) => id);
  const maps = ids.length
    ? await selectMaps(db).where('framework_instance_id', '=', instanceId).where('control_id', 'in', ids).execute()
    : [];
  return { ...rest, rows: (await listControls(db, [instanceId], { controls: rows, maps })).map(({ control }) => control) };
}

/** A control in an instance. */
export const placeOf = (instanceId: string, controlId: string) => `${instanceId} ${controlId}`;

export interface ControlIn {
  readonly instanceId: string;
  readonly control: Schemas['FrameworkControlView'];
}

/** By name, for each of the instances. */
export async function listControls(
  db: OrganizationDatabase,
  instanceIds: readonly string[],
  { controls, maps }: InUse,
): Promise<ControlIn[]> {
  if (!controls.length) return [];
  const [families, links, policies, forms, notRelevant] = await Promise.all([
    db
      .selectFrom('framework_control_family')
      .select(['framework_instance_id as instanceId', 'control_id as controlId', 'control_family as family'])
      .where('framework_instance_id', 'in', instanceIds)
      .execute(),
    db
      .selectFrom('framework_control_policy')
      .select(['framework_instance_id as instanceId', 'control_id as controlId', 'policy_id as policyId'])
      .where('framework_instance_id', 'in', instanceIds)
      .execute(),
    db
      .selectFrom('policy')
      .select(['id', 'name', 'status'])
      .where('archived_at', 'is', null)
      .where('is_archived', '=', false)
      .orderBy('name')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('framework_control_document_type')
      .select(columnsOf('framework_control_document_type', 'id', 'frameworkInstanceId', 'controlId', 'formType', 'createdAt'))
      .where('framework_instance_id', 'in', instanceIds)
      .orderBy('form_type')
      .execute(),
    listNotRelevant(db),
  ]);
  const mapsAt = Map.groupBy(maps, ({ frameworkInstanceId, controlId }) => placeOf(frameworkInstanceId, controlId));
  const linksAt = Map.groupBy(links, ({ instanceId, controlId }) => placeOf(instanceId, controlId));
  const formsAt = Map.groupBy(forms, ({ frameworkInstanceId, controlId }) => placeOf(frameworkInstanceId, controlId));
  const familyAt = new Map(families.map(({ instanceId, controlId, family }) => [placeOf(instanceId, controlId), family]));
  return instanceIds.flatMap((instanceId) =>
    controls
      .filter(({ id }) => mapsAt.has(placeOf(instanceId, id)))
      .map((control): ControlIn => {
        const at = placeOf(instanceId, control.id);
        const carried = new Set(linksAt.get(at)?.map(({ policyId }) => policyId));
        return {
          instanceId,
          control: {
            ...control,
            controlFamily: familyAt.get(at) ?? null,
            policies: policies.filter(({ id }) => carried.has(id)),
            controlDocumentTypes: (formsAt.get(at) ?? []).map((form) => ({ ...form, isNotRelevant: notRelevant.has(form.formType) })),
            requirementsMapped: mapsAt.get(at) ?? [],
          },
        };
      }),
  );
}
