import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { approvingPermissions, unrestrictedPermissions } from '#platform/identity/approving';
import { type Assigner, findAssigningFault } from '#platform/identity/assigning';
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
 * Accepts an invitation: makes the invited person a member with the offered roles (spec/areas/workforce/invitations, States), using the account with the
 * address or a new one. The person gets only what the inviter could still give (rule 8). For the sign-in flow, once it has verified the address: accepting is the person's consent.
 * @returns undefined when the invitation is not pending or has expired, when the address belongs to a member who signs in with another
 * account, or when the inviter could not give the roles now; the caller then rolls back
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
  const { email, roles: offered, inviterId } = invitation;
  const roles = await lockRoles(db);
  const inviter = (await findInviters(db, roles, [inviterId])).get(inviterId);
  if (!inviter) return undefined;
  const existing = await lockMember(db, 'email', email);
  const confirmed = existing && (await confirmAddress(db, existing.id, false));
  const userId = await consentingAccount(db, email);
  if (confirmed && confirmed.userId !== userId) return undefined;
  const member = existing ?? (await lockMember(db, 'user_id', userId));
  if (!canGive(inviter, roles, member, offered)) return undefined;
  if (member) return { memberId: member.id, userId, email: member.email, roles: await giveRoles({ db, roles }, member, offered) };
  const joined = await addMember(db, roles, { userId, roles: offered });
  return typeof joined === 'object' ? { memberId: joined.id, userId, email, roles: offered } : undefined;
}

function lockMember(db: OrganizationDatabase, by: 'email' | 'user_id', value: string) {
  return db.selectFrom('member').select(['id', 'email', 'roles', 'is_active']).where(by, '=', value).forUpdate().executeTakeFirst();
}

/**
 * Whether the inviter could give the offered roles to the member. A key may have offered them, so they may not turn a member who may not
 * approve into one who may unless they allow approving by themselves.
 */
function canGive(
  inviter: Assigner,
  roles: OrganizationRoles,
  member: { readonly roles: readonly string[]; readonly is_active: boolean } | undefined,
  offered: readonly string[],
): boolean {
  const current = member?.is_active ? member.roles : [];
  const after = [...new Set([...current, ...offered])];
  const fault =
    findAssigningFault(inviter, roles, current, after) ??
    (member && !member.is_active ? findAssigningFault(inviter, roles, member.roles, offered) : undefined);
  if (fault) return false;
  const separately = [current, offered].map((held) => unrestrictedPermissions(roles, held));
  const together = unrestrictedPermissions(roles, after);
  return ![...approvingPermissions].some((pair) => together.has(pair) && !separately.some((held) => held.has(pair)));
}

/** The account of the person with this address, created if necessary. It is marked as consenting to a membership. */
async function consentingAccount(db: OrganizationDatabase, email: string): Promise<string> {
  const parameters = [newId('usr'), email.slice(0, email.indexOf('@')), email];
  const { id } = await db
    .selectNoFrom((eb) => eb.fn<string>('consenting_account', parameters.map(eb.val)).as('id'))
    .executeTakeFirstOrThrow();
  return id;
}
