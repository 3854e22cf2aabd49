/** Lists controls with filters and sort orders. */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { anyOf, contains, ofMembers, onOrAfter, onOrBefore } from '#platform/database/filters';
import { missingLast } from '#platform/database/sort-keys';
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

/** Every sort order has an index. */
const sortKeys = {
  name: 'control.name',
  createdAt: 'control.created_at',
  updatedAt: 'control.updated_at',
  lastReviewDate: missingLast('control.last_review_date'),
  nextReviewDate: missingLast('control.next_review_date'),
} as const;

const activeControls = PagedList.of((db) =>
  db.selectFrom('control').where('control.archived_at', 'is', null).select(controlColumns),
).filteredBy<Filter>({
  search: contains('control.name'),
  frameworkInstanceId: (eb, ids) =>
    eb.exists(
      requirementLinksOf(eb).where('requirement_map.framework_instance_id', '=', eb.fn.any(ids)).where(isMapInScope('requirement_map')),
    ),
  ownerId: ofMembers('control.owner_id'),
  implementationStatus: (eb, statuses) => eb(implementationStatus, '=', eb.fn.any(statuses)),
  missing: createLinkFilter((eb, kinds, scope) => eb.or(kinds.map((kind) => eb.not(eb.exists(linkQueries[kind](eb, scope)))))),
  completeness: createLinkFilter((eb, wanted, scope) =>
    eb.or(wanted.map((completeness) => completenessConditions[completeness](eb, scope))),
  ),
  lastReviewDateAfter: onOrAfter('control.last_review_date'),
  lastReviewDateBefore: onOrBefore('control.last_review_date'),
  nextReviewDateAfter: onOrAfter('control.next_review_date'),
  nextReviewDateBefore: onOrBefore('control.next_review_date'),
  ids: anyOf('control.id'),
  restrictedTo: hasTaskAssignedTo,
});

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
  page: PageRequest<keyof typeof sortKeys>,
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
  const controls = await activeControls.page(db, filterWithReader, { by: sortKeys[page.sortBy], id: 'control.id' }, page);
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
