/** Members made of accounts that are there already, one or many. */
import type { components } from '../../../../generated/api.d.ts';
import { invalid, isRefusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { type OrganizationRoles, lockRolesIn } from '../../../platform/identity/organization-roles.ts';
import { addMembers, type Joined, type Joining } from '../../../domain/members/join.ts';
import { findMembers } from '../queries/record.ts';
import { alreadyMember, assignmentFault, noRole, noUser, titleFrom } from '../rules/people.ts';

type Schemas = components['schemas'];
type MemberCreate = Schemas['MemberCreate'];
/** Why somebody is not added. */
type Fault = typeof alreadyMember | typeof unknownUser | typeof unknownRole | NonNullable<ReturnType<typeof assignmentFault>>;

const unknownUser = invalid({ userId: noUser });
const unknownRole = invalid({ role: noRole });

export const add: Pick<Handlers<'people'>, 'createMember' | 'bulkCreateMembers'> = {
  async createMember({ body, actor, db }) {
    const [added] = await addPeople(db, actor, [body]);
    if (isRefusal(added)) return added;
    if (added === undefined) throw new Error('nothing became of who was to be added');
    const [member] = await findMembers(db, [added]);
    if (!member) throw new Error('the member that was added is not there');
    return { status: 201, body: member };
  },

  async bulkCreateMembers({ body: { members }, actor, db, audit }) {
    const added = await addPeople(db, actor, members);
    const created = await findMembers(
      db,
      added.filter((result) => typeof result === 'string'),
    );
    const errors = members.flatMap(({ userId }, index) => {
      const fault = added[index];
      return isRefusal(fault)
        ? [
            {
              index,
              userId,
              error: fault === unknownUser ? `userId ${noUser}` : fault === unknownRole ? `role ${noRole}` : fault.body.error,
            },
          ]
        : [];
    });
    audit.created({ members: created.map(({ id, user }) => `${user.name} (${id})`) }, { description: 'Added members' });
    return {
      status: 201,
      body: { created, errors, summary: { total: members.length, successful: created.length, failed: errors.length } },
    };
  },
};

/** @returns of each the id of the member, or why there is none */
async function addPeople(db: OrganizationDatabase, actor: Actor, people: readonly MemberCreate[]): Promise<(string | Fault)[]> {
  const roles = await lockRolesIn(db);
  const checked = people.map((person) => faultOf(actor, roles, person) ?? joiningOf(roles, person));
  const joining = checked.filter((one) => 'userId' in one);
  const joined = new Map((await addMembers(db, roles, joining)).map((member, index) => [joining[index], member]));
  return checked.map((one) => ('userId' in one ? outcomeOf(joined.get(one)) : one));
}

function outcomeOf(joined: Joined = 'unknown'): string | Fault {
  if (typeof joined === 'object') return joined.id;
  return joined === 'member' ? alreadyMember : unknownUser;
}

function faultOf(actor: Actor, roles: OrganizationRoles, { role: given }: MemberCreate): Fault | undefined {
  const role = roles.find(given, true);
  return role === undefined ? unknownRole : assignmentFault(actor, roles, [], [role]);
}

function joiningOf(roles: OrganizationRoles, { userId, role, department, jobTitle, isActive, deviceMgmtLabelId }: MemberCreate): Joining {
  return {
    userId,
    roles: [roles.find(role, true) ?? role],
    department: department.trim(),
    jobTitle: titleFrom(jobTitle),
    isActive,
    deviceMgmtLabelId,
  };
}
