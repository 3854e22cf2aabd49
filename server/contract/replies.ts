/** What a handler answers with where its answer takes more than its transaction. Which one to take: the table in CONTRIBUTING. */
import type { AuditNote } from '../platform/audit/entry.ts';
import type { OrganizationContext } from '../platform/context.ts';
import type { Actor } from '../platform/identity/actor.ts';

/** The answer of a read takes long to find. It is found after the transaction has ended, so that others can use its connection. */
export class Deferred<R> {
  readonly find: () => Promise<R>;
  constructor(find: () => Promise<NoInfer<R>>) {
    this.find = find;
  }
}

/**
 * Another system or a worker has to be asked before there is an answer, and no transaction waits for that: the one of the handler is
 * rolled back. What `ask` gives goes on in a second one, in which nothing is known to be still so. Two servers that get the same request
 * with one Idempotency-Key may both ask; only one of them changes anything.
 */
export class CallOutside<R> {
  readonly ask: () => Promise<(context: OrganizationContext) => Promise<R | LoggedRefusal<R>>>;
  constructor(ask: () => Promise<(context: OrganizationContext) => Promise<NoInfer<R> | LoggedRefusal<NoInfer<R>>>>) {
    this.ask = ask;
  }
}

/**
 * The organization that the request is about was found by the handler alone. From here on it is a request to this organization by its member,
 * who is signed in: in a transaction of it, with its log, and with its stored answers. Of an operation without a credential it is a request by
 * whoever has the link or reads the page.
 */
export class InOrganization<A> {
  readonly organizationId: string;
  readonly act: (context: OrganizationContext) => Promise<A>;
  readonly outsider: Actor | undefined;
  /**
   * @param organizationId where the person is active, which is asked once more
   * @param outsider who acts, of an operation without a credential
   */
  constructor(organizationId: string, act: (context: OrganizationContext) => Promise<NoInfer<A>>, outsider?: Actor) {
    this.organizationId = organizationId;
    this.act = act;
    this.outsider = outsider;
  }
}

/** A refusal that the log tells of: all else is rolled back, and the entry is written in a transaction of its own. */
export class LoggedRefusal<R> {
  readonly reply: R;
  readonly note: AuditNote;
  constructor(reply: NoInfer<R>, note: AuditNote) {
    this.reply = reply;
    this.note = note;
  }
}
