/** Adds one or many members who already have an account. */
import type { components } from '#generated/api';
import { invalid, isRefusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { type OrganizationRoles, lockRoles } from '#platform/identity/organization-roles';
import { addMembers, type JoinResult, type NewMember } from '#domain/people/members/join';
import { lockFormerMemberships } from '../queries/membership.ts';
import { findMembers } from '../queries/record.ts';
import { alreadyMember, checkAddition, unknownRoleError, unknownUserError, toStoredTitle } from '../rules/people.ts';

type Schemas = components['schemas'];
type MemberCreate = Schemas['MemberCreate'];
/** The refusal of a person who cannot be added. */
type Rejection = typeof alreadyMember | typeof unknownUser | typeof unknownRole | NonNullable<ReturnType<typeof checkAddition>>;

const unknownUser = invalid({ userId: unknownUserError });
const unknownRole = invalid({ role: unknownRoleError });

export const add: Pick<Handlers<'people'>, 'createMember' | 'bulkCreateMembers'> = {
  async createMember({ body, actor, db }) {
    const [memberId] = await addPeople(db, actor, [body]);
    if (isRefusal(memberId)) return memberId;
    if (memberId === undefined) throw new Error('the member was not added, and no error was reported');
    const [member] = await findMembers(db, [memberId]);
    if (!member) throw new Error('the member that was added was not found');
    return { status: 201, body: member };
  },

  async bulkCreateMembers({ body: { members }, actor, db, audit }) {
    const results = await addPeople(db, actor, members);
    const createdMembers = await findMembers(
      db,
      results.filter((result) => typeof result === 'string'),
    );
    const errors = members.flatMap(({ userId }, index) => {
      const result = results[index];
      return isRefusal(result)
        ? [
            {
              index,
              userId,
              error:
                result === unknownUser
                  ? `userId ${unknownUserError.message}`
                  : result === unknownRole
                    ? `role ${unknownRoleError.message}`
                    : result.body.error,
            },
          ]
        : [];
    });
    audit.created({ members: createdMembers.map(({ id, user }) => `${user.name} (${id})`) }, { description: 'Added members' });
    return {
      status: 201,
      body: {
        created: createdMembers,
        errors,
        summary: { total: members.length, successful: createdMembers.length, failed: errors.length },
      },
    };
  },
};

/** @returns for each person the id of the new member, or the refusal */
async function addPeople(db: OrganizationDatabase, actor: Actor, people: readonly MemberCreate[]): Promise<(string | Rejection)[]> {
  const roles = await lockRoles(db);
  const formerRoles = people.length
    ? await lockFormerMemberships(
        db,
        people.map(({ userId }) => userId),
      )
    : new Map<string, string[]>();
  const candidates = people.map((person) => rejectionOf(actor, roles, formerRoles.get(person.userId), person) ?? toMember(roles, person));
  const newMembers = candidates.filter((candidate) => 'userId' in candidate);
  const joinResults = new Map((await addMembers(db, roles, newMembers)).map((result, index) => [newMembers[index], result]));
  return candidates.map((candidate) => ('userId' in candidate ? resultOf(joinResults.get(candidate)) : candidate));
}

function resultOf(joinResult: JoinResult = 'unknown'): string | Rejection {
  if (typeof joinResult === 'object') return joinResult.id;
  return joinResult === 'member' ? alreadyMember : unknownUser;
}

function rejectionOf(
  actor: Actor,
  roles: OrganizationRoles,
  formerRoles: readonly string[] | undefined,
  { role: sentRole }: MemberCreate,
): Rejection | undefined {
  const role = roles.find(sentRole, true);
  return role === undefined ? unknownRole : checkAddition(actor, roles, formerRoles, [role]);
}

function toMember(roles: OrganizationRoles, { userId, role, department, jobTitle, isActive, deviceMgmtLabelId }: MemberCreate): NewMember {
  return {
    userId,
    roles: [roles.find(role, true) ?? role],
    department,
    jobTitle: toStoredTitle(jobTitle),
    isActive,
    deviceMgmtLabelId,
  };
}
