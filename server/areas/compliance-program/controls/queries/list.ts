/** The list of controls with its filters and sort orders. */
import { type RawBuilder, sql } from 'kysely';
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { anyOf, contains } from '#platform/database/filters';
import type { FilterOf } from '#contract/types';
import { listPolicySummaries } from './policies.ts';
import { controlColumns } from '#domain/controls/columns';
import { isMapInScope } from '#domain/frameworks/scope';
import { implementationStatus } from '#domain/controls/implementation-status';
import { hasTaskAssignedTo } from '#domain/controls/visible';
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';
import { listMapSummaries } from './requirement-maps.ts';
import { listTaskSummaries } from './tasks.ts';
import { byLinks, completenessIs, linked, type WantedLinks, withRequirement } from './links-filter.ts';

type Schemas = components['schemas'];
type Filter = Omit<FilterOf<'listControls'>, 'missing' | 'completeness'> & {
  missing?: WantedLinks<keyof typeof linked>;
  completeness?: WantedLinks<keyof typeof completenessIs>;
  restrictedTo?: string;
};

/** Links of each kind that a control in the list includes. */
const maxLinks = 100;

export type ControlOrder = 'name' | 'createdAt' | 'updatedAt' | 'lastReviewDate' | 'nextReviewDate';

/** A list for each sort order. Missing dates come last in either direction; there is an index for each. */
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
    .filteredBy<Filter>({
      search: contains('control.name'),
      frameworkInstanceId: (eb, ids) =>
        eb.exists(
          withRequirement(eb).where('requirement_map.framework_instance_id', '=', eb.fn.any(ids)).where(isMapInScope('requirement_map')),
        ),
      ownerId: anyOf('control.owner_id'),
      implementationStatus: (eb, wanted) => eb(implementationStatus, '=', eb.fn.any(wanted)),
      missing: byLinks((eb, kinds, scope) => eb.or(kinds.map((kind) => eb.not(eb.exists(linked[kind](eb, scope)))))),
      completeness: byLinks((eb, wanted, scope) => eb.or(wanted.map((one) => completenessIs[one](eb, scope)))),
      restrictedTo: hasTaskAssignedTo,
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

/** Lists controls in use; the links are read for the page only. @param reader may see only some of the controls, tasks and policies */
export async function listControls(
  db: OrganizationDatabase,
  filter: FilterOf<'listControls'>,
  page: PageRequest<ControlOrder>,
  reader: Reader,
): Promise<Page<Schemas['ControlListItem']>> {
  const { restrictedTo } = reader;
  const { missing, completeness, ...others } = filter;
  const asked = {
    ...others,
    ...(missing && { missing: { wanted: missing, reader } }),
    ...(completeness && { completeness: { wanted: completeness, reader } }),
    ...(restrictedTo !== undefined && { restrictedTo }),
  };
  const found = await listed[page.sortBy].page(db, asked, { by: 'listed.place', id: 'listed.id' }, page);
  const ids = found.rows.map(({ id }) => id);
  const [statuses, policies, tasks, maps] = await (ids.length
    ? Promise.all([
        listStatuses(db, ids),
        listPolicySummaries(db, ids, reader),
        listTaskSummaries(db, ids, reader),
        mayRead(reader, 'requirement') ? listMapSummaries(db, ids) : [],
      ])
    : [[], [], [], []]);
  const statusOf = new Map(statuses.map(({ id, status }) => [id, status]));
  const of = { policies: Map.groupBy(policies, controlOf), tasks: Map.groupBy(tasks, controlOf), maps: Map.groupBy(maps, controlOf) };
  return mapPage(found, (row) => {
    const status = statusOf.get(row.id);
    if (!status) throw new Error(`${row.id} was not found`);
    return {
      ...row,
      implementationStatus: status,
      policies: (of.policies.get(row.id) ?? []).slice(0, maxLinks).map(({ controlId, ...policy }) => policy),
      tasks: (of.tasks.get(row.id) ?? []).slice(0, maxLinks).map(({ controlId, ...task }) => task),
      requirementsMapped: (of.maps.get(row.id) ?? []).slice(0, maxLinks).map(({ controlId, ...map }) => map),
    };
  });
}

const controlOf = ({ controlId }: { readonly controlId: string }) => controlId;
