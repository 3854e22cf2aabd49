/** Lists and reads members. */
import type { Handlers } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage } from '#platform/database/page';
import { findTwoFactorStatuses } from '#domain/people/two-factor/statuses';
import { readRoles } from '#platform/identity/organization-roles';
import { listMembers, listMentionable } from '../queries/members.ts';
import { findMember } from '../queries/record.ts';
import { countTasksByAssignee } from '../queries/task-stats.ts';
import { memberNotFound } from '../refusals.ts';

export const list: Pick<Handlers<'people'>, 'listMembers' | 'listMentionableMembers' | 'listTaskStatsByAssignee' | 'getMember'> = {
  async listMembers({ query, page, db }) {
    const { includeTwoFactor, role, ...otherFilters } = query;
    const filter = {
      ...otherFilters,
      ...(role && { role: await toStoredRoles(db, role) }),
    };
    const members = await listMembers(db, filter, page);
    if (!includeTwoFactor) return { status: 200, page: members };
    const statusOf = await findTwoFactorStatuses(db);
    return { status: 200, page: mapPage(members, (member) => ({ ...member, twoFactor: statusOf(member.user.email) ?? 'not_provided' })) };
  },

  async listMentionableMembers({ query: { resource, ...otherFilters }, page, db, ports: { access } }) {
    const rolesWithPermission = (await readRoles(db)).granting(`${resource}:read`);
    const filter = { granting: rolesWithPermission, staffDomains: access.staffEmailDomains, ...otherFilters };
    return { status: 200, page: await listMentionable(db, filter, page) };
  },

  async listTaskStatsByAssignee({ db }) {
    return { status: 200, body: { data: await countTasksByAssignee(db) } };
  },

  async getMember({ path, db }) {
    const member = await findMember(db, path.id);
    return member ? { status: 200, body: member } : memberNotFound();
  },
};

/** @returns the stored keys of roles. Requests may use the names of custom roles. Unknown roles stay unchanged. */
async function toStoredRoles(db: OrganizationDatabase, sentRoles: readonly string[]): Promise<string[]> {
  const roles = await readRoles(db);
  return sentRoles.map((role) => roles.find(role, true) ?? role);
}
