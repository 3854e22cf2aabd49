/** Who acts: what the credential may do, and who its writes are attributed to (CONVENTIONS 2). */
export interface Actor {
  readonly organizationId: string;
  readonly credential: 'key' | 'session' | 'grant';
  /** Stable for one credential: what requests are counted by. */
  readonly id: string;
  /** `resource:action` pairs. */
  readonly permissions: ReadonlySet<string>;
  /**
   * The user of the session. For a key the member that made it while active, else the oldest active owner; undefined when
   * there is none, and then nothing may be changed.
   */
  readonly user: ActingUser | undefined;
  readonly memberId: string | undefined;
  /** Roles of the session's member; of a key none. */
  readonly roles: readonly string[];
  /** How the acting user acts, if not in person: `API key "<name>"`. */
  readonly via: string | undefined;
  /** The member whose assignments are all that is seen, if restricted (CONVENTIONS 3). */
  readonly restrictedTo: string | undefined;
}

export interface ActingUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly image: string | null;
}

/** An actor that was stored as JSON, to act on its behalf later. @throws when it is none */
export function actorIn(stored: unknown, organizationId: string): Actor {
  if (!isStoredActor(stored)) throw new Error('not a stored actor');
  return { ...stored, organizationId, permissions: new Set(stored.permissions) };
}

type StoredActor = Omit<Actor, 'organizationId' | 'permissions'> & { readonly permissions: readonly string[] };

/** Written from an actor, so the parts that tell one from anything else will do. */
function isStoredActor(stored: unknown): stored is StoredActor {
  return typeof stored === 'object' && stored !== null && 'credential' in stored && 'id' in stored && 'roles' in stored && Array.isArray(stored.roles) && 'permissions' in stored && Array.isArray(stored.permissions);
}
