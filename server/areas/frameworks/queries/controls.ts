/**
 * The controls of adopted frameworks: those that meet a requirement there and are not archived, with what they carry there.
 * Tables are read one by one and put together here, because the embedded engine keeps no statistics to plan a join by.
 */
import type { ExpressionBuilder } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { controlColumns } from '../../../domain/controls/columns.ts';
import { asShown } from '../../../domain/controls/shown.ts';
import { listPoliciesInUse } from '../../../domain/policies/in-use.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';
import { strengthOf } from '../../../domain/catalogue/strength.ts';
import { mapIsInScope } from '../../../domain/frameworks/scope.ts';
import type { FormType } from '../../../domain/evidence-forms/counted.ts';
import { listNotRelevant } from '../../../domain/evidence-forms/standing.ts';

type Schemas = components['schemas'];
/** Without what is derived (`asShown`). */
export type Control = Schemas['UpdatePreviewControl'];

/** Selects the maps that are not archived, oldest first. */
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
    .select(strengthOf('requirement_map').as('strength'))
    .where('archived_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id');
}

/** Whether control `control` meets a requirement in scope of an instance. */
export function isMapped(eb: ExpressionBuilder<TenantTables, 'control'>, instanceId: string) {
  return eb.exists(
    eb
      .selectFrom('requirement_map')
      .select('requirement_map.id')
      .whereRef('requirement_map.control_id', '=', 'control.id')
      .where('requirement_map.framework_instance_id', '=', instanceId)
      .where('requirement_map.archived_at', 'is', null)
      .where(mapIsInScope('requirement_map')),
  );
}

export interface InUse {
  /** By name. */
  readonly controls: readonly Control[];
  /** Those of these controls in these instances, oldest first. */
  readonly maps: readonly Schemas['RequirementMap'][];
}

/** The controls that count in any of these instances, and the maps to requirements in scope that make them so. */
export async function findInUse(db: OrganizationDatabase, instanceIds: readonly string[]): Promise<InUse> {
  const maps = selectMaps(db).where('framework_instance_id', 'in', instanceIds).where(mapIsInScope('requirement_map'));
  return instanceIds.length ? inUseBy(db, await maps.execute()) : { controls: [], maps: [] };
}

/** The controls that meet a requirement of an instance, be it in scope or not, and their maps there. */
export async function findMapped(db: OrganizationDatabase, instanceId: string): Promise<InUse> {
  return inUseBy(db, await selectMaps(db).where('framework_instance_id', '=', instanceId).execute());
}

async function inUseBy(db: OrganizationDatabase, maps: InUse['maps']): Promise<InUse> {
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
          .where('requirement_map.archived_at', 'is', null)
          .where(mapIsInScope('requirement_map')),
      ),
    ),
);

/** Lists the controls that count in an instance by name, with what they have there. @param reader id of the member who reads the policies */
export async function pageOfControls(
  db: OrganizationDatabase,
  instanceId: string,
  reader: string | undefined,
  page: PageRequest,
): Promise<Page<Schemas['FrameworkControlView']>> {
  const order = { by: 'control.name', id: 'control.id' } as const;
  const { rows, ...rest } = await listed.page(db, { instanceId }, order, { ...page, sortOrder: 'asc' });
  const ids = rows.map(({ id }) => id);
  const maps = ids.length
    ? await selectMaps(db).where('framework_instance_id', '=', instanceId).where('control_id', 'in', ids).execute()
    : [];
  return { ...rest, rows: (await listControls(db, [instanceId], { controls: rows, maps }, reader)).map(({ control }) => control) };
}

/** @returns a key for one control in one instance */
export const placeOf = (instanceId: string, controlId: string) => `${instanceId} ${controlId}`;

export interface ControlIn {
  readonly instanceId: string;
  readonly control: Schemas['FrameworkControlView'];
}

/** Lists the controls of each instance by name, with what they have there. @param reader id of the member who reads the policies */
export async function listControls(
  db: OrganizationDatabase,
  instanceIds: readonly string[],
  { controls: plain, maps }: InUse,
  reader: string | undefined,
): Promise<ControlIn[]> {
  if (!plain.length) return [];
  const [controls, families, links, policies, forms, notRelevant] = await Promise.all([
    asShown(db, plain),
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
    listPoliciesInUse(db, reader),
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

/** The forms that controls in use carry in an instance, each once. */
export async function formsInUse(db: OrganizationDatabase, instanceId: string): Promise<FormType[]> {
  const rows = await db
    .selectFrom('framework_control_document_type as link')
    .innerJoin('control', 'control.id', 'link.control_id')
    .select('link.form_type as formType')
    .distinct()
    .where('link.framework_instance_id', '=', instanceId)
    .where('control.archived_at', 'is', null)
    .where((eb) => isMapped(eb, instanceId))
    .execute();
  return rows.map(({ formType }) => formType);
}
