import { sql } from 'kysely';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { newId } from '../../platform/database/ids.ts';
import { lockRolesIn } from '../../platform/identity/organization-roles.ts';
import { confirmAddress } from '../members/confirmation.ts';
import { admit, giveRoles } from '../members/join.ts';

export interface Accepted {
  readonly memberId: string;
  readonly userId: string;
  readonly email: string;
  readonly roles: readonly string[];
}

/**
 * Makes whoever was invited a member with the roles that were offered (spec/areas/invitations, States), with the account that has the address,
 * or a new one. For the sign-in flow, once it knows that the address is theirs: it is what they consent with.
 * @returns undefined when the invitation is not pending or past its time, or the address is that of a member who signs in with another
 * account: then nothing of it is to be kept
 */
export async function accept(db: OrganizationDatabase, id: string): Promise<Accepted | undefined> {
  const invitation = await db
    .updateTable('invitation')
    .set({ status: 'accepted' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['email', 'roles'])
    .executeTakeFirst();
  if (!invitation) return undefined;
  const { email, roles: offered } = invitation;
  const roles = await lockRolesIn(db);
  const known = await lockMember(db, 'email', email);
  const confirmed = known && (await confirmAddress(db, known.id, false));
  const userId = await consentingAccount(db, email);
  if (confirmed && confirmed.userId !== userId) return undefined;
  const member = known ?? (await lockMember(db, 'user_id', userId));
  if (member) return { memberId: member.id, userId, email: member.email, roles: await giveRoles({ db, roles }, member, offered) };
  const joined = await admit(db, roles, { userId, roles: offered });
  return typeof joined === 'object' ? { memberId: joined.id, userId, email, roles: offered } : undefined;
}

function lockMember(db: OrganizationDatabase, by: 'email' | 'user_id', value: string) {
  return db.selectFrom('member').select(['id', 'email', 'roles', 'is_active']).where(by, '=', value).forUpdate().executeTakeFirst();
}

/** The account of the person behind this address, made if there is none. From here on they consent to a membership. */
async function consentingAccount(db: OrganizationDatabase, email: string): Promise<string> {
  const made = [newId('usr'), email.slice(0, email.indexOf('@')), email];
  const { id } = await db.selectNoFrom((eb) => eb.fn<string>('consenting_account', made.map(eb.val)).as('id')).executeTakeFirstOrThrow();
  return id;
}
