/** What a handler may act on. */
import type { Audit } from './audit/audit.ts';
import type { OrganizationDatabase } from './database/handle.ts';
import type { EphemeralStore } from './ephemeral.ts';
import type { Account, Membership } from './identity/account.ts';
import type { Actor } from './identity/actor.ts';
import type { AgentSessions } from './identity/agent-sessions.ts';
import type { Outsiders } from './identity/outsiders.ts';
import type { Ports } from './ports/index.ts';

/** Where a request came from, as far as that is known. */
export interface Client {
  readonly ipAddress: string;
  readonly userAgent: string | null;
}

interface Context {
  readonly requestId: string;
  readonly client: Client;
  readonly ports: Ports;
}

/** What is of nobody, or of a person, and not of an organization. */
interface Outside extends Context {
  readonly agents: AgentSessions;
  readonly ephemeral: EphemeralStore;
}

export interface AccountContext extends Outside {
  readonly account: Account;
  /** The organizations where the person is active. */
  readonly memberships: () => Promise<readonly Membership[]>;
  /** A look at an organization where the person is active. */
  readonly lookInto: <R>(membership: Membership, reading: (db: OrganizationDatabase) => Promise<R>) => Promise<R>;
}

export interface PublicContext extends Outside {
  readonly outsiders: Outsiders;
  /** What one client has of network addresses, by which requests without a credential are counted. */
  readonly network: string;
  /**
   * Counts the request against the limit of its own that the operation has.
   * @param counter what is counted, such as an address. Nothing secret: it is stored @throws RefusalError 429
   */
  readonly count: (counter: string) => void;
  /**
   * A transaction in an organization that the request has proven to be meant for, by a signature that covers its id or by a token of it.
   * What `work` does is kept, unless it throws.
   */
  readonly withOrganization: <R>(organizationId: string, work: (db: OrganizationDatabase) => Promise<R>) => Promise<R>;
}

export interface OrganizationContext extends Context {
  readonly actor: Actor;
  /** Of the actor's organization, in the one transaction of this request. */
  readonly db: OrganizationDatabase;
  /** Says of the change what cannot be derived from the contract. Without a call there is a default entry of a creation, a deletion or a logged read. */
  readonly audit: Audit;
  /** Says that all was as it should be already: there is no default entry then. */
  readonly skipAudit: () => void;
  /** Of a logged read: writes something in the transaction of the entry, which begins once the handler has answered. */
  readonly writeWithEntry: (work: (db: OrganizationDatabase) => Promise<unknown>) => void;
  /** A further transaction of its own, to read more while the answer is already on its way: of use in a `Deferred` answer and in a stream alone. */
  readonly newReadTransaction: <R>(work: (db: OrganizationDatabase) => Promise<R>) => Promise<R>;
  /** A further transaction of its own, whose changes stay whatever becomes of the request: for bookkeeping in a `CallOutside`. */
  readonly newWriteTransaction: <R>(work: (db: OrganizationDatabase) => Promise<R>) => Promise<R>;
  /** A further transaction of its own, which is rolled back: for a question that takes the lock of a write. */
  readonly rolledBack: <R>(work: (db: OrganizationDatabase) => Promise<R>) => Promise<R>;
  /** What is to be done outside the database once the request is over: it is told whether this transaction was kept. A failure of it is only logged. */
  readonly afterCommit: (work: (kept: boolean) => Promise<unknown>) => void;
}
