/** Changes memberships, and the names and addresses of members (interface specification 4.7; people, rules 2 to 6). */
import type { components } from '#generated/api';
import { type FieldErrors, fieldErrors } from '#platform/refusals/field-errors';
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
import { alreadyMember, isInPerson, unknownRoleError, unknownUserError, checkUpdate } from '../rules/people.ts';

type MemberUpdate = components['schemas']['MemberUpdate'];

type ChangeContext = Pick<OrganizationContext, 'db' | 'ports' | 'actor'>;

export const update: Pick<Handlers<'people'>, 'updateMember'> = {
  async updateMember({ path, body, actor, audit, ...context }) {
    const { db, ports } = context;
    if (typeof body.externalId === 'string') await lockExternalIds(db, 'member');
    if (body.isActive === false) await lockLeavingMember(db, path.id);
    const before = await lockMember(db, path.id);
    if (!before) return memberNotFound();
    const organizationRoles = await lockRoles(db);
    const change = await changeMember({ db, ports, actor }, organizationRoles, before, body);
    if (isRefusal(change)) return change;
    const { after, unassigned: unassignedRecords } = change;
    audit.changed(
      { ...auditFields(before), ...(unassignedRecords.length && { unassigned: unassignedRecords }) },
      { ...auditFields(after), ...(unassignedRecords.length && { unassigned: null }) },
    );
    return { status: 200, body: after };
  },
};

/**
 * Changes a member. Checks all rules of an update first.
 * @param organizationRoles the roles, which the caller must have locked
 * @param before the member, whom the caller must have locked; for a member who leaves, with `lockLeavingMember`
 * @returns the changed member and the names of unassigned records, or a refusal
 */
export async function changeMember(
  { db, ports, actor }: ChangeContext,
  organizationRoles: OrganizationRoles,
  before: Member,
  body: MemberUpdate,
) {
  const { roles, errors } = parseRoles(organizationRoles, body, before);
  const isKnownUser = body.userId === undefined || (await mayReferToAccount(db, body.userId));
  if (errors || !isKnownUser) return invalid({ ...errors, ...(!isKnownUser && { userId: unknownUserError }) });
  const requested = {
    name: body.name,
    userId: body.userId ?? before.userId,
    roles,
    isActive: body.isActive ?? before.isActive,
    email: body.email,
    lost: body.email === undefined && body.userId === undefined ? [] : ((await listLostRoles(db, before.id)).get(before.id) ?? []),
  };
  const updateRefusal = checkUpdate(actor, organizationRoles, before, requested, ports.access.staffEmailDomains);
  if (updateRefusal) return updateRefusal;

  try {
    if (Object.keys(body).some((field) => field !== 'name' && field !== 'email'))
      await updateMembership(db, before, { ...body, userId: requested.userId, roles });
    const current = requested.userId === before.userId ? before : await findChangedMember(db, before.id);
    await changePerson({ db, ports }, { ...current, roles: [...roles] }, requested, isInPerson(actor, before));
  } catch (error) {
    if (violates(error, 'member_user')) return alreadyMember;
    if (violates(error, 'member_address')) return refusal('email_taken');
    if (violates(error, 'member_external_id')) return refusal('external_id_taken');
    throw error;
  }
  // The new roles may require training. Training that was assigned earlier stays assigned.
  if (requested.isActive && organizationRoles.haveComplianceDuties(roles) && !organizationRoles.haveComplianceDuties(before.roles))
    await assignTraining(db, [before.id]);
  const hasLostRole = before.roles.some((role) => !roles.includes(role));
  const unassignedRecords =
    before.isActive && !requested.isActive
      ? await unassignLeaving({ db, actor, ports }, before, true)
      : hasLostRole
        ? (await withdrawUnapprovable({ db, actor, ports })).map((title) => `Submission for approval: ${title}`)
        : [];
  return { after: await findChangedMember(db, before.id), unassigned: unassignedRecords };
}

interface NewRoles {
  readonly roles: readonly string[];
  readonly errors?: FieldErrors;
}

/** @returns the new roles of a member, with validation errors if the request contains invalid roles */
function parseRoles(organizationRoles: OrganizationRoles, { role, roles: newRoles }: MemberUpdate, { roles: oldRoles }: Member): NewRoles {
  if (role !== undefined && newRoles !== undefined)
    return { roles: oldRoles, errors: { roles: fieldErrors.notAllowed('must not be sent together with role') } };
  const sentRoles = newRoles ?? (role === undefined ? undefined : [role]);
  if (!sentRoles) return { roles: oldRoles };
  const { roles, unknown } = resolveRoles(organizationRoles, sentRoles);
  return unknown.length
    ? { roles, errors: Object.fromEntries(unknown.map((index) => [newRoles ? `roles.${index}` : 'role', unknownRoleError])) }
    : { roles };
}

async function findChangedMember(db: OrganizationDatabase, id: string): Promise<Member> {
  const member = await findMember(db, id);
  if (!member) throw new Error('the member that was updated was not found');
  return member;
}
