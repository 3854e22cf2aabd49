/** Lists members, and members who can be mentioned. */
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { TenantTables } from '#generated/database';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { anyOf, contains, onOrAfter, unlessTrue, onOrBefore } from '#platform/database/filters';
import type { FilterOf } from '#contract/types';
import type { Params } from '#platform/database/prepared';
import { asName, missingLast, missingTextLast } from '#platform/database/sort-keys';
import { memberOf, selectMembers } from './record.ts';
import { type Member } from '../rules/member.ts';

/** The filter of the list of members. Its roles are the stored keys of roles. */
type Filter = Omit<FilterOf<'listMembers'>, 'includeTwoFactor'>;

const allMembers = PagedList.of((db) => selectMembers(db)).filteredBy<Filter>({
  includeDeactivated: unlessTrue((eb) => eb('member.is_active', '=', true)),
  search: contains('member.name', 'member.email'),
  department: anyOf('member.department'),
  role: (_eb, roles) => hasOneOf(roles),
  onboardDateAfter: onOrAfter('member.onboard_date'),
  onboardDateBefore: onOrBefore('member.onboard_date'),
  offboardDateAfter: onOrAfter('member.offboard_date'),
  offboardDateBefore: onOrBefore('member.offboard_date'),
  ids: anyOf('member.id'),
});
const orders = {
  createdAt: 'member.created_at',
  name: 'member.name',
  email: 'member.email',
  department: asName('member.department'),
  jobTitle: missingTextLast('member.job_title'),
  onboardDate: missingLast('member.onboard_date'),
  offboardDate: missingLast('member.offboard_date'),
} as const;
type MemberOrder = keyof typeof orders;

export async function listMembers(db: OrganizationDatabase, filter: Filter, page: PageRequest<MemberOrder>): Promise<Page<Member>> {
  return mapPage(await allMembers.page(db, filter, { by: orders[page.sortBy], id: 'member.id' }, page), memberOf);
}

interface Participants {
  /** The roles whose members may read the resource. */
  readonly granting: readonly string[];
  /** The e-mail domains of the operator's staff. */
  readonly staffDomains: readonly string[];
}
type MentionableFilter = Omit<FilterOf<'listMentionableMembers'>, 'resource'>;

const mentionableMembers = PagedList.of((db, param: Params<Participants>) =>
  selectMembers(db)
    .where('member.is_active', '=', true)
    .where(hasOneOf(param('granting')))
    .where(isNotStaff(param('staffDomains'))),
).filteredBy<MentionableFilter>({ search: contains('member.name', 'member.email'), ids: anyOf('member.id') });

/** @returns a page of the active members who may read the resource, without the operator's staff */
export async function listMentionable(
  db: OrganizationDatabase,
  filter: Participants & MentionableFilter,
  page: PageRequest<MemberOrder>,
): Promise<Page<Member>> {
  // The query computes the domain '' for a text that is not an address. Such members count as staff.
  const params = { ...filter, staffDomains: ['', ...filter.staffDomains] };
  return mapPage(await mentionableMembers.page(db, params, { by: orders[page.sortBy], id: 'member.id' }, page), memberOf);
}

/** Condition: at least one role of the member is in the list. Roles are compared exactly (people, rule 17). */
function hasOneOf(roles: Expression<readonly string[]>): Expression<SqlBool> {
  return sql<SqlBool>`member.roles && ${roles}::text[]`;
}

/**
 * Condition: the member does not belong to the operator's staff, who do not count as participants (spec/conventions, 3). Members whose
 * address is not verified never count as staff.
 */
function isNotStaff(domains: Expression<readonly string[]>) {
  return (eb: ExpressionBuilder<TenantTables, 'member'>) =>
    eb.or([eb('member.email_verified', '=', false), eb.not(eb(sql<string>`split_part(member.email, '@', 2)`, '=', eb.fn.any(domains)))]);
}
