/** Lists policies with filters and sort orders. */
import { type RawBuilder, sql } from 'kysely';
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { personColumns, personFromRow } from '#domain/people/members/person';
import { policyColumns } from '#domain/policies/columns';
import { isVisibleTo, findIdsWithReadableDrafts } from '#domain/policies/visible';
import { anyOf, contains, dependingOn, unlessTrue } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';

type Item = components['schemas']['PolicyListItem'];
type Filter = Omit<FilterOf<'listPolicies'>, 'toSign'>;
export type PolicyOrder = 'createdAt' | 'updatedAt' | 'name' | 'reviewDate';

/** A list for each sort order. Policies without a review date come last in both directions. Each sort order has an index. */
const listsByOrder: Readonly<Record<PolicyOrder, ReturnType<typeof listSortedBy>>> = {
  createdAt: listSortedBy(() => sql.ref('policy.created_at')),
  updatedAt: listSortedBy(() => sql.ref('policy.updated_at')),
  name: listSortedBy(() => sql.ref('policy.name')),
  reviewDate: listSortedBy((sortOrder) =>
    sortOrder === 'asc'
      ? sql`coalesce(policy.review_date, '9999-12-31 23:59:59.999+00')`
      : sql`coalesce(policy.review_date, '0001-01-01 00:00:00+00')`,
  ),
};

function listSortedBy(sortExpression: (sortOrder: 'asc' | 'desc') => RawBuilder<string>) {
  return (
    PagedList.of((db, _param, sortOrder) => db.selectFrom('policy').select(policyColumns).select(sortExpression(sortOrder).as('place')))
      .filteredBy<Filter & { readonly reader?: string; readonly signer?: string }>({
        includeArchived: unlessTrue((eb) => eb.and([eb('policy.archived_at', 'is', null), eb('policy.is_archived', '=', false)])),
        status: anyOf('policy.status'),
        audience: anyOf('policy.audience'),
        department: (eb, departments) => eb('policy.department', '=', eb.fn.any(departments)),
        assigneeId: dependingOn(
          (id) => id === 'none',
          (eb, isUnassigned, id) => (isUnassigned ? eb('policy.assignee_id', 'is', null) : eb('policy.assignee_id', '=', id)),
        ),
        search: contains('policy.name', 'policy.description'),
        reader: isVisibleTo,
        signer: (eb, signer) =>
          eb.and([
            eb('policy.status', '=', 'published'),
            eb('policy.is_required_to_sign', '=', true),
            eb('policy.archived_at', 'is', null),
            eb('policy.is_archived', '=', false),
            eb.not(
              eb.exists(
                eb
                  .selectFrom('policy_acknowledgement as signature')
                  .select('signature.id')
                  .whereRef('signature.policy_version_id', '=', 'policy.current_version_id')
                  .where('signature.member_id', '=', signer),
              ),
            ),
          ]),
      })
      // An outer query, because pages are sorted by `place`, which is computed.
      .within((query, db) =>
        db
          .selectFrom(query.as('listed'))
          .leftJoin('member as owner', 'owner.id', 'listed.assigneeId')
          .selectAll('listed')
          .select(personColumns('owner')),
      )
  );
}

/**
 * @param reader the id of the calling member; policies that this member may not read are omitted
 * @param signer lists only policies that this member still has to sign (policies, rule 25)
 */
export async function listPolicies(
  db: OrganizationDatabase,
  filter: Filter,
  page: PageRequest<PolicyOrder>,
  { reader, signer }: { readonly reader?: string | undefined; readonly signer?: string | undefined },
): Promise<Page<Item>> {
  const filterWithReader = { ...filter, ...(reader !== undefined && { reader }), ...(signer !== undefined && { signer }) };
  const policies = await listsByOrder[page.sortBy].page(db, filterWithReader, { by: 'listed.place', id: 'listed.id' }, page);
  const ids = policies.rows.map(({ id }) => id);
  const idsWithReadableDrafts = reader === undefined ? new Set(ids) : await findIdsWithReadableDrafts(db, reader, ids);
  return mapPage(policies, ({ place, ownerId, ownerUserId, ownerName, ownerEmail, ownerImage, ...policy }) => ({
    ...policy,
    ...(!idsWithReadableDrafts.has(policy.id) && { pendingVersionId: null, approverId: null }),
    assignee: personFromRow({ ownerId, ownerUserId, ownerName, ownerEmail, ownerImage }, 'owner'),
  }));
}
