/** Changes memberships and the people that they belong to (interface specification 4.7; people, rules 2 to 6). */
import type { components } from '#generated/api';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import type { OrganizationContext } from '#platform/context';
import type { OrganizationDatabase } from '#platform/database/handle';
import { violates } from '#platform/database/violations';
import { listLostRoles } from '#platform/identity/lost-roles';
import { type OrganizationRoles, resolveRoles, lockRoles } from '#platform/identity/organization-roles';
import { withdrawUnapprovable } from '#domain/approvals/withdraw-unapprovable';
import { lockExternalIds } from '#domain/bulk/lock';
import { lockLeavingMember } from '#domain/people/members/assignments';
import { mayReferToAccount } from '#domain/people/members/join';
import { assignTraining } from '#domain/people/training/assign';
import { unassignLeaving } from './leaving.ts';
import { auditFields } from '../rules/changes.ts';
import { updateMembership } from '../queries/membership.ts';
import { changePerson } from '../queries/person.ts';
import { findMember, lockMember } from '../queries/record.ts';
import { type Member } from '../rules/member.ts';
import { memberNotFound } from '../refusals.ts';
import { alreadyMember, isInPerson, noRole, noUser, whyCannotUpdate } from '../rules/people.ts';

type MemberUpdate = components['schemas']['MemberUpdate'];

type Changing = Pick<OrganizationContext, 'db' | 'ports' | 'actor'>;

export const update: Pick<Handlers<'people'>, 'updateMember'> = {
  async updateMember({ path, body, actor, audit, ...context }) {
    const { db, ports } = context;
    if (typeof body.externalId === 'string') await lockExternalIds(db, 'member');
    if (body.isActive === false) await lockLeavingMember(db, path.id);
    const before = await lockMember(db, path.id);
    if (!before) return memberNotFound();
    const organizationRoles = await lockRoles(db);
    const changed = await changeMember({ db, ports, actor }, organizationRoles, before, body);
    if (isRefusal(changed)) return changed;
    const { after, unassigned } = changed;
    audit.changed(
      { ...auditFields(before), ...(unassigned.length && { unassigned }) },
      { ...auditFields(after), ...(unassigned.length && { unassigned: null }) },
    );
    return { status: 200, body: after };
  },
};

/**
 * Changes a member according to all rules of an update.
 * @param before the locked member; if they leave, locked together with their assignments (`lockLeavingMember`)
 * @param organizationRoles locked
 * @returns the member, and the names of what was unassigned; or why not, before anything is written
 */
export async function changeMember(
  { db, ports, actor }: Changing,
  organizationRoles: OrganizationRoles,
  before: Member,
  body: MemberUpdate,
) {
  const { roles, wrong } = parseRoles(organizationRoles, body, before);
  const isUser = body.userId === undefined || (await mayReferToAccount(db, body.userId));
  if (wrong || !isUser) return invalid({ ...wrong, ...(!isUser && { userId: noUser }) });
  const wanted = {
    name: body.name,
    userId: body.userId ?? before.userId,
    roles,
    isActive: body.isActive ?? before.isActive,
    email: body.email,
    lost: body.email === undefined && body.userId === undefined ? [] : ((await listLostRoles(db, before.id)).get(before.id) ?? []),
  };
  const reason = whyCannotUpdate(actor, organizationRoles, before, wanted, ports.access.staffEmailDomains);
  if (reason) return reason;

  try {
    if (Object.keys(body).some((field) => field !== 'name' && field !== 'email'))
      await updateMembership(db, before, { ...body, userId: wanted.userId, roles });
    const current = wanted.userId === before.userId ? before : await memberAfter(db, before.id);
    await changePerson({ db, ports }, { ...current, roles: [...roles] }, wanted, isInPerson(actor, before));
  } catch (error) {
    if (violates(error, 'member_user')) return alreadyMember;
    if (violates(error, 'member_address')) return refusal('email_taken');
    if (violates(error, 'member_external_id')) return refusal('external_id_taken');
    throw error;
  }
  // New roles may require training. Earlier assignments stay.
  if (wanted.isActive && organizationRoles.haveComplianceDuties(roles) && !organizationRoles.haveComplianceDuties(before.roles))
    await assignTraining(db, [before.id]);
  const hasLostRole = before.roles.some((role) => !roles.includes(role));
  const unassigned =
    before.isActive && !wanted.isActive
      ? await unassignLeaving({ db, actor }, before, true)
      : hasLostRole
        ? (await withdrawUnapprovable({ db, actor })).map((title) => `Submission for approval: ${title}`)
        : [];
  return { after: await memberAfter(db, before.id), unassigned };
}

interface Wanted {
  readonly roles: readonly string[];
  readonly wrong?: Readonly<Record<string, string>>;
}

/** The new roles, or validation errors of those in the request. */
function parseRoles(organizationRoles: OrganizationRoles, { role, roles: several }: MemberUpdate, { roles: current }: Member): Wanted {
  if (role !== undefined && several !== undefined) return { roles: current, wrong: { roles: 'must not be sent together with role' } };
  const sentRoles = several ?? (role === undefined ? undefined : [role]);
  if (!sentRoles) return { roles: current };
  const { roles, unknown } = resolveRoles(organizationRoles, sentRoles);
  return unknown.length
    ? { roles, wrong: Object.fromEntries(unknown.map((index) => [several ? `roles.${index}` : 'role', noRole])) }
    : { roles };
}

async function memberAfter(db: OrganizationDatabase, id: string): Promise<Member> {
  const member = await findMember(db, id);
  if (!member) throw new Error('the member that was updated was not found');
  return member;
}
