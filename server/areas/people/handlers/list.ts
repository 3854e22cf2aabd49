import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mapPage } from '../../../platform/database/page.ts';
import { twoFactorStatuses } from '../../../domain/two-factor/statuses.ts';
import { rolesIn } from '../../../platform/identity/organization-roles.ts';
import { listMembers, listMentionable } from '../queries/members.ts';
import { findMember } from '../queries/record.ts';
import { taskStatsByAssignee } from '../queries/task-stats.ts';
import { memberNotFound } from '../refusals.ts';

export const list: Pick<Handlers<'people'>, 'listMembers' | 'listMentionableMembers' | 'listTaskStatsByAssignee' | 'getMember'> = {
  async listMembers({ query, page, db }) {
    const { includeTwoFactor, department, role, ...others } = query;
    const filter = {
      ...others,
      ...(department && { department: department.map((name) => name.trim()) }),
      ...(role && { role: await storedRoles(db, role) }),
    };
    const found = await listMembers(db, filter, page);
    if (!includeTwoFactor) return { status: 200, page: found };
    const statusOf = await twoFactorStatuses(db);
    return { status: 200, page: mapPage(found, (member) => ({ ...member, twoFactor: statusOf(member.user.email) ?? 'not_provided' })) };
  },

  async listMentionableMembers({ query: { resource, search }, page, db, ports: { access } }) {
    const granting = (await rolesIn(db)).granting(`${resource}:read`);
    const filter = { granting, staffDomains: access.staffEmailDomains, ...(search !== undefined && { search }) };
    return { status: 200, page: await listMentionable(db, filter, page) };
  },

  async listTaskStatsByAssignee({ db }) {
    return { status: 200, body: { data: await taskStatsByAssignee(db) } };
  },

  async getMember({ path, db }) {
    const member = await findMember(db, path.id);
    return member ? { status: 200, body: member } : memberNotFound();
  },
};

/** As members hold them: custom roles may be given by their names. What is no role stays as it is. */
async function storedRoles(db: OrganizationDatabase, given: readonly string[]): Promise<string[]> {
  const roles = await rolesIn(db);
  return given.map((role) => roles.find(role, true) ?? role);
}
