/** Lists policies with filters and sort orders. */
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { personColumns, personFromRow } from '#domain/people/members/person';
import { policyColumns } from '#domain/policies/columns';
import { canReadDrafts, isVisibleTo, findIdsWithReadableDrafts } from '#domain/policies/visible';
import { anyOf, contains, ofMember, onOrAfter, onOrBefore, unlessTrue } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { missingLast } from '#platform/database/sort-keys';

type Item = components['schemas']['PolicyListItem'];
type Filter = Omit<FilterOf<'listPolicies'>, 'toSign'>;

/** Every sort order has an index. */
const sortKeys = {
  createdAt: 'policy.created_at',
  updatedAt: 'policy.updated_at',
  name: 'policy.name',
  reviewDate: missingLast('policy.review_date'),
} as const;

const allPolicies = PagedList.of((db) =>
  db
    .selectFrom('policy')
    .leftJoin('member as owner', 'owner.id', 'policy.assignee_id')
    .select([...policyColumns, ...personColumns('owner')]),
).filteredBy<Filter & { readonly reader?: string; readonly signer?: string; readonly draftReader?: string }>({
  includeArchived: unlessTrue((eb) => eb.and([eb('policy.archived_at', 'is', null), eb('policy.is_archived', '=', false)])),
  status: anyOf('policy.status'),
  audience: anyOf('policy.audience'),
  department: (eb, departments) => eb('policy.department', '=', eb.fn.any(departments)),
  assigneeId: ofMember('policy.assignee_id'),
  approverId: ofMember('policy.approver_id'),
  search: contains('policy.name', 'policy.description'),
  reviewDateAfter: onOrAfter('policy.review_date'),
  reviewDateBefore: onOrBefore('policy.review_date'),
  ids: anyOf('policy.id'),
  reader: isVisibleTo,
  draftReader: canReadDrafts,
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
});

/**
 * @param reader the id of the calling member; policies that this member may not read are omitted
 * @param signer lists only policies that this member still has to sign (policies, rule 25)
 */
export async function listPolicies(
  db: OrganizationDatabase,
  filter: Filter,
  page: PageRequest<keyof typeof sortKeys>,
  { reader, signer }: { readonly reader?: string | undefined; readonly signer?: string | undefined },
): Promise<Page<Item>> {
  const filterWithReader = {
    ...filter,
    ...(reader !== undefined && { reader }),
    // Who may not read the drafts of a policy does not learn who approves it.
    ...(reader !== undefined && filter.approverId !== undefined && { draftReader: reader }),
    ...(signer !== undefined && { signer }),
  };
  const policies = await allPolicies.page(db, filterWithReader, { by: sortKeys[page.sortBy], id: 'policy.id' }, page);
  const ids = policies.rows.map(({ id }) => id);
  const idsWithReadableDrafts = reader === undefined ? new Set(ids) : await findIdsWithReadableDrafts(db, reader, ids);
  return mapPage(policies, ({ ownerId, ownerUserId, ownerName, ownerEmail, ownerImage, ...policy }) => ({
    ...policy,
    ...(!idsWithReadableDrafts.has(policy.id) && { pendingVersionId: null, approverId: null }),
    assignee: personFromRow({ ownerId, ownerUserId, ownerName, ownerEmail, ownerImage }, 'owner'),
  }));
}
