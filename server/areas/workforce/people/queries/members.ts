/** Pages of members. */
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { TenantTables } from '#generated/database';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { anyOf, contains, from, unlessTrue, until } from '#platform/database/filters';
import type { FilterOf } from '#contract/types';
import type { Params } from '#platform/database/prepared';
import { memberOf, selectMembers } from './record.ts';
import { type Member } from '../rules/member.ts';

/** Roles as they are stored. */
type Filter = Omit<FilterOf<'listMembers'>, 'includeTwoFactor'>;

const listed = PagedList.of((db) => selectMembers(db)).filteredBy<Filter>({
  includeDeactivated: unlessTrue((eb) => eb('member.is_active', '=', true)),
  search: contains('member.name', 'member.email'),
  department: anyOf('member.department'),
  role: (_eb, roles) => hasOneOf(roles),
  onboardDateAfter: from('member.onboard_date'),
  onboardDateBefore: until('member.onboard_date'),
  offboardDateAfter: from('member.offboard_date'),
  offboardDateBefore: until('member.offboard_date'),
});
const orders = { createdAt: 'member.created_at', name: 'member.name', email: 'member.email' } as const;

export async function listMembers(db: OrganizationDatabase, filter: Filter, page: PageRequest<keyof typeof orders>): Promise<Page<Member>> {
  return mapPage(await listed.page(db, filter, { by: orders[page.sortBy], id: 'member.id' }, page), memberOf);
}

interface Participants {
  /** The roles that may read the resource. */
  readonly granting: readonly string[];
  /** E-mail domains of the operator. */
  readonly staffDomains: readonly string[];
}
type MentionableFilter = Omit<FilterOf<'listMentionableMembers'>, 'resource'>;

const mentionable = PagedList.of((db, param: Params<Participants>) =>
  selectMembers(db)
    .where('member.is_active', '=', true)
    .where(hasOneOf(param('granting')))
    .where(isNotStaff(param('staffDomains'))),
).filteredBy<MentionableFilter>({ search: contains('member.name', 'member.email') });

/** The active members who may read the resource, without the operator's staff, by name. */
export async function listMentionable(
  db: OrganizationDatabase,
  filter: Participants & MentionableFilter,
  page: PageRequest,
): Promise<Page<Member>> {
  // Text that is not an address has the domain ''.
  const query = { ...filter, staffDomains: ['', ...filter.staffDomains] };
  return mapPage(await mentionable.page(db, query, { by: 'member.name', id: 'member.id' }, { ...page, sortOrder: 'asc' }), memberOf);
}

/** Matches a role exactly, at any position among the member's roles (people, rule 17). */
function hasOneOf(roles: Expression<readonly string[]>): Expression<SqlBool> {
  return sql<SqlBool>`member.roles && ${roles}::text[]`;
}

/** The operator's staff does not count as participants (spec/conventions, 3). */
function isNotStaff(domains: Expression<readonly string[]>) {
  return (eb: ExpressionBuilder<TenantTables, 'member'>) =>
    eb.or([eb('member.email_verified', '=', false), eb.not(eb(sql<string>`split_part(member.email, '@', 2)`, '=', eb.fn.any(domains)))]);
}
