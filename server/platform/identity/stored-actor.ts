/** The person for whom stored work is done. Only the identity is stored; permissions are looked up whenever the work continues. */
import type { SystemDatabase } from '../database/handle.ts';
import type { Actor } from './actor.ts';
import { findKeyHolder, findMemberActor } from './find-actor.ts';
import { findGrant } from './external-parties.ts';
import { trusted } from '../trusted.ts';

export interface StoredActor {
  readonly credential: 'key' | 'session' | 'grant';
  /** Id of the key, the session's member, or the grant. */
  readonly id: string;
  readonly via?: string | undefined;
  /** The permission that the work needs while it runs, if it differs from the default of its kind. */
  readonly permission?: string | undefined;
}

/** @throws for a visitor, who cannot start work */
export function toStoredActor({ credential, id, via }: Pick<Actor, 'credential' | 'id' | 'via'>, permission?: string): StoredActor {
  if (credential === 'visitor') throw new TypeError('a visitor cannot start work');
  return { credential, id, via, permission };
}

/**
 * @param stored what `toStoredActor` returned, as JSON @param defaultPermission the permission required if none is stored @returns undefined when the
 * actor may no longer do the work @throws when it is not a stored actor
 */
export async function findStoredActor(
  db: SystemDatabase,
  stored: unknown,
  organizationId: string,
  defaultPermission: string,
): Promise<Actor | undefined> {
  if (!isStoredActor(stored)) throw new Error('not a stored actor');
  const { credential, id, via, permission = defaultPermission } = trusted<StoredActor>(stored, 'storedActor alone makes what is stored');
  if (credential === 'grant') {
    // A grant has no permissions. The operation that accepted its token has decided that it may do this work.
    const grant = await findGrant(db, { id, organizationId });
    return grant?.isActive ? grant.actor : undefined;
  }
  const actor =
    credential === 'key'
      ? (await findKeyHolder(db, { organizationId, id }))?.actor
      : await findMemberActor(db, organizationId, { memberId: id });
  return actor?.permissions.has(permission) ? { ...actor, via } : undefined;
}

/** Returns whether the value has the members of a stored actor. */
function isStoredActor(stored: unknown): boolean {
  return typeof stored === 'object' && stored !== null && 'credential' in stored && 'id' in stored;
}
