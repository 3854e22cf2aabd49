/** Finds a credential's member and their permissions. Both can change, so each call queries the database. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { SystemTables } from '#generated/database';
import type { SystemDatabase } from '../database/handle.ts';
import type { ActingUser, Actor } from './actor.ts';
import { isRestricted, permissionsOf, parsePermissions } from './permissions.ts';
import type { Subject } from './sessions.ts';
import { columnsOf } from '../database/columns.ts';

/** The person's data as this organization knows it, not from their account or another organization. */
const person = columnsOf('member as m', 'userId', 'name', 'email', 'emailVerified', 'image');

/** A valid key. Without an active member it has no actor and cannot be used. */
export interface KeyHolder {
  readonly organizationId: string;
  readonly actor: Actor | undefined;
}

/**
 * Finds the member to whom a key's creation traces back, with the key's scopes limited to what their roles currently grant (spec/conventions, 2). The key
 * has none of the roles, so it cannot do what requires an owner or any other role.
 * @returns undefined when there is no such key, or it was revoked or has expired
 */
export async function findKeyHolder(
  db: SystemDatabase,
  key: { readonly hash: string } | { readonly organizationId: string; readonly id: string },
): Promise<KeyHolder | undefined> {
  const row = await db
    .selectFrom('api_key as k')
    .leftJoin('member as m', (join) =>
      join.onRef('m.organization_id', '=', 'k.organization_id').onRef('m.id', '=', 'k.created_by_member_id').on('m.is_active', '=', true),
    )
    .select([...columnsOf('api_key as k', 'id', 'organizationId', 'scopes'), 'k.name as keyName', 'm.id as memberId', 'm.roles', ...person])
    .select((eb) => customPermissions(eb).as('custom'))
    .where((eb) =>
      'hash' in key ? eb('k.hash', '=', key.hash) : eb.and([eb('k.organization_id', '=', key.organizationId), eb('k.id', '=', key.id)]),
    )
    .where('k.is_active', '=', true)
    .where((eb) => eb.or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', sql<string>`now()`)]))
    .executeTakeFirst();
  if (!row) return undefined;
  const { organizationId, memberId, roles, userId, name, email } = row;
  if (memberId === null || roles === null || userId === null || name === null || email === null)
    return { organizationId, actor: undefined };
  const heldPermissions = permissionsHeldBy(roles, row.custom);
  return {
    organizationId,
    actor: {
      organizationId,
      credential: 'key',
      id: row.id,
      permissions: new Set(row.scopes.filter((scope) => heldPermissions.has(scope))),
      user: userOf({ userId, name, email, emailVerified: row.emailVerified, image: row.image }),
      memberId,
      roles: [],
      via: `API key "${row.keyName}"`,
      restrictedTo: isRestricted(roles) ? memberId : undefined,
    },
  };
}

/** @returns undefined when this is not an active member of the organization */
export async function findMemberActor(
  db: SystemDatabase,
  organizationId: string,
  identity: Subject | { readonly memberId: string },
): Promise<Actor | undefined> {
  return (await findSessionHolder(db, organizationId, identity))?.actor;
}

/** An active member. Sessions issued before `notBefore` may not act as them. */
export interface SessionHolder {
  readonly actor: Actor;
  readonly notBefore: string | null;
}

/** @returns undefined when this is not an active member of the organization */
export async function findSessionHolder(
  db: SystemDatabase,
  organizationId: string,
  identity: Subject | { readonly memberId: string },
): Promise<SessionHolder | undefined> {
  const row = await db
    .selectFrom('member as m')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select(['m.id as memberId', 'm.roles', ...person])
    .select((eb) => customPermissions(eb).as('custom'))
    .select(sql<string | null>`greatest(m.not_before, u.not_before)`.as('notBefore'))
    .where('m.organization_id', '=', organizationId)
    .where('m.is_active', '=', true)
    .where((eb) =>
      'memberId' in identity
        ? eb('m.id', '=', identity.memberId)
        : 'userId' in identity
          ? eb('u.id', '=', identity.userId)
          : eb.and([eb('u.email', '=', identity.email), eb('u.email_verified', '=', true)]),
    )
    .executeTakeFirst();
  return (
    row && {
      notBefore: row.notBefore,
      actor: {
        organizationId,
        credential: 'session',
        id: row.memberId,
        permissions: permissionsHeldBy(row.roles, row.custom),
        user: userOf(row),
        memberId: row.memberId,
        roles: row.roles,
        via: undefined,
        restrictedTo: isRestricted(row.roles) ? row.memberId : undefined,
      },
    }
  );
}

/** Returns the permissions of member `m`'s custom roles. */
function customPermissions(eb: ExpressionBuilder<SystemTables & { m: SystemTables['member'] }, 'm'>) {
  return eb
    .selectFrom('custom_role as r')
    .whereRef('r.organization_id', '=', 'm.organization_id')
    .where(sql<boolean>`r.id = any(m.roles)`, '=', true)
    .select(sql<unknown[]>`coalesce(jsonb_agg(r.permissions), '[]')`.as('list'));
}

function permissionsHeldBy(roles: readonly string[], custom: readonly unknown[] | null): Set<string> {
  return permissionsOf(roles, (custom ?? []).map(parsePermissions));
}

interface PersonRow {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean | null;
  readonly image: string | null;
}
function userOf({ userId, name, email, emailVerified, image }: PersonRow): ActingUser {
  return { id: userId, name, email, emailVerified: emailVerified === true, image };
}
