/** Accepts invitations (spec/areas/workforce/invitations). */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { approvingPermissions, unrestrictedPermissions } from '#platform/identity/approving';
import { type Assigner, findRoleAssignmentError } from '#platform/identity/assigning';
import { lockRoles, type OrganizationRoles } from '#platform/identity/organization-roles';
import { confirmAddress } from '../members/confirmation.ts';
import { addMember, giveRoles } from '../members/join.ts';
import { findInviters } from './inviters.ts';

export interface AcceptedInvitation {
  readonly memberId: string;
  readonly userId: string;
  readonly email: string;
  readonly roles: readonly string[];
}

/**
 * Accepts an invitation: makes the invited person a member with the offered roles (spec/areas/workforce/invitations, States). Uses the
 * existing account with the address or creates an account. The sign-in flow calls it after it has verified the address.
 * @returns undefined if the invitation is not pending, has expired, or offers roles that the inviter could not give now (rule 8), or if the
 * address belongs to a member who signs in with another account. The caller must then roll back.
 */
export async function acceptInvitationById(db: OrganizationDatabase, id: string): Promise<AcceptedInvitation | undefined> {
  const invitation = await db
    .updateTable('invitation')
    .set({ status: 'accepted' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['email', 'roles', 'inviter_id as inviterId'])
    .executeTakeFirst();
  if (!invitation) return undefined;
  const { email, roles: offeredRoles, inviterId } = invitation;
  const roles = await lockRoles(db);
  const inviter = (await findInviters(db, roles, [inviterId])).get(inviterId);
  if (!inviter) return undefined;
  const memberWithAddress = await lockMember(db, 'email', email);
  const confirmedMember = memberWithAddress && (await confirmAddress(db, memberWithAddress.id, false));
  const userId = await findOrCreateConsentingAccount(db, email);
  if (confirmedMember && confirmedMember.userId !== userId) return undefined;
  const member = memberWithAddress ?? (await lockMember(db, 'user_id', userId));
  if (!canGive(inviter, roles, member, offeredRoles)) return undefined;
  if (member) return { memberId: member.id, userId, email: member.email, roles: await giveRoles({ db, roles }, member, offeredRoles) };
  const newMember = await addMember(db, roles, { userId, roles: offeredRoles });
  return typeof newMember === 'object' ? { memberId: newMember.id, userId, email, roles: offeredRoles } : undefined;
}

function lockMember(db: OrganizationDatabase, column: 'email' | 'user_id', value: string) {
  return db.selectFrom('member').select(['id', 'email', 'roles', 'is_active']).where(column, '=', value).forUpdate().executeTakeFirst();
}

/**
 * Whether the inviter could give the offered roles to the member. An API key may have sent the offer, so the offered and the current roles
 * together must not allow the member to approve anything that neither of them allows alone.
 */
function canGive(
  inviter: Assigner,
  roles: OrganizationRoles,
  member: { readonly roles: readonly string[]; readonly is_active: boolean } | undefined,
  offeredRoles: readonly string[],
): boolean {
  const currentRoles = member?.is_active ? member.roles : [];
  const newRoles = [...new Set([...currentRoles, ...offeredRoles])];
  const assignmentError =
    findRoleAssignmentError(inviter, roles, currentRoles, newRoles) ??
    (member && !member.is_active ? findRoleAssignmentError(inviter, roles, member.roles, offeredRoles) : undefined);
  if (assignmentError) return false;
  const separate = [currentRoles, offeredRoles].map((roleIds) => unrestrictedPermissions(roles, roleIds));
  const combined = unrestrictedPermissions(roles, newRoles);
  return ![...approvingPermissions].some((permission) => combined.has(permission) && !separate.some((held) => held.has(permission)));
}

/** Finds or creates the account with this address, and marks that the person consents to the membership. @returns the user id */
async function findOrCreateConsentingAccount(db: OrganizationDatabase, email: string): Promise<string> {
  const parameters = [newId('usr'), email.slice(0, email.indexOf('@')), email];
  const { id } = await db
    .selectNoFrom((eb) => eb.fn<string>('consenting_account', parameters.map(eb.val)).as('id'))
    .executeTakeFirstOrThrow();
  return id;
}
