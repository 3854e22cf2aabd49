/**
 * Who acts: what the credential may do, and who its writes are attributed to (spec/conventions, 2). A grant is the personal link of an outsider,
 * and a visitor anybody on a public page, or with a link to sign something.
 */
export interface Actor {
  readonly organizationId: string;
  readonly credential: 'key' | 'session' | 'grant' | 'visitor';
  /** Stable for one credential: what requests are counted by. */
  readonly id: string;
  /** `resource:action` pairs: what the roles of the member grant now and, with a key, its scopes hold too. */
  readonly permissions: ReadonlySet<string>;
  /** The user of the session, or of the member at the root of the key's making; undefined for a grant and a visitor. */
  readonly user: ActingUser | undefined;
  readonly memberId: string | undefined;
  /** The roles of the member of a session. A key has none, because what requires a role requires a person. */
  readonly roles: readonly string[];
  /** How the acting user acts, if not in person: `API key "<name>"`. */
  readonly via: string | undefined;
  /** The member whose assignments are all that is seen, if restricted (spec/conventions, 3). */
  readonly restrictedTo: string | undefined;
}

export interface ActingUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly image: string | null;
}
