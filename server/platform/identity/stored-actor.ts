/** The person that stored work is done for. Only their identity is stored; their permissions are read whenever the work continues. */
import type { SystemDatabase } from '../database/handle.ts';
import type { Actor } from './actor.ts';
import { findKeyHolder, findMemberActor } from './find-actor.ts';
import { findGrant } from './outsiders.ts';
import { trusted } from '../trusted.ts';

export interface StoredActor {
  readonly credential: 'key' | 'session' | 'grant';
  /** Of the key, of the session's member, or of the grant. */
  readonly id: string;
  readonly via?: string | undefined;
  /** The permission that the work takes, as long as it goes on; if not the usual one. */
  readonly permission?: string | undefined;
}

/** @throws for a visitor, who sets nothing to work */
export function storedActor({ credential, id, via }: Actor, permission?: string): StoredActor {
  if (credential === 'visitor') throw new TypeError('a visitor sets nothing to work');
  return { credential, id, via, permission };
}

/** @param stored what `storedActor` gave, as JSON @param usual what the work takes, if nothing else is stored @returns undefined when they may not do the work any more @throws when it is none */
export async function actorNow(db: SystemDatabase, stored: unknown, organizationId: string, usual: string): Promise<Actor | undefined> {
  if (!isStoredActor(stored)) throw new Error('not a stored actor');
  const { credential, id, via, permission = usual } = trusted<StoredActor>(stored, 'storedActor alone makes what is stored');
  if (credential === 'grant') {
    // It has no permissions: an operation that takes its token has decided that it may.
    const grant = await findGrant(db, { id, organizationId });
    return grant?.isActive ? grant.actor : undefined;
  }
  const actor =
    credential === 'key'
      ? (await findKeyHolder(db, { organizationId, id }))?.actor
      : await findMemberActor(db, organizationId, { memberId: id });
  return actor?.permissions.has(permission) ? { ...actor, via } : undefined;
}

/** Whether it has the parts that tell one from anything else. */
function isStoredActor(stored: unknown): boolean {
  return typeof stored === 'object' && stored !== null && 'credential' in stored && 'id' in stored;
}
