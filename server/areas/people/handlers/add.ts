/** Members made of accounts that are there already, one or many. */
import type { components } from '../../../../generated/api.d.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { type OrganizationRoles, lockRolesIn } from '../../../platform/identity/organization-roles.ts';
import { addMembers, type Joined, type Joining } from '../../../domain/members/join.ts';
import { findMembers } from '../queries/record.ts';
import { alreadyMember, assignmentFault, noRole, noUser, titleFrom } from '../rules/people.ts';

type Schemas = components['schemas'];
type MemberCreate = Schemas['MemberCreate'];
interface Fault {
  readonly field?: 'userId' | 'role';
  readonly status: 400 | 403 | 409;
  readonly error: string;
}

export const add: Pick<Handlers<'people'>, 'createMember' | 'bulkCreateMembers'> = {
  async createMember({ body, actor, db }) {
    const [added] = await addPeople(db, actor, [body]);
    if (typeof added !== 'string') return refusalOf(added);
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
      return typeof fault === 'object' ? [{ index, userId, error: [fault.field, fault.error].join(' ').trim() }] : [];
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
  return joined === 'member' ? { status: 409, error: alreadyMember } : { status: 400, error: noUser, field: 'userId' };
}

function faultOf(actor: Actor, roles: OrganizationRoles, { role: given }: MemberCreate): Fault | undefined {
  const role = roles.find(given, true);
  if (role === undefined) return { status: 400, error: noRole, field: 'role' };
  const fault = assignmentFault(actor, roles, [], [role]);
  return fault && { status: 403, error: fault.error };
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

function refusalOf(fault: Fault | undefined) {
  if (!fault) throw new Error('nothing became of who was to be added');
  if (fault.field) return invalid({ [fault.field]: fault.error });
  return fault.status === 403 ? refusal(403, fault.error) : refusal(409, fault.error);
}
