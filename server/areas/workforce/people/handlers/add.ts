/** Adds members from existing accounts, one or many. */
import type { components } from '#generated/api';
import { invalid, isRefusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { type OrganizationRoles, lockRoles } from '#platform/identity/organization-roles';
import { addMembers, type JoinResult, type NewMember } from '#domain/people/members/join';
import { lockFormerMemberships } from '../queries/membership.ts';
import { findMembers } from '../queries/record.ts';
import { alreadyMember, whyCannotAdd, noRole, noUser, titleFrom } from '../rules/people.ts';

type Schemas = components['schemas'];
type MemberCreate = Schemas['MemberCreate'];
/** Why an account is not added. */
type Rejection = typeof alreadyMember | typeof unknownUser | typeof unknownRole | NonNullable<ReturnType<typeof whyCannotAdd>>;

const unknownUser = invalid({ userId: noUser });
const unknownRole = invalid({ role: noRole });

export const add: Pick<Handlers<'people'>, 'createMember' | 'bulkCreateMembers'> = {
  async createMember({ body, actor, db }) {
    const [added] = await addPeople(db, actor, [body]);
    if (isRefusal(added)) return added;
    if (added === undefined) throw new Error('the member was not added, and no error was reported');
    const [member] = await findMembers(db, [added]);
    if (!member) throw new Error('the member that was added was not found');
    return { status: 201, body: member };
  },

  async bulkCreateMembers({ body: { members }, actor, db, audit }) {
    const added = await addPeople(db, actor, members);
    const created = await findMembers(
      db,
      added.filter((result) => typeof result === 'string'),
    );
    const errors = members.flatMap(({ userId }, index) => {
      const addedOrReason = added[index];
      return isRefusal(addedOrReason)
        ? [
            {
              index,
              userId,
              error:
                addedOrReason === unknownUser
                  ? `userId ${noUser}`
                  : addedOrReason === unknownRole
                    ? `role ${noRole}`
                    : addedOrReason.body.error,
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

/** @returns for each the id of the member, or why there is none */
async function addPeople(db: OrganizationDatabase, actor: Actor, people: readonly MemberCreate[]): Promise<(string | Rejection)[]> {
  const roles = await lockRoles(db);
  const former = people.length
    ? await lockFormerMemberships(
        db,
        people.map(({ userId }) => userId),
      )
    : new Map<string, string[]>();
  const checked = people.map((person) => rejectionOf(actor, roles, former.get(person.userId), person) ?? joiningOf(roles, person));
  const joining = checked.filter((candidate) => 'userId' in candidate);
  const joined = new Map((await addMembers(db, roles, joining)).map((member, index) => [joining[index], member]));
  return checked.map((candidate) => ('userId' in candidate ? outcomeOf(joined.get(candidate)) : candidate));
}

function outcomeOf(joined: JoinResult = 'unknown'): string | Rejection {
  if (typeof joined === 'object') return joined.id;
  return joined === 'member' ? alreadyMember : unknownUser;
}

function rejectionOf(
  actor: Actor,
  roles: OrganizationRoles,
  former: readonly string[] | undefined,
  { role: sentRole }: MemberCreate,
): Rejection | undefined {
  const role = roles.find(sentRole, true);
  return role === undefined ? unknownRole : whyCannotAdd(actor, roles, former, [role]);
}

function joiningOf(roles: OrganizationRoles, { userId, role, department, jobTitle, isActive, deviceMgmtLabelId }: MemberCreate): NewMember {
  return {
    userId,
    roles: [roles.find(role, true) ?? role],
    department,
    jobTitle: titleFrom(jobTitle),
    isActive,
    deviceMgmtLabelId,
  };
}
