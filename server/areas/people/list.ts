import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { components } from '../../../generated/api.d.ts';
import type { TenantTables } from '../../../generated/database.d.ts';
import type { Handlers } from '../../contract/types.ts';
import type { OrganizationDatabase } from '../../database/handle.ts';
import { findPage, mapPage } from '../../database/page.ts';
import { containing } from '../../database/patterns.ts';
import { rolesIn } from '../../identity/organization-roles.ts';
import { findMember, memberOf, selectMembers } from './record.ts';
import { memberNotFound } from './refusals.ts';

type Stats = components['schemas']['TaskStatsByAssignee'];
const orders = { createdAt: 'member.created_at', name: 'member.name', email: 'member.email' } as const;

export const list: Pick<Handlers<'people'>, 'listMembers' | 'listMentionableMembers' | 'listTaskStatsByAssignee' | 'getMember'> = {
  async listMembers({ query, page, db }) {
    let members = selectMembers(db);
    if (query.includeDeactivated !== true) members = members.where('member.is_active', '=', true);
    if (query.search !== undefined) members = members.where(called(query.search));
    if (query.department) members = members.where('member.department', 'in', query.department.map((name) => name.trim()));
    if (query.role) {
      const roles = await rolesIn(db);
      members = members.where(holdingOneOf(query.role.map((role) => roles.find(role, true) ?? role)));
    }
    if (query.onboardAfter !== undefined) members = members.where('member.onboard_date', '>=', query.onboardAfter);
    if (query.onboardBefore !== undefined) members = members.where('member.onboard_date', '<=', query.onboardBefore);
    if (query.offboardAfter !== undefined) members = members.where('member.offboard_date', '>=', query.offboardAfter);
    if (query.offboardBefore !== undefined) members = members.where('member.offboard_date', '<=', query.offboardBefore);
    const found = await findPage(members, { by: orders[page.sortBy], id: 'member.id' }, page);
    return { status: 200, page: mapPage(found, (row) => ({ ...memberOf(row), ...(query.include && { twoFactor: 'not_provided' as const }) })) };
  },

  async listMentionableMembers({ query, page, db, outside: { access } }) {
    const granting = (await rolesIn(db)).granting(`${query.resource}:read`);
    let members = selectMembers(db).where('member.is_active', '=', true).where(holdingOneOf(granting)).where(notOfStaff(access.staffEmailDomains));
    if (query.search !== undefined) members = members.where(called(query.search));
    return {
      status: 200,
      page: mapPage(await findPage(members, { by: 'member.name', id: 'member.id' }, { ...page, sortOrder: 'asc' }), memberOf),
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

/** Whose name or address has this in it. */
function called(search: string): Condition {
  return (eb) => eb.or([eb('member.name', 'ilike', containing(search)), eb('member.email', 'ilike', containing(search))]);
}

/** Compared exactly, wherever among the member's roles it stands (rule 17). */
function holdingOneOf(roles: readonly string[]): Condition {
  return () => sql<boolean>`member.roles && ${[...roles]}::text[]`;
}

/** The operator's people are no participants (CONVENTIONS 3). */
function notOfStaff(domains: readonly string[]): Condition {
  return (eb) => eb.or([eb('member.email_verified', '=', false), eb.not(eb(sql<string>`split_part(member.email, '@', 2)`, 'in', ['', ...domains]))]);
}

/** By name. Archived tasks are not counted. */
function taskStats(db: OrganizationDatabase): Promise<Stats[]> {
  return db.selectFrom('task').innerJoin('member', 'member.id', 'task.assignee_id').where('task.archived_at', 'is', null)
    .select(({ fn }) => ['member.id as memberId', fn.countAll<number>().as('total'), fn.countAll<number>().filterWhere('task.status', '=', 'done').as('done')])
    .groupBy(['member.id', 'member.name']).orderBy('member.name').orderBy('member.id').execute();
}
