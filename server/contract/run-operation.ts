/**
 * One request, one transaction, one organization: what every operation shares around its handler. Preconditions, stored answers, the
 * audit entry and the files of what was deleted are read off the registry here, so that a handler mentions none of it but what it changed.
 */
import type { Request } from 'express';
import type { OrganizationContext } from '../platform/context.ts';
import {
  writeTransaction,
  readAnywhere,
  readTransaction,
  type OrganizationDatabase,
  type Settlement,
  type TenantDatabase,
} from '../platform/database/handle.ts';
import { type Lock, lockOf } from '../platform/database/locks.ts';
import { type Bounds, withWriteSlot, type WithSlot } from '../platform/database/slots.ts';
import { removeObsolete } from '../platform/files/obsolete.ts';
import type { Actor } from '../platform/identity/actor.ts';
import type { Log } from '../platform/log.ts';
import type { Ports } from '../platform/ports/index.ts';
import type { Operation } from '../../generated/operations.ts';
import { auditEntries } from './audit.ts';
import { clientIn } from './clients.ts';
import { auditInto } from '../platform/audit/audit.ts';
import type { AuditNote } from '../platform/audit/entry.ts';
import type { Answer, AnswerWithin, AnyReply, OperationId } from './types.ts';
import { RefusalError, refusal } from '../platform/refusals/refusal.ts';
import { etagOf, hasPrecondition, preconditionOf } from './etag.ts';
import { matchedOf } from './request-state.ts';
import { type Idempotency, idempotencyOf, keep, once, recall } from './idempotency.ts';
import { CallOutside, Deferred, InOrganization, LoggedRefusal } from './replies.ts';

/** Calls the handler of an operation. @param input of the handler: request and context */
export type Invoke = (id: OperationId, input: object) => Promise<Answer<AnyReply>>;
/** Answers a matched and validated request to an operation of an organization. @param input path, query, body and page @param act what to do in place of the handler, which has found out the organization */
export type RunOperation = (
  req: Request,
  input: object,
  act?: (context: OrganizationContext) => Promise<AnswerWithin<AnyReply>>,
) => Promise<AnyReply>;

/** A request waits for others of its organization for some seconds, and not behind more than some. */
const bounds: Bounds = { maxWaiting: 250, timeoutMs: 20_000 };

/**
 * @param accepted called when a request was answered with 202: there is work to be done in the background
 * @param withReadSlot lets each organization read only so much at a time
 */
export function operationRunner(
  db: TenantDatabase,
  ports: Ports,
  log: Log,
  accepted: () => void,
  invoke: Invoke,
  withReadSlot: WithSlot,
): RunOperation {
  return async (req, input, act) => {
    const { operation } = matchedOf(req);
    const { actor, authorizeAgain } = req.requestState;
    if (!actor || !authorizeAgain) throw new RefusalError(refusal('invalid_credentials'));

    let afterwards: ((kept: boolean) => Promise<unknown>)[] = [];
    /** Says of what was asked for so far whether its transaction was kept, whatever becomes of the request. */
    const decide = (kept: boolean) => {
      afterwards = afterwards.map((work) => () => work(kept));
    };
    const settle = async (kept: boolean) => {
      for (const work of afterwards)
        await work(kept).catch((error: unknown) =>
          log.error({ requestId: req.requestState.requestId, err: error }, 'what follows the change failed'),
        );
    };
    const idempotency = idempotencyOf(req);
    const handle = (context: OrganizationContext): Promise<Answer<AnyReply>> =>
      act ? act(context) : invoke(matchedOf(req).id, { ...input, ...context });
    const run = async (work: typeof handle) => {
      // A body may be long on its way, and the slot long in coming: what was so when the request began may be so no longer.
      const actor = operation.effect === 'change' ? await authorizeAgain() : req.requestState.actor;
      if (!actor) throw new RefusalError(refusal('invalid_credentials'));
      const withEntry: ((scoped: OrganizationDatabase) => Promise<unknown>)[] = [];
      const within = (scoped: OrganizationDatabase) => {
        // Of a read that is done once more: what it asked for before was not kept.
        decide(false);
        withEntry.length = 0;
        return transact(
          req,
          {
            actor,
            idempotency,
            afterCommit: (what) => void afterwards.push(what),
            writeWithEntry: (what) => void withEntry.push(what),
          },
          work,
          scoped,
        );
      };
      if (operation.effect === 'change' || idempotency)
        return writeTransaction(db, actor.organizationId, within, { alone: deletesOrganization(operation), locks: locksOf(req, actor) });
      const seen = await readerOf(operation)(db, actor.organizationId, within);
      if (seen.outcome === 'rollback') return seen.result;
      return writeTransaction(db, actor.organizationId, async (scoped) => {
        for (const write of withEntry) await write(scoped);
        return seen;
      });
    };
    const withSlot = (work: typeof handle, within?: Bounds) =>
      (operation.effect === 'read' ? withReadSlot : withWriteSlot)(actor.organizationId, () => run(work), within);
    const answer = async () => {
      const first = await withSlot(handle, bounds);
      if (first instanceof CallOutside) decide(false);
      // However long it takes: another system may have done its part.
      const second = first instanceof CallOutside ? await withSlot(await first.ask()) : first;
      if (second instanceof CallOutside) throw new TypeError('a handler asks others once');
      if (second instanceof InOrganization) throw new TypeError('a handler enters one organization');
      if (second instanceof LoggedRefusal) return logRefusal(req, actor, second);
      if (!(second instanceof Deferred)) return second;
      decide(true);
      const found = await second.find();
      return idempotency && found.status < 400
        ? writeTransaction(db, actor.organizationId, (scoped) => keepLater(scoped, idempotency, found))
        : found;
    };
    try {
      const reply = await (idempotency ? once(idempotency, answer) : answer());
      await settle(reply.status < 400);
      if (reply.status === 202) accepted();
      return reply;
    } catch (error) {
      await settle(false);
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

  /** Another server may have kept an answer under the same key meanwhile: that one counts. */
  async function keepLater(scoped: OrganizationDatabase, idempotency: Idempotency, found: AnyReply): Promise<Settlement<AnyReply>> {
    const stored = await recall(scoped, idempotency, ports.secrets);
    return stored
      ? { result: stored, outcome: 'rollback' }
      : { result: found, outcome: [], last: keep(scoped, idempotency, found, ports.secrets) };
  }

  async function transact(
    req: Request,
    { actor, idempotency, afterCommit, writeWithEntry }: Known,
    work: (context: OrganizationContext) => Promise<Answer<AnyReply>>,
    scoped: OrganizationDatabase,
  ): Promise<Settlement<Answer<AnyReply>>> {
    const { operation, path } = matchedOf(req);
    const stored = idempotency && (await recall(scoped, idempotency, ports.secrets));
    // Waits for the end, which frees the key for the next request.
    if (stored) return { result: stored, outcome: 'rollback' };

    const notes: AuditNote[] = [];
    let byDefault = isAudited(operation);
    const context: OrganizationContext = {
      requestId: req.requestState.requestId,
      client: clientIn(req),
      ports,
      actor,
      db: scoped,
      audit: auditInto(notes),
      skipAudit: () => {
        byDefault = false;
      },
      // Only once the turn of the request is over, or it would wait for itself.
      newReadTransaction: (reading) => withReadSlot(actor.organizationId, () => readerOf(operation)(db, actor.organizationId, reading)),
      newWriteTransaction: (writing) =>
        withWriteSlot(actor.organizationId, () =>
          writeTransaction(db, actor.organizationId, async (further) => ({ result: await writing(further), outcome: [] })),
        ),
      rolledBack: (asking) =>
        writeTransaction(db, actor.organizationId, async (further) => ({ result: await asking(further), outcome: 'rollback' })),
      afterCommit,
      writeWithEntry,
    };
    const before = await recordBefore(req, operation, (get) =>
      invoke(get, { path, query: {}, ...context, audit: auditInto([]), skipAudit: () => undefined }),
    );
    if (before && preconditionOf(req, etagOf(before.body)) !== undefined) throw new RefusalError(refusal('record_changed'));

    const reply = await work({ ...context, ...(before && { before: before.body }) });
    if (
      reply instanceof CallOutside ||
      reply instanceof InOrganization ||
      reply instanceof LoggedRefusal ||
      ('status' in reply && reply.status >= 400)
    )
      return { result: reply, outcome: 'rollback' };
    // A change that needs no record has none that `If-Match` could name (RFC 9110, 13.1.1).
    if (!before && operation.before !== undefined && req.headers['if-match'] !== undefined)
      throw new RefusalError(refusal('record_changed'));
    if (operation.method === 'delete') await removeObsolete(context);
    if (!byDefault && !notes.length && operation.effect === 'read') return { result: reply, outcome: 'rollback' };
    const request = {
      operation,
      actor,
      url: req.originalUrl,
      path,
      body: req.body,
      answer: 'body' in reply ? reply.body : undefined,
    };
    if (byDefault && !notes.length && mustTell(operation, reply))
      throw new TypeError(`a handler does not tell what it did: ${operation.path}`);
    const outcome = byDefault || notes.length ? await auditEntries(scoped, request, notes) : [];
    return {
      result: reply,
      outcome,
      last: idempotency && !(reply instanceof Deferred) ? keep(scoped, idempotency, reply, ports.secrets) : undefined,
    };
  }
}

/** A POST that reads may write between two reads, and a replica would not have it yet. */
function readerOf({ method }: Operation): typeof readTransaction {
  return method === 'get' ? readAnywhere : readTransaction;
}

/** What is known of a request before its transaction. */
interface Known {
  readonly actor: Actor;
  readonly idempotency: Idempotency | undefined;
  readonly afterCommit: OrganizationContext['afterCommit'];
  readonly writeWithEntry: OrganizationContext['writeWithEntry'];
}

/**
 * Changes by an operation that names a permission, and the reads that the contract marks (spec/areas/audit-logs, rules 2 and 3). Others
 * where their handler says so.
 */
function isAudited({ effect, permission, logged }: Operation): boolean {
  return logged === true || (effect === 'change' && permission !== 'authenticated' && permission !== 'public');
}

/**
 * What was changed is known to the handler alone, and what was done by a POST that creates nothing: a default entry would say what is not so.
 * @param reply of the handler
 */
function mustTell({ method }: Operation, reply: object): boolean {
  const isCreated = 'status' in reply && reply.status === 201;
  return method === 'patch' || method === 'put' || (method === 'post' && !isCreated);
}

/** The record as its GET answers it, where a precondition depends on it. */
async function recordBefore(
  req: Request,
  { before }: Operation,
  read: (get: OperationId) => Promise<Answer<AnyReply>>,
): Promise<AnyReply | undefined> {
  const record = before !== undefined && hasPrecondition(req) ? await read(before) : undefined;
  return record && 'status' in record && record.status === 200 ? record : undefined;
}

/** The one change that ends the organization itself. */
function deletesOrganization({ method, record }: Operation): boolean {
  return method === 'delete' && record === '/v1/organization';
}

/** Changes of one record follow each other, so that what `If-Match` found is still so when the change is made. */
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
