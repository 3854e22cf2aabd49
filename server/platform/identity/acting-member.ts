import type { OrganizationDatabase } from '../database/handle.ts';
import type { Actor } from './actor.ts';
import { columnsOf } from '../database/columns.ts';

export interface ActingMember {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly image: string | null;
}

/**
 * The active member that something is attributed to. An API key may name the user (spec/conventions, 2); a session acts for itself, whoever is named.
 * @param userId that the request names @returns undefined when that is no active member
 */
export async function findActingMember(db: OrganizationDatabase, actor: Actor, userId?: string): Promise<ActingMember | undefined> {
  const user = actingUser(actor, userId);
  return user === undefined ? undefined : activeMember(db, user).forKeyShare().executeTakeFirst();
}

/**
 * The same for a read, which locks nothing.
 * @param userId that the request names @returns undefined when that is no active member
 */
export async function findReadingMember(db: OrganizationDatabase, actor: Actor, userId?: string): Promise<ActingMember | undefined> {
  const user = actingUser(actor, userId);
  return user === undefined ? undefined : activeMember(db, user).executeTakeFirst();
}

function actingUser({ credential, user }: Actor, named: string | undefined): string | undefined {
  return credential === 'key' && named !== undefined ? named : user?.id;
}

function activeMember(db: OrganizationDatabase, userId: string) {
  return db
    .selectFrom('member')
    .select(columnsOf('member', 'id', 'userId', 'name', 'email', 'image'))
    .where('user_id', '=', userId)
    .where('is_active', '=', true);
}

export const notActive = 'must be an active member of the organization';
