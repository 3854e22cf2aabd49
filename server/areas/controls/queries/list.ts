/** The list of controls, with its filters and its orders. */
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import { anyOf, contains, dependingOn } from '../../../platform/database/filters.ts';
import type { FilterOf } from '../../../contract/types.ts';
import { policiesInBrief } from './policies.ts';
import { controlColumns } from '../../../domain/controls/columns.ts';
import { mapIsInScope } from '../../../domain/frameworks/scope.ts';
import { implementationStatus } from '../../../domain/controls/implementation-status.ts';
import { hasTaskOf } from '../../../domain/controls/visible.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { mapsInBrief } from './requirement-maps.ts';
import { tasksInBrief } from './tasks.ts';

type Schemas = components['schemas'];
type OfControl = ExpressionBuilder<TenantTables, 'control'>;

/** How many links of a kind a control in the list shows. */
const mostLinks = 100;

export type ControlOrder = 'name' | 'createdAt' | 'updatedAt' | 'lastReviewDate' | 'nextReviewDate';

/** The list by what each order goes by. Of dates that are not set the place is after all others, in either direction; there is an index for each. */
const listed: Readonly<Record<ControlOrder, ReturnType<typeof listedBy>>> = {
  name: listedBy(() => sql.ref('control.name')),
  createdAt: listedBy(() => sql.ref('control.created_at')),
  updatedAt: listedBy(() => sql.ref('control.updated_at')),
  lastReviewDate: listedBy((sortOrder) =>
    sortOrder === 'asc'
      ? sql`coalesce(control.last_review_date, '9999-12-31 23:59:59.999+00')`
      : sql`coalesce(control.last_review_date, '0001-01-01 00:00:00+00')`,
  ),
  nextReviewDate: listedBy((sortOrder) =>
    sortOrder === 'asc'
      ? sql`coalesce(control.next_review_date, '9999-12-31 23:59:59.999+00')`
      : sql`coalesce(control.next_review_date, '0001-01-01 00:00:00+00')`,
  ),
};

function listedBy(place: (sortOrder: 'asc' | 'desc') => RawBuilder<string>) {
  return PagedList.of((db, _param, sortOrder) =>
    db.selectFrom('control').where('control.archived_at', 'is', null).select(controlColumns).select(place(sortOrder).as('place')),
  )
    .filteredBy<FilterOf<'listControls'> & { restrictedTo?: string }>({
      search: contains('control.name'),
      frameworkInstanceId: (eb, ids) =>
        eb.exists(mapped(eb).where('requirement_map.framework_instance_id', '=', eb.fn.any(ids)).where(mapIsInScope('requirement_map'))),
      ownerId: anyOf('control.owner_id'),
      implementationStatus: (eb, wanted) => eb(implementationStatus, '=', eb.fn.any(wanted)),
      missing: dependingOn(
        (kinds) => kinds,
        (eb, kinds) => eb.or(kinds.map((kind) => eb.not(eb.exists(linked[kind](eb))))),
      ),
      completeness: dependingOn(
        (wanted) => wanted,
        (eb, wanted) => eb.or(wanted.map((one) => completenessIs[one](eb))),
      ),
      restrictedTo: hasTaskOf,
    })
    .within((query, db) =>
      db
        .selectFrom(query.as('listed'))
        .select([
          'listed.id',
          'listed.organizationId',
          'listed.name',
          'listed.description',
          'listed.ownerId',
          'listed.lastReviewDate',
          'listed.nextReviewDate',
          'listed.archivedAt',
          'listed.controlTemplateId',
          'listed.externalId',
          'listed.createdAt',
          'listed.updatedAt',
        ]),
    );
}

function listStatuses(db: OrganizationDatabase, ids: readonly string[]) {
  return db
    .selectFrom('control')
    .select(['id', implementationStatus.as('status')])
    .where('id', 'in', ids)
    .execute();
}

/** Of those in use; the links of a page are read once it is known. @param reader who sees only some of the controls, tasks and policies */
export async function listControls(
  db: OrganizationDatabase,
  filter: FilterOf<'listControls'>,
  page: PageRequest<ControlOrder>,
  reader: Pick<Actor, 'memberId' | 'restrictedTo'>,
): Promise<Page<Schemas['ControlListItem']>> {
  const { restrictedTo } = reader;
  const asked = { ...filter, ...(restrictedTo !== undefined && { restrictedTo }) };
  const found = await listed[page.sortBy].page(db, asked, { by: 'listed.place', id: 'listed.id' }, page);
  const ids = found.rows.map(({ id }) => id);
  const [statuses, policies, tasks, maps] = await (ids.length
    ? Promise.all([listStatuses(db, ids), policiesInBrief(db, ids, reader), tasksInBrief(db, ids, reader), mapsInBrief(db, ids)])
    : [[], [], [], []]);
  const statusOf = new Map(statuses.map(({ id, status }) => [id, status]));
  const of = { policies: Map.groupBy(policies, controlOf), tasks: Map.groupBy(tasks, controlOf), maps: Map.groupBy(maps, controlOf) };
  return mapPage(found, (row) => {
    const status = statusOf.get(row.id);
    if (!status) throw new Error(`${row.id} is gone`);
    return {
      ...row,
      implementationStatus: status,
      policies: (of.policies.get(row.id) ?? []).slice(0, mostLinks).map(({ controlId, ...policy }) => policy),
      tasks: (of.tasks.get(row.id) ?? []).slice(0, mostLinks).map(({ controlId, ...task }) => task),
      requirementsMapped: (of.maps.get(row.id) ?? []).slice(0, mostLinks).map(({ controlId, ...map }) => map),
    };
  });
}

const controlOf = ({ controlId }: { readonly controlId: string }) => controlId;

const mapped = (eb: OfControl) =>
  eb
    .selectFrom('requirement_map')
    .select('requirement_map.id')
    .whereRef('requirement_map.control_id', '=', 'control.id')
    .where('requirement_map.archived_at', 'is', null);
const withPolicy = (eb: OfControl) =>
  eb
    .selectFrom('control_policy')
    .innerJoin('policy', 'policy.id', 'control_policy.policy_id')
    .select('policy.id')
    .whereRef('control_policy.control_id', '=', 'control.id')
    .where('policy.archived_at', 'is', null)
    .where('policy.is_archived', '=', false);
const withTask = (eb: OfControl) =>
  eb
    .selectFrom('control_task')
    .innerJoin('task', 'task.id', 'control_task.task_id')
    .select('task.id')
    .whereRef('control_task.control_id', '=', 'control.id')
    .where('task.archived_at', 'is', null);
const withDocumentType = (eb: OfControl) =>
  eb.selectFrom('control_document_type').select('control_document_type.id').whereRef('control_document_type.control_id', '=', 'control.id');

/** What `missing` asks for: the links of a kind that the list and the detail show. */
const linked = { requirements: mapped, policies: withPolicy, tasks: withTask, document_types: withDocumentType };

const isOpen = (eb: OfControl) =>
  eb.or([
    eb.exists(withPolicy(eb).where('policy.status', '!=', 'published')),
    eb.exists(withTask(eb).where('task.status', 'not in', ['done', 'not_relevant'])),
  ]);
const isEmpty = (eb: OfControl) => eb.not(eb.or([eb.exists(withPolicy(eb)), eb.exists(withTask(eb))]));
/** As the progress of a control has it (spec/areas/controls, rule 1). */
const completenessIs = {
  complete: (eb: OfControl) => eb.not(eb.or([isOpen(eb), isEmpty(eb)])),
  incomplete: isOpen,
  empty: isEmpty,
};
