import { fieldErrors } from '#platform/refusals/field-errors';
import type { OrganizationDatabase } from '../database/handle.ts';
import type { Actor } from './actor.ts';
import { columnsOf } from '../database/columns.ts';

export interface ActingMember {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly image: string | null;
  /** The credential that acts for the member, such as `API key "Deploy"`; null in a session of their own. */
  readonly via: string | null;
}

/**
 * Finds the active member to whom an action is attributed. An API key may name the user (spec/conventions, 2); a session always acts for
 * its own user.
 * @param userId named by the request @returns undefined when this user is not an active member
 */
export async function findActingMember(db: OrganizationDatabase, actor: Actor, userId?: string): Promise<ActingMember | undefined> {
  const user = actingUser(actor, userId);
  const member = user === undefined ? undefined : await activeMember(db, user).forKeyShare().executeTakeFirst();
  return member && { ...member, via: actor.via ?? null };
}

/**
 * Finds the member for a read like `findActingMember`, but without locking the member.
 * @param userId named by the request @returns undefined when this user is not an active member
 */
export async function findReadingMember(db: OrganizationDatabase, actor: Actor, userId?: string): Promise<ActingMember | undefined> {
  const user = actingUser(actor, userId);
  const member = user === undefined ? undefined : await activeMember(db, user).executeTakeFirst();
  return member && { ...member, via: actor.via ?? null };
}

function actingUser({ credential, user }: Actor, requestedUserId: string | undefined): string | undefined {
  return credential === 'key' && requestedUserId !== undefined ? requestedUserId : user?.id;
}

function activeMember(db: OrganizationDatabase, userId: string) {
  return db
    .selectFrom('member')
    .select(columnsOf('member', 'id', 'userId', 'name', 'email', 'image'))
    .where('user_id', '=', userId)
    .where('is_active', '=', true);
}

export const inactiveMember = fieldErrors.unknownReference('member', 'an active member of the organization');
