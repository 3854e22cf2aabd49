import { sql } from 'kysely';
import type { OrganizationDatabase } from '../database/handle.ts';
import { rolesIn } from '../identity/organization-roles.ts';
import { take } from '../membership/join.ts';

export interface Accepted { readonly memberId: string; readonly userId: string; readonly email: string; readonly roles: readonly string[] }

/**
 * Makes whoever was invited a member with the roles that were offered (areas/invitations, States). For the sign-in flow, once it knows
 * that the address is theirs.
 * @returns undefined when the invitation is not pending, or past its time
 */
export async function accept(db: OrganizationDatabase, id: string): Promise<Accepted | undefined> {
  const invitation = await db.updateTable('invitation').set({ status: 'accepted', updated_at: sql<string>`now()` })
    .where('id', '=', id).where('status', '=', 'pending').where('expires_at', '>', sql<string>`now()`).returning(['email', 'roles']).executeTakeFirst();
  if (!invitation) return undefined;
  await take(db, await rolesIn(db, true), invitation.email, invitation.roles);
  return db.selectFrom('member').select(['id as memberId', 'user_id as userId', 'email', 'roles']).where('email', '=', invitation.email).executeTakeFirstOrThrow();
}
