/**
 * Runs each operation in one transaction of one organization. Preconditions, stored answers, the audit entry and the deletion of files follow from the
 * registry here, so handlers only report what they changed.
 */
import type { Request } from 'express';
import type { OrganizationContext } from '#platform/context';
import {
  writeTransaction,
  readFromReplica,
  readTransaction,
  type OrganizationDatabase,
  type TransactionResult,
  type TenantDatabase,
} from '#platform/database/handle';
import { type Lock, lockOf } from '#platform/database/locks';
import { type Bounds, withWriteSlot, type WithSlot } from '#platform/database/slots';
import { removeObsolete } from '#platform/files/obsolete';
import type { Actor } from '#platform/identity/actor';
import type { Log } from '#platform/log';
import type { Ports } from '#platform/ports/index';
import type { Operation } from '#generated/operations';
import { auditEntries } from './audit.ts';
import { clientFrom } from './clients.ts';
import { createAudit } from '#platform/audit/audit';
import type { AuditNote } from '#platform/audit/entry';
import type { Answer, AnswerWithin, AnyReply, OperationId } from './types.ts';
import { RefusalError, refusal } from '#platform/refusals/refusal';
import { findDenial, isDenial } from './find-denial.ts';
import { assertVersion, preconditionToCompare } from './precondition.ts';
import { matchedOf } from './request-state.ts';
import { type Idempotency, idempotencyOf, storeAnswer, runOnce, findStoredAnswer } from './idempotency.ts';
import { CallExternal, Deferred, InOrganization, LoggedRefusal } from './replies.ts';

/** Calls the handler of an operation. @param input of the handler: request and context */
export type Invoke = (id: OperationId, input: object) => Promise<Answer<AnyReply>>;
/**
 * Answers a validated request to an operation of an organization. @param input path, query, body and page @param act runs instead of the handler, which has
 * already found the organization
 */
export type RunOperation = (
  req: Request,
  input: object,
  act?: (context: OrganizationContext) => Promise<AnswerWithin<AnyReply>>,
) => Promise<AnyReply>;

/** Limits how long a request waits for other requests of its organization, and how many may wait. */
const bounds: Bounds = { maxWaiting: 250, timeoutMs: 20_000 };

/**
 * @param onAccepted called after an answer of 202, when there is background work
 * @param withReadSlot limits concurrent reads per organization
 */
export function createOperationRunner(
  db: TenantDatabase,
  ports: Ports,
  log: Log,
  onAccepted: () => void,
  invoke: Invoke,
  withReadSlot: WithSlot,
): RunOperation {
  return async (req, input, act) => {
    const { operation } = matchedOf(req);
    const { actor, authorizeAgain } = req.requestState;
    if (!actor || !authorizeAgain) throw new RefusalError(refusal('invalid_credentials'));

    let pendingWork: ((isCommitted: boolean) => Promise<unknown>)[] = [];
    /** Sets the outcome passed to the `afterCommit` work collected so far; later events do not change it. */
    const setOutcome = (isCommitted: boolean) => {
      pendingWork = pendingWork.map((work) => () => work(isCommitted));
    };
    const runPendingWork = async (isCommitted: boolean) => {
      for (const work of pendingWork)
        await work(isCommitted).catch((error: unknown) =>
          log.error({ requestId: req.requestState.requestId, err: error }, 'work after the transaction failed'),
        );
    };
    const idempotency = idempotencyOf(req);
    const handle = (context: OrganizationContext): Promise<Answer<AnyReply>> =>
      act ? act(context) : invoke(matchedOf(req).id, { ...input, ...context });
    const run = async (work: typeof handle) => {
      // Receiving the body or waiting for the slot may have taken long, so permissions are checked again.
      const actor = operation.effect === 'change' ? await authorizeAgain() : req.requestState.actor;
      if (!actor) throw new RefusalError(refusal('invalid_credentials'));
      const entryWrites: ((scoped: OrganizationDatabase) => Promise<unknown>)[] = [];
      const runInTransaction = (scoped: OrganizationDatabase) => {
        // If a read is retried, work from its first attempt was not committed.
        setOutcome(false);
        entryWrites.length = 0;
        return transact(
          req,
          {
            actor,
            idempotency,
            afterCommit: (followUp) => void pendingWork.push(followUp),
            writeWithEntry: (followUp) => void entryWrites.push(followUp),
          },
          work,
          scoped,
        );
      };
      if (operation.effect === 'change' || idempotency)
        return writeTransaction(db, actor.organizationId, runInTransaction, {
          alone: deletesOrganization(operation),
          locks: locksOf(req, actor),
        });
      const readResult = await chooseReader(operation)(db, actor.organizationId, runInTransaction);
      if (readResult.outcome === 'rollback') return readResult.result;
      return writeTransaction(db, actor.organizationId, async (scoped) => {
        for (const write of entryWrites) await write(scoped);
        return readResult;
      });
    };
    const withSlot = (work: typeof handle, slotBounds?: Bounds) =>
      (operation.effect === 'read' ? withReadSlot : withWriteSlot)(actor.organizationId, () => run(work), slotBounds);
    const answer = async () => {
      const firstReply = await withSlot(handle, bounds);
      if (firstReply instanceof CallExternal) setOutcome(false);
      // This wait has no timeout, because another system may already have done its part.
      const finalReply = firstReply instanceof CallExternal ? await withSlot(await firstReply.callAndContinue()) : firstReply;
      if (finalReply instanceof CallExternal) throw new TypeError('a handler may call another system only once');
      if (finalReply instanceof InOrganization) throw new TypeError('a handler may enter only one organization');
      if (finalReply instanceof LoggedRefusal) return logRefusal(req, actor, finalReply);
      if (!(finalReply instanceof Deferred)) return finalReply;
      setOutcome(true);
      const deferredReply = await finalReply.find();
      return idempotency && deferredReply.status < 400
        ? writeTransaction(db, actor.organizationId, (scoped) => storeDeferred(scoped, idempotency, deferredReply))
        : deferredReply;
    };
    try {
      const reply = await (idempotency ? runOnce(idempotency, answer) : answer());
      await runPendingWork(reply.status < 400);
      if (reply.status === 202) onAccepted();
      return reply;
    } catch (error) {
      await runPendingWork(false);
      throw error;
    }
  };

  function logRefusal(req: Request, actor: Actor, { reply, note }: LoggedRefusal<AnyReply>): Promise<AnyReply> {
    const { operation, path } = matchedOf(req);
    const request = { operation, actor, url: req.originalUrl, path, body: req.body, answer: undefined };
    return writeTransaction(db, actor.organizationId, async (scoped) => ({
      result: reply,
      outcome: await auditEntries(scoped, request, [note]),
    }));
  }

  /** Stores a deferred answer. If another server has already stored an answer under the same key, returns that answer. */
  async function storeDeferred(
    scoped: OrganizationDatabase,
    idempotency: Idempotency,
    deferredReply: AnyReply,
  ): Promise<TransactionResult<AnyReply>> {
    const storedAnswer = await findStoredAnswer(scoped, idempotency, ports.secrets);
    return storedAnswer
      ? { result: storedAnswer, outcome: 'rollback' }
      : { result: deferredReply, outcome: [], last: storeAnswer(scoped, idempotency, deferredReply, ports.secrets) };
  }

  async function transact(
    req: Request,
    { actor, idempotency, afterCommit, writeWithEntry }: TransactionInput,
    work: (context: OrganizationContext) => Promise<Answer<AnyReply>>,
    scoped: OrganizationDatabase,
  ): Promise<TransactionResult<Answer<AnyReply>>> {
    const { operation, path } = matchedOf(req);
    const storedAnswer = idempotency && (await findStoredAnswer(scoped, idempotency, ports.secrets));
    const notes: AuditNote[] = [];
    let hasDefaultEntry = isAudited(operation);
    let isVersionCompared = false;
    const context: OrganizationContext = {
      requestId: req.requestState.requestId,
      client: clientFrom(req),
      ports,
      actor,
      db: scoped,
      audit: createAudit(notes),
      requireVersion: (record) => {
        isVersionCompared = true;
        assertVersion(req, actor, record);
      },
      skipAudit: () => {
        hasDefaultEntry = false;
      },
      // These transactions take slots of their own. Using them before the request's slot is released would deadlock.
      newReadTransaction: (work) => withReadSlot(actor.organizationId, () => chooseReader(operation)(db, actor.organizationId, work)),
      newWriteTransaction: (work) =>
        withWriteSlot(actor.organizationId, () =>
          writeTransaction(db, actor.organizationId, async (innerDb) => ({ result: await work(innerDb), outcome: [] })),
        ),
      rolledBack: (work) =>
        writeTransaction(db, actor.organizationId, async (innerDb) => ({ result: await work(innerDb), outcome: 'rollback' })),
      afterCommit,
      writeWithEntry,
    };
    // The rollback releases the idempotency key for the next request.
    if (storedAnswer) return { result: (await findDenial(work, context)) ?? storedAnswer, outcome: 'rollback' };
    const precondition = preconditionToCompare(req, actor, (readOperation) =>
      invoke(readOperation, { path, query: {}, ...context, audit: createAudit([]), skipAudit: () => undefined }),
    );
    const reply = await work(precondition ? { ...context, db: scoped.checkedBeforeWrites(precondition.compare) } : context);
    const isRefused = 'status' in reply && reply.status >= 400;
    if (reply instanceof InOrganization || reply instanceof LoggedRefusal || (isRefused && isDenial(reply)))
      return { result: reply, outcome: 'rollback' };
    // Nothing may have been written, another system may be called before the write, or the record may be refused in a state that the caller
    // does not know yet.
    const hasRecord = await precondition?.compare();
    if (isRefused || reply instanceof CallExternal) return { result: reply, outcome: 'rollback' };
    // A change without a record to compare cannot satisfy `If-Match` (RFC 9110, 13.1.1).
    const isUnmet = operation.comparesVersion ? !isVersionCompared : hasRecord === false;
    if (isUnmet && req.headers['if-match'] !== undefined) throw new RefusalError(refusal('record_changed', {}));
    if (operation.method === 'delete') await removeObsolete(context);
    if (!hasDefaultEntry && !notes.length && operation.effect === 'read') return { result: reply, outcome: 'rollback' };
    const request = {
      operation,
      actor,
      url: req.originalUrl,
      path,
      body: req.body,
      answer: 'body' in reply ? reply.body : undefined,
    };
    if (hasDefaultEntry && !notes.length && requiresNote(operation, reply))
      throw new TypeError(`a handler does not tell what it did: ${operation.path}`);
    const outcome = hasDefaultEntry || notes.length ? await auditEntries(scoped, request, notes) : [];
    return {
      result: reply,
      outcome,
      last: idempotency && !(reply instanceof Deferred) ? storeAnswer(scoped, idempotency, reply, ports.secrets) : undefined,
    };
  }
}

/** A reading POST uses the primary, because it may write between two reads, and a replica might not have that write yet. */
function chooseReader({ method }: Operation): typeof readTransaction {
  return method === 'get' ? readFromReplica : readTransaction;
}

/** The input of a request's transaction. */
interface TransactionInput {
  readonly actor: Actor;
  readonly idempotency: Idempotency | undefined;
  readonly afterCommit: OrganizationContext['afterCommit'];
  readonly writeWithEntry: OrganizationContext['writeWithEntry'];
}

/**
 * Returns whether to audit by default: changes that require a permission, and reads that the contract marks (audit-logs, rules 2 and 3). Other
 * operations are audited only if their handler adds a note.
 */
function isAudited({ effect, permission, logged }: Operation): boolean {
  return logged === true || (effect === 'change' && permission !== 'authenticated' && permission !== 'public');
}

/**
 * Returns whether the handler must add a note. Only the handler knows what an update, or a POST that creates nothing, has changed.
 * @param reply of the handler
 */
function requiresNote({ method }: Operation, reply: object): boolean {
  const isCreated = 'status' in reply && reply.status === 201;
  return method === 'patch' || method === 'put' || (method === 'post' && !isCreated);
}

/** Returns whether the operation deletes the organization itself. */
function deletesOrganization({ method, record }: Operation): boolean {
  return method === 'delete' && record === '/v1/organization';
}

/**
 * Returns locks that serialize the requests that change one record, also where it has no row yet that a handler could lock. Bulk changes and
 * scheduled work do not take these locks.
 */
function locksOf(req: Request, { organizationId }: Actor): Lock[] {
  const { operation, path } = matchedOf(req);
  if (operation.effect === 'read' || operation.record === undefined) return [];
  return [
    {
      key: lockOf(
        'record',
        organizationId,
        operation.record.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(path[name] ?? '')),
      ),
    },
  ];
}
