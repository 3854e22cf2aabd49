/**
 * Queries of active controls that meet a requirement of an adopted framework, with their links in this framework.
 * Tables are read separately and joined in memory, because the embedded database has no statistics for planning joins.
 */
import type { Control } from '../rules/copies.ts';
import type { ExpressionBuilder } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { controlColumns } from '#domain/controls/columns';
import { addDerivedFields } from '#domain/controls/derived-fields';
import { listUnarchivedPolicies } from '#domain/policies/in-use';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf, contains, ofMember, onOrAfter, onOrBefore } from '#platform/database/filters';
import type { Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import { missingLast } from '#platform/database/sort-keys';
import { selectStrength } from '#domain/catalogue/strength';
import { isMapInScope } from '#domain/frameworks/scope';
import type { FormType } from '#domain/evidence-forms/count';
import { listNotRelevantForms } from '#domain/evidence-forms/status';

type Schemas = components['schemas'];

/** Selects unarchived requirement maps, oldest first. */
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
        'version',
      ),
    )
    .select(selectStrength('requirement_map').as('strength'))
    .where('archived_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id');
}

/** Returns a condition: the control in table `control` meets a requirement in scope of an adopted framework. */
export function isMapped(eb: ExpressionBuilder<TenantTables, 'control'>, instanceId: string) {
  return eb.exists(
    eb
      .selectFrom('requirement_map')
      .select('requirement_map.id')
      .whereRef('requirement_map.control_id', '=', 'control.id')
      .where('requirement_map.framework_instance_id', '=', instanceId)
      .where('requirement_map.archived_at', 'is', null)
      .where(isMapInScope('requirement_map')),
  );
}

export interface ControlsInUse {
  /** The controls sorted by name. */
  readonly controls: readonly Control[];
  /** The requirement maps of the controls, oldest first. */
  readonly maps: readonly Schemas['RequirementMap'][];
}

/** Finds the active controls that meet a requirement in scope of any of these instances, and their maps to such requirements. */
export async function findControlsInUse(db: OrganizationDatabase, instanceIds: readonly string[]): Promise<ControlsInUse> {
  const maps = selectMaps(db).where('framework_instance_id', 'in', instanceIds).where(isMapInScope('requirement_map'));
  return instanceIds.length ? findActiveControls(db, await maps.execute()) : { controls: [], maps: [] };
}

/** Finds the active controls that meet a requirement of an instance, in scope or not, and their maps in the instance. */
export async function findMappedControls(db: OrganizationDatabase, instanceId: string): Promise<ControlsInUse> {
  return findActiveControls(db, await selectMaps(db).where('framework_instance_id', '=', instanceId).execute());
}

async function findActiveControls(db: OrganizationDatabase, maps: ControlsInUse['maps']): Promise<ControlsInUse> {
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
  const activeIds = new Set(controls.map(({ id }) => id));
  return { controls, maps: maps.filter(({ controlId }) => activeIds.has(controlId)) };
}

const sortKeys = {
  name: 'control.name',
  createdAt: 'control.created_at',
  updatedAt: 'control.updated_at',
  lastReviewDate: missingLast('control.last_review_date'),
  nextReviewDate: missingLast('control.next_review_date'),
} as const;

const controlList = PagedList.of((db, param: Params<{ readonly instanceId: string }>) =>
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
          .where(isMapInScope('requirement_map')),
      ),
    ),
).filteredBy<FilterOf<'listFrameworkControls'>>({
  search: contains('control.name'),
  ownerId: ofMember('control.owner_id'),
  lastReviewDateAfter: onOrAfter('control.last_review_date'),
  lastReviewDateBefore: onOrBefore('control.last_review_date'),
  nextReviewDateAfter: onOrAfter('control.next_review_date'),
  nextReviewDateBefore: onOrBefore('control.next_review_date'),
  ids: anyOf('control.id'),
});

/** Lists the active controls of an instance, with their links in the instance. @param reader sees only links to readable records */
export async function listControlsPage(
  db: OrganizationDatabase,
  instanceId: string,
  filter: FilterOf<'listFrameworkControls'>,
  reader: Reader,
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<Schemas['FrameworkControlView']>> {
  const order = { by: sortKeys[page.sortBy], id: 'control.id' } as const;
  const { rows, ...pageInfo } = await controlList.page(db, { instanceId, ...filter }, order, page);
  const ids = rows.map(({ id }) => id);
  const maps = ids.length
    ? await selectMaps(db).where('framework_instance_id', '=', instanceId).where('control_id', 'in', ids).execute()
    : [];
  return { ...pageInfo, rows: (await listControls(db, [instanceId], { controls: rows, maps }, reader)).map(({ control }) => control) };
}

/** @returns a key for a control in an instance */
export const controlKeyOf = (instanceId: string, controlId: string) => `${instanceId} ${controlId}`;

export interface ControlInFramework {
  readonly instanceId: string;
  readonly control: Schemas['FrameworkControlView'];
}

/** Lists the controls of each instance by name, with their links in the instance. @param reader sees only links to readable records */
export async function listControls(
  db: OrganizationDatabase,
  instanceIds: readonly string[],
  { controls: plainControls, maps }: ControlsInUse,
  reader: Reader,
): Promise<ControlInFramework[]> {
  if (!plainControls.length) return [];
  const [controls, families, policyLinks, policies, forms, notRelevantForms] = await Promise.all([
    addDerivedFields(db, plainControls),
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
    listUnarchivedPolicies(db, reader),
    db
      .selectFrom('framework_control_document_type')
      .select(columnsOf('framework_control_document_type', 'id', 'frameworkInstanceId', 'controlId', 'formType', 'createdAt'))
      .where('framework_instance_id', 'in', instanceIds)
      .orderBy('form_type')
      .execute(),
    listNotRelevantForms(db),
  ]);
  const mapsByKey = Map.groupBy(maps, ({ frameworkInstanceId, controlId }) => controlKeyOf(frameworkInstanceId, controlId));
  const policyLinksByKey = Map.groupBy(policyLinks, ({ instanceId, controlId }) => controlKeyOf(instanceId, controlId));
  const formsByKey = Map.groupBy(forms, ({ frameworkInstanceId, controlId }) => controlKeyOf(frameworkInstanceId, controlId));
  const familyByKey = new Map(families.map(({ instanceId, controlId, family }) => [controlKeyOf(instanceId, controlId), family]));
  return instanceIds.flatMap((instanceId) =>
    controls
      .filter(({ id }) => mapsByKey.has(controlKeyOf(instanceId, id)))
      .map((control): ControlInFramework => {
        const key = controlKeyOf(instanceId, control.id);
        const policyIds = new Set(policyLinksByKey.get(key)?.map(({ policyId }) => policyId));
        return {
          instanceId,
          control: {
            ...control,
            controlFamily: familyByKey.get(key) ?? null,
            policies: policies.filter(({ id }) => policyIds.has(id)),
            controlDocumentTypes: (formsByKey.get(key) ?? []).map((form) => ({
              ...form,
              isNotRelevant: notRelevantForms.has(form.formType),
            })),
            requirementsMapped: mapsByKey.get(key) ?? [],
          },
        };
      }),
  );
}

/** Lists the forms of the active controls of an instance, without duplicates. */
export async function listFormsInUse(db: OrganizationDatabase, instanceId: string): Promise<FormType[]> {
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
