/** Members in pages. */
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { TenantTables } from '../../../../generated/database.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { type FilterParams, mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import { searching } from '../../../platform/database/patterns.ts';
import { type Member, memberOf, selectMembers } from './record.ts';

export interface MemberFilter {
  readonly active?: boolean;
  readonly search?: string;
  readonly department?: readonly string[];
  /** As they are stored. */
  readonly role?: readonly string[];
  readonly onboardAfter?: string;
  readonly onboardBefore?: string;
  readonly offboardAfter?: string;
  readonly offboardBefore?: string;
}

const listed = new PagedList((db, param: FilterParams<MemberFilter>) => {
  let members = selectMembers(db);
  if (param.has('active')) members = members.where('member.is_active', '=', param('active'));
  if (param.has('search')) members = members.where(called(param('search')));
  if (param.has('department')) members = members.where((eb) => eb('member.department', '=', eb.fn.any(param('department'))));
  if (param.has('role')) members = members.where(holdingOneOf(param('role')));
  if (param.has('onboardAfter')) members = members.where('member.onboard_date', '>=', param('onboardAfter'));
  if (param.has('onboardBefore')) members = members.where('member.onboard_date', '<=', param('onboardBefore'));
  if (param.has('offboardAfter')) members = members.where('member.offboard_date', '>=', param('offboardAfter'));
  if (param.has('offboardBefore')) members = members.where('member.offboard_date', '<=', param('offboardBefore'));
  return members;
});
const orders = { createdAt: 'member.created_at', name: 'member.name', email: 'member.email' } as const;

export async function listMembers(
  db: OrganizationDatabase,
  filter: MemberFilter,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<Member>> {
  return mapPage(await listed.page(db, searching(filter), { by: orders[page.sortBy], id: 'member.id' }, page), memberOf);
}

export interface MentionableFilter {
  /** The roles with which the resource can be read. */
  readonly granting: readonly string[];
  /** E-mail domains of the operator. */
  readonly staffDomains: readonly string[];
  readonly search?: string;
}

const mentionable = new PagedList((db, param: FilterParams<MentionableFilter>) => {
  const members = selectMembers(db)
    .where('member.is_active', '=', true)
    .where(holdingOneOf(param('granting')))
    .where(notOfStaff(param('staffDomains')));
  return param.has('search') ? members.where(called(param('search'))) : members;
});

/** The active members who can read something and are none of the operator's staff, by name. */
export async function listMentionable(db: OrganizationDatabase, filter: MentionableFilter, page: PageRequest): Promise<Page<Member>> {
  // What is no address has the domain ''.
  const asked = { ...searching(filter), staffDomains: ['', ...filter.staffDomains] };
  return mapPage(await mentionable.page(db, asked, { by: 'member.name', id: 'member.id' }, { ...page, sortOrder: 'asc' }), memberOf);
}

type Condition = (eb: ExpressionBuilder<TenantTables, 'member'>) => Expression<SqlBool>;

/** Whose name or address is like this. */
function called(pattern: Expression<string>): Condition {
  return (eb) => eb.or([eb('member.name', 'ilike', pattern), eb('member.email', 'ilike', pattern)]);
}

/** Compared exactly, wherever among the member's roles it stands (spec/areas/people, rule 17). */
function holdingOneOf(roles: Expression<readonly string[]>): Condition {
  return () => sql<boolean>`member.roles && ${roles}::text[]`;
}

/** The operator's people are no participants (spec/conventions, 3). */
function notOfStaff(domains: Expression<readonly string[]>): Condition {
  return (eb) =>
    eb.or([eb('member.email_verified', '=', false), eb.not(eb(sql<string>`split_part(member.email, '@', 2)`, '=', eb.fn.any(domains)))]);
}
