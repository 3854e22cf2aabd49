/** The context that handlers work with. */
import type { Audit } from './audit/audit.ts';
import type { OrganizationDatabase } from './database/handle.ts';
import type { EphemeralStore } from './ephemeral.ts';
import type { Account, Membership } from './identity/account.ts';
import type { Accounts } from './identity/accounts.ts';
import type { Actor } from './identity/actor.ts';
import type { AgentSessions } from './identity/agent-sessions.ts';
import type { ExternalParties } from './identity/external-parties.ts';
import type { Ports } from './ports/index.ts';

/** Origin of a request, as far as it is known. */
export interface Client {
  readonly ipAddress: string;
  readonly userAgent: string | null;
}

interface Context {
  readonly requestId: string;
  readonly client: Client;
  readonly ports: Ports;
}

/** The context of operations outside any organization. */
interface OutsideContext extends Context {
  readonly agents: AgentSessions;
  readonly ephemeral: EphemeralStore;
}

export interface AccountContext extends OutsideContext {
  readonly account: Account;
  readonly accounts: Accounts;
  /** The organizations in which the person is active. */
  readonly memberships: () => Promise<readonly Membership[]>;
  /** Reads from an organization in which the person is active. */
  readonly readOrganization: <R>(membership: Membership, reading: (db: OrganizationDatabase) => Promise<R>) => Promise<R>;
}

/** The context of operations that a caller can use with or without naming an organization. */
export interface CallerContext extends Context {
  /** The person of a session; undefined with an API key. */
  readonly account: Account | undefined;
  /** The caller in the organization of the key, or in the organization that the request names; otherwise undefined. */
  readonly actor: Actor | undefined;
  readonly accounts: Accounts;
  /** The organizations in which the person of the session is active; none with an API key. */
  readonly memberships: () => Promise<readonly Membership[]>;
  /** Reads from the organization of an actor. */
  readonly readOrganization: <R>(actor: Actor, reading: (db: OrganizationDatabase) => Promise<R>) => Promise<R>;
}

export interface PublicContext extends OutsideContext {
  readonly externalParties: ExternalParties;
  /** The network that identifies the client, for counting requests without a credential. */
  readonly network: string;
  /**
   * Counts the request toward the operation's own limit.
   * @param counter identifies the counter, for example an e-mail address. It is stored, so it must not be secret
   * @throws RefusalError 429 when the limit is exceeded
   */
  readonly count: (counter: string) => void;
  /**
   * Runs a transaction in an organization to which the request has proven access, by a signature over its id or by a token. It commits unless `work`
   * throws.
   */
  readonly withOrganization: <R>(organizationId: string, work: (db: OrganizationDatabase) => Promise<R>) => Promise<R>;
}

export interface OrganizationContext extends Context {
  readonly actor: Actor;
  /** The actor's organization, in this request's only transaction. */
  readonly db: OrganizationDatabase;
  /**
   * Reports changes that cannot be derived from the contract. Without a report, creations, deletions and logged reads get a default entry.
   */
  readonly audit: Audit;
  /**
   * Compares `If-Match` with the version of the record that the request changes, for records that have no GET of their own.
   * @throws RefusalError 412 if the record has another version
   */
  readonly requireVersion: (record: { readonly version: number; readonly updatedAt?: string | null }) => void;
  /** Suppresses the default entry because nothing had to be changed. */
  readonly skipAudit: () => void;
  /** Registers writes for a logged read. They run in the transaction of its audit entry, which begins after the handler has answered. */
  readonly writeWithEntry: (work: (db: OrganizationDatabase) => Promise<unknown>) => void;
  /** Runs an additional read transaction while the answer is being sent. Use it only in a `Deferred` answer or a stream. */
  readonly newReadTransaction: <R>(work: (db: OrganizationDatabase) => Promise<R>) => Promise<R>;
  /** Runs an additional transaction that commits regardless of the request: for bookkeeping in a `CallExternal`. */
  readonly newWriteTransaction: <R>(work: (db: OrganizationDatabase) => Promise<R>) => Promise<R>;
  /** Runs an additional transaction that is rolled back: for a check that needs a write lock. */
  readonly rolledBack: <R>(work: (db: OrganizationDatabase) => Promise<R>) => Promise<R>;
  /**
   * Registers work outside the database that runs after the request and receives whether this transaction was committed. Its failures are
   * only logged.
   */
  readonly afterCommit: (work: (isCommitted: boolean) => Promise<unknown>) => void;
}
