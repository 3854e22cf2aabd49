/** Changes of a membership, and of the person that it shows (interface specification 4.7; spec/areas/people, rules 2 to 6). */
import type { components } from '../../../../generated/api.d.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { violates } from '../../../platform/database/violations.ts';
import { type OrganizationRoles, rolesFrom, lockRolesIn } from '../../../platform/identity/organization-roles.ts';
import { takeTurn } from '../../../domain/bulk/turn.ts';
import { holdLeaving } from '../../../domain/members/assignments.ts';
import { mayName } from '../../../domain/members/join.ts';
import { assignTraining } from '../../../domain/training/assign.ts';
import { leave } from './leaving.ts';
import { told } from '../rules/changes.ts';
import { updateMembership } from '../queries/membership.ts';
import { changePerson } from '../queries/person.ts';
import { findMember, lockMember, type Member } from '../queries/record.ts';
import { memberNotFound } from '../refusals.ts';
import { alreadyMember, isInPerson, noRole, noUser, updateFault } from '../rules/people.ts';

type MemberUpdate = components['schemas']['MemberUpdate'];

type Changing = Pick<OrganizationContext, 'db' | 'ports' | 'actor'>;

export const update: Pick<Handlers<'people'>, 'updateMember'> = {
  async updateMember({ path, body, actor, audit, ...context }) {
    const { db, ports } = context;
    if (typeof body.externalId === 'string') await takeTurn(db, 'member');
    if (body.isActive === false) await holdLeaving(db, path.id);
    const before = await lockMember(db, path.id);
    if (!before) return memberNotFound();
    const organizationRoles = await lockRolesIn(db);
    const changed = await changeMember({ db, ports, actor }, organizationRoles, before, body);
    if (isRefusal(changed)) return changed;
    const { after, unassigned } = changed;
    audit.changed(
      { ...told(before), ...(unassigned.length && { unassigned }) },
      { ...told(after), ...(unassigned.length && { unassigned: null }) },
    );
    return { status: 200, body: after };
  },
};

/**
 * Changes a member by all rules of an update.
 * @param before the member, held; who leaves with what they were given (`holdLeaving`) @param organizationRoles held
 * @returns the member, and the names of what nobody is assigned to any more; or why not, before anything is written
 */
export async function changeMember(
  { db, ports, actor }: Changing,
  organizationRoles: OrganizationRoles,
  before: Member,
  body: MemberUpdate,
) {
  const { roles, wrong } = rolesWanted(organizationRoles, body, before);
  const isUser = body.userId === undefined || (await mayName(db, body.userId));
  if (wrong || !isUser) return invalid({ ...wrong, ...(!isUser && { userId: noUser }) });
  const wanted = {
    name: body.name?.trim(),
    userId: body.userId ?? before.userId,
    roles,
    isActive: body.isActive ?? before.isActive,
    email: body.email?.trim().toLowerCase(),
  };
  const fault = updateFault(actor, organizationRoles, before, wanted, ports.access.staffEmailDomains);
  if (fault) return fault;

  try {
    if (Object.keys(body).some((field) => field !== 'name' && field !== 'email'))
      await updateMembership(db, before, { ...body, userId: wanted.userId, roles });
    const present = wanted.userId === before.userId ? before : await memberAfter(db, before.id);
    await changePerson({ db, ports }, { ...present, roles: [...roles] }, wanted, isInPerson(actor, before));
  } catch (error) {
    if (violates(error, 'member_user')) return alreadyMember;
    if (violates(error, 'member_address')) return refusal('email_taken');
    if (violates(error, 'member_external_id')) return refusal('external_id_taken');
    throw error;
  }
  // Duties that come with new roles; what somebody was assigned before stays.
  if (wanted.isActive && organizationRoles.oblige(roles) && !organizationRoles.oblige(before.roles)) await assignTraining(db, [before.id]);
  const unassigned = before.isActive && !wanted.isActive ? await leave(db, before, true) : [];
  return { after: await memberAfter(db, before.id), unassigned };
}

interface Wanted {
  readonly roles: readonly string[];
  readonly wrong?: Readonly<Record<string, string>>;
}

/** The roles from now on, or what is wrong with those that were sent. */
function rolesWanted(organizationRoles: OrganizationRoles, { role, roles: several }: MemberUpdate, { roles: present }: Member): Wanted {
  if (role !== undefined && several !== undefined) return { roles: present, wrong: { roles: 'must not be sent together with role' } };
  const given = several ?? (role === undefined ? undefined : [role]);
  if (!given) return { roles: present };
  const { roles, unknown } = rolesFrom(organizationRoles, given);
  return unknown.length
    ? { roles, wrong: Object.fromEntries(unknown.map((index) => [several ? `roles.${index}` : 'role', noRole])) }
    : { roles };
}

async function memberAfter(db: OrganizationDatabase, id: string): Promise<Member> {
  const member = await findMember(db, id);
  if (!member) throw new Error('the member that was updated is not there');
  return member;
}
