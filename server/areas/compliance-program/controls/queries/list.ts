/** Lists controls with filters and sort orders. */
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
import { createLinkFilter, completenessConditions, linkQueries, type LinkFilterValues, requirementLinksOf } from './links-filter.ts';

type Schemas = components['schemas'];
type Filter = Omit<FilterOf<'listControls'>, 'missing' | 'completeness'> & {
  missing?: LinkFilterValues<keyof typeof linkQueries>;
  completeness?: LinkFilterValues<keyof typeof completenessConditions>;
  restrictedTo?: string;
};

/** Maximum number of links of each kind that a control in the list includes. */
const maxLinks = 100;

export type ControlOrder = 'name' | 'createdAt' | 'updatedAt' | 'lastReviewDate' | 'nextReviewDate';

/** A list for each sort order. Missing dates come last in both directions. Each sort order has an index. */
const listsByOrder: Readonly<Record<ControlOrder, ReturnType<typeof listSortedBy>>> = {
  name: listSortedBy(() => sql.ref('control.name')),
  createdAt: listSortedBy(() => sql.ref('control.created_at')),
  updatedAt: listSortedBy(() => sql.ref('control.updated_at')),
  lastReviewDate: listSortedBy((sortOrder) =>
    sortOrder === 'asc'
      ? sql`coalesce(control.last_review_date, '9999-12-31 23:59:59.999+00')`
      : sql`coalesce(control.last_review_date, '0001-01-01 00:00:00+00')`,
  ),
  nextReviewDate: listSortedBy((sortOrder) =>
    sortOrder === 'asc'
      ? sql`coalesce(control.next_review_date, '9999-12-31 23:59:59.999+00')`
      : sql`coalesce(control.next_review_date, '0001-01-01 00:00:00+00')`,
  ),
};

function listSortedBy(sortExpression: (sortOrder: 'asc' | 'desc') => RawBuilder<string>) {
  return (
    PagedList.of((db, _param, sortOrder) =>
      db
        .selectFrom('control')
        .where('control.archived_at', 'is', null)
        .select(controlColumns)
        .select(sortExpression(sortOrder).as('place')),
    )
      .filteredBy<Filter>({
        search: contains('control.name'),
        frameworkInstanceId: (eb, ids) =>
          eb.exists(
            requirementLinksOf(eb)
              .where('requirement_map.framework_instance_id', '=', eb.fn.any(ids))
              .where(isMapInScope('requirement_map')),
          ),
        ownerId: anyOf('control.owner_id'),
        implementationStatus: (eb, statuses) => eb(implementationStatus, '=', eb.fn.any(statuses)),
        missing: createLinkFilter((eb, kinds, scope) => eb.or(kinds.map((kind) => eb.not(eb.exists(linkQueries[kind](eb, scope)))))),
        completeness: createLinkFilter((eb, wanted, scope) =>
          eb.or(wanted.map((completeness) => completenessConditions[completeness](eb, scope))),
        ),
        restrictedTo: hasTaskAssignedTo,
      })
      // An outer query, because pages are sorted by `place`, which is computed.
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
            'listed.version',
          ]),
      )
  );
}

function listStatuses(db: OrganizationDatabase, ids: readonly string[]) {
  return db
    .selectFrom('control')
    .select(['id', implementationStatus.as('status')])
    .where('id', 'in', ids)
    .execute();
}

/** Lists unarchived controls with their links. @param reader the caller, who may see only some controls, tasks and policies */
export async function listControls(
  db: OrganizationDatabase,
  filter: FilterOf<'listControls'>,
  page: PageRequest<ControlOrder>,
  reader: Reader,
): Promise<Page<Schemas['ControlListItem']>> {
  const { restrictedTo } = reader;
  const { missing, completeness, ...otherFilters } = filter;
  const filterWithReader = {
    ...otherFilters,
    ...(missing && { missing: { wanted: missing, reader } }),
    ...(completeness && { completeness: { wanted: completeness, reader } }),
    ...(restrictedTo !== undefined && { restrictedTo }),
  };
  const controls = await listsByOrder[page.sortBy].page(db, filterWithReader, { by: 'listed.place', id: 'listed.id' }, page);
  const ids = controls.rows.map(({ id }) => id);
  const [statuses, policies, tasks, maps] = await (ids.length
    ? Promise.all([
        listStatuses(db, ids),
        listPolicySummaries(db, ids, reader),
        listTaskSummaries(db, ids, reader),
        mayRead(reader, 'requirement') ? listMapSummaries(db, ids) : [],
      ])
    : [[], [], [], []]);
  const statusOf = new Map(statuses.map(({ id, status }) => [id, status]));
  const linksOf = { policies: Map.groupBy(policies, controlOf), tasks: Map.groupBy(tasks, controlOf), maps: Map.groupBy(maps, controlOf) };
  return mapPage(controls, (row) => {
    const status = statusOf.get(row.id);
    if (!status) throw new Error(`${row.id} was not found`);
    return {
      ...row,
      implementationStatus: status,
      policies: (linksOf.policies.get(row.id) ?? []).slice(0, maxLinks).map(({ controlId, ...policy }) => policy),
      tasks: (linksOf.tasks.get(row.id) ?? []).slice(0, maxLinks).map(({ controlId, ...task }) => task),
      requirementsMapped: (linksOf.maps.get(row.id) ?? []).slice(0, maxLinks).map(({ controlId, ...map }) => map),
    };
  });
}

const controlOf = ({ controlId }: { readonly controlId: string }) => controlId;
