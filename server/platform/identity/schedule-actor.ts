import { sql } from 'kysely';
import type { OrganizationDatabase } from '../database/handle.ts';
import type { Actor } from './actor.ts';
import { pairsOf, roles } from './roles.ts';

/** Returns the oldest active owner, on whose behalf scheduled work runs (runs, rule 8). @returns undefined when there is no owner; then no work is done */
export async function findScheduleActor(db: OrganizationDatabase): Promise<Actor | undefined> {
  const owner = await db
    .selectFrom('member')
    .select(['id', 'user_id', 'name', 'email', 'image', 'email_verified', 'roles'])
    .where('is_active', '=', true)
    .where(sql<boolean>`'owner' = any(roles)`, '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return (
    owner && {
      organizationId: db.organizationId,
      credential: 'session',
      id: owner.id,
      memberId: owner.id,
      roles: owner.roles,
      permissions: new Set(pairsOf(roles.owner.permissions)),
      via: 'schedule',
      restrictedTo: undefined,
      user: { id: owner.user_id, name: owner.name, email: owner.email, emailVerified: owner.email_verified, image: owner.image },
    }
  );
}
