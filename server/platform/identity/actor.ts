/**
 * The actor: what the credential may do, and to whom its writes are attributed (spec/conventions, 2). A grant is an external party's personal link. A
 * visitor is anyone on a public page or with a signing link.
 */
export interface Actor {
  readonly organizationId: string;
  readonly credential: 'key' | 'session' | 'grant' | 'visitor';
  /** Stable for one credential; requests are counted by it. */
  readonly id: string;
  /** `resource:action` pairs that the member's roles currently grant and, for a key, its scopes include. */
  readonly permissions: ReadonlySet<string>;
  /** The user of the session, or of the member to whom the key's creation traces back; undefined for a grant or a visitor. */
  readonly user: ActingUser | undefined;
  readonly memberId: string | undefined;
  /** The roles of a session's member. A key has none, because operations that require a role require a person. */
  readonly roles: readonly string[];
  /** By what means the user acts, if not in person: `API key "<name>"`. */
  readonly via: string | undefined;
  /** The member to whose assignments visibility is restricted, if any (spec/conventions, 3). */
  readonly restrictedTo: string | undefined;
}

export interface ActingUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly image: string | null;
}
