/** The list of policies, with its filters and its orders. */
import { type RawBuilder, sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { FilterOf } from '../../../contract/types.ts';
import { personColumns, personIn } from '../../../domain/members/person.ts';
import { policyColumns } from '../../../domain/policies/columns.ts';
import { isVisibleTo } from '../../../domain/policies/visible.ts';
import { anyOf, contains, dependingOn, unlessTrue } from '../../../platform/database/filters.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';

type Item = components['schemas']['PolicyListItem'];
type Filter = Omit<FilterOf<'listPolicies'>, 'toSign'>;
export type PolicyOrder = 'createdAt' | 'updatedAt' | 'name' | 'reviewDate';

/** Without a date of review a policy comes last, in either direction; there is an index for each order. */
const listed: Readonly<Record<PolicyOrder, ReturnType<typeof listedBy>>> = {
  createdAt: listedBy(() => sql.ref('policy.created_at')),
  updatedAt: listedBy(() => sql.ref('policy.updated_at')),
  name: listedBy(() => sql.ref('policy.name')),
  reviewDate: listedBy((sortOrder) =>
    sortOrder === 'asc'
      ? sql`coalesce(policy.review_date, '9999-12-31 23:59:59.999+00')`
      : sql`coalesce(policy.review_date, '0001-01-01 00:00:00+00')`,
  ),
};

function listedBy(place: (sortOrder: 'asc' | 'desc') => RawBuilder<string>) {
  return PagedList.of((db, _param, sortOrder) => db.selectFrom('policy').select(policyColumns).select(place(sortOrder).as('place')))
    .filteredBy<Filter & { readonly reader?: string; readonly signer?: string }>({
      includeArchived: unlessTrue((eb) => eb.and([eb('policy.archived_at', 'is', null), eb('policy.is_archived', '=', false)])),
      status: anyOf('policy.status'),
      department: (eb, departments) => eb('policy.department', '=', eb.fn.any(departments)),
      assigneeId: dependingOn(
        (id) => id === 'none',
        (eb, isNobody, id) => (isNobody ? eb('policy.assignee_id', 'is', null) : eb('policy.assignee_id', '=', id)),
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
    .within((query, db) =>
      db
        .selectFrom(query.as('listed'))
        .leftJoin('member as owner', 'owner.id', 'listed.assigneeId')
        .selectAll('listed')
        .select(personColumns('owner')),
    );
}

/**
 * @param reader the member who asks: policies for others are left out
 * @param signer the member whose signature has to be missing, of the policies that are to be signed (spec/areas/policies, rule 25)
 */
export async function listPolicies(
  db: OrganizationDatabase,
  filter: Filter,
  page: PageRequest<PolicyOrder>,
  { reader, signer }: { readonly reader?: string | undefined; readonly signer?: string | undefined },
): Promise<Page<Item>> {
  const asked = { ...filter, ...(reader !== undefined && { reader }), ...(signer !== undefined && { signer }) };
  return mapPage(
    await listed[page.sortBy].page(db, asked, { by: 'listed.place', id: 'listed.id' }, page),
    ({ place, ownerId, ownerUserId, ownerName, ownerEmail, ownerImage, ...policy }) => ({
      ...policy,
      assignee: personIn({ ownerId, ownerUserId, ownerName, ownerEmail, ownerImage }, 'owner'),
    }),
  );
}
