import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { type FilterParams, mapPage, PagedList } from '../../../platform/database/page.ts';
import { searching } from '../../../platform/database/patterns.ts';
import { rolesIn } from '../../../platform/identity/organization-roles.ts';
import { findMember, memberOf, selectMembers } from '../queries/record.ts';
import { memberNotFound } from '../refusals.ts';

type Stats = components['schemas']['TaskStatsByAssignee'];

interface MemberFilter {
  readonly active?: boolean;
  /** As the pattern of `ilike`. */
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

interface MentionableFilter {
  /** The roles with which the resource can be read. */
  readonly granting: readonly string[];
  /** With `''`, which is that of what is no address. */
  readonly staffDomains: readonly string[];
  /** As the pattern of `ilike`. */
  readonly search?: string;
}

const mentionable = new PagedList((db, param: FilterParams<MentionableFilter>) => {
  const members = selectMembers(db)
    .where('member.is_active', '=', true)
    .where(holdingOneOf(param('granting')))
    .where(notOfStaff(param('staffDomains')));
  return param.has('search') ? members.where(called(param('search'))) : members;
});

export const list: Pick<Handlers<'people'>, 'listMembers' | 'listMentionableMembers' | 'listTaskStatsByAssignee' | 'getMember'> = {
  async listMembers({ query, page, db }) {
    const { include, includeDeactivated, department, role, ...others } = searching(query);
    const filter: MemberFilter = {
      ...others,
      ...(includeDeactivated !== true && { active: true }),
      ...(department && { department: department.map((name) => name.trim()) }),
      ...(role && { role: await storedRoles(db, role) }),
    };
    const found = await listed.page(db, filter, { by: orders[page.sortBy], id: 'member.id' }, page);
    return { status: 200, page: mapPage(found, (row) => ({ ...memberOf(row), ...(include && { twoFactor: 'not_provided' as const }) })) };
  },

  async listMentionableMembers({ query, page, db, ports: { access } }) {
    const granting = (await rolesIn(db)).granting(`${query.resource}:read`);
    const { search } = searching(query);
    const filter: MentionableFilter = {
      granting,
      staffDomains: ['', ...access.staffEmailDomains],
      ...(search !== undefined && { search }),
    };
    return {
      status: 200,
      page: mapPage(await mentionable.page(db, filter, { by: 'member.name', id: 'member.id' }, { ...page, sortOrder: 'asc' }), memberOf),
    };
  },

  async listTaskStatsByAssignee({ db }) {
    return { status: 200, body: { data: await taskStats(db) } };
  },

  async getMember({ path, db }) {
    const member = await findMember(db, path.id);
    return member ? { status: 200, body: member } : memberNotFound();
  },
};

type Condition = (eb: ExpressionBuilder<TenantTables, 'member'>) => Expression<SqlBool>;

/** Whose name or address is like this. */
function called(pattern: Expression<string>): Condition {
  return (eb) => eb.or([eb('member.name', 'ilike', pattern), eb('member.email', 'ilike', pattern)]);
}

/** As members hold them: custom roles may be given by their names. What is no role stays as it is. */
async function storedRoles(db: OrganizationDatabase, given: readonly string[]): Promise<string[]> {
  const roles = await rolesIn(db);
  return given.map((role) => roles.find(role, true) ?? role);
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

/** By name. Archived tasks are not counted. */
function taskStats(db: OrganizationDatabase): Promise<Stats[]> {
  return db
    .selectFrom('task')
    .innerJoin('member', 'member.id', 'task.assignee_id')
    .where('task.archived_at', 'is', null)
    .select(({ fn }) => [
      'member.id as memberId',
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('task.status', '=', 'done').as('done'),
    ])
    .groupBy(['member.id', 'member.name'])
    .orderBy('member.name')
    .orderBy('member.id')
    .execute();
}
