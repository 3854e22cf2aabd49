/** Special replies of handlers whose answer takes more than one transaction. A table in CONTRIBUTING.md says when to use which reply. */
import type { AuditNote } from '#platform/audit/entry';
import type { OrganizationContext } from '#platform/context';
import type { Actor } from '#platform/identity/actor';

/** A read that takes long. `find` runs after the transaction, so that other requests can use its connection. */
export class Deferred<R> {
  readonly find: () => Promise<R>;
  constructor(find: () => Promise<NoInfer<R>>) {
    this.find = find;
  }
}

/**
 * Calls another system or a worker. The handler's transaction is rolled back. `callAndContinue` makes the call and returns work for a second
 * transaction, which must check everything again. Two servers that get the same request with one Idempotency-Key may both call out, but
 * only one of them changes anything.
 */
export class CallExternal<R> {
  readonly callAndContinue: () => Promise<(context: OrganizationContext) => Promise<R | LoggedRefusal<R>>>;
  constructor(callAndContinue: () => Promise<(context: OrganizationContext) => Promise<NoInfer<R> | LoggedRefusal<NoInfer<R>>>>) {
    this.callAndContinue = callAndContinue;
  }
}

/**
 * The handler found the organization itself. The request then continues in that organization, with a transaction, audit log and stored
 * answers, as the signed-in member or, without a credential, as the external actor who has the link or reads the page.
 */
export class InOrganization<A> {
  readonly organizationId: string;
  readonly act: (context: OrganizationContext) => Promise<A>;
  readonly externalActor: Actor | undefined;
  /**
   * @param organizationId where the person is active, which is checked again
   * @param externalActor who acts in an operation without a credential
   */
  constructor(organizationId: string, act: (context: OrganizationContext) => Promise<NoInfer<A>>, externalActor?: Actor) {
    this.organizationId = organizationId;
    this.act = act;
    this.externalActor = externalActor;
  }
}

/** A refusal that is audited: everything else is rolled back, and the entry is written in its own transaction. */
export class LoggedRefusal<R> {
  readonly reply: R;
  readonly note: AuditNote;
  constructor(reply: NoInfer<R>, note: AuditNote) {
    this.reply = reply;
    this.note = note;
  }
}
