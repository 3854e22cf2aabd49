/** Calls the handler of a validated request and sends its reply over HTTP. */
import { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import { operations } from '#generated/operations';
import type { AccountContext, CallerContext, PublicContext } from '#platform/context';
import { readTransaction, writeTransaction, type TenantDatabase } from '#platform/database/handle';
import type { Account, Membership } from '#platform/identity/account';
import type { Actor } from '#platform/identity/actor';
import { isSecret } from '#platform/audit/redaction';
import { clientFrom, clientNetworkOf } from './clients.ts';
import type { Ports } from '#platform/ports/index';
import { isRefusal, type Refusal, RefusalError, refusal } from '#platform/refusals/refusal';
import type { RunOperation, Invoke } from './run-operation.ts';
import { isEnvelope, sendError } from './errors.ts';
import { etagOf, preconditionOf } from './etag.ts';
import { conflictOf } from './record-version.ts';
import { locationOf } from './location.ts';
import { matchedOf } from './request-state.ts';
import { resolveOwnMember } from './own-member.ts';
import { pageResponse, pageRequest } from './paging.ts';
import { InOrganization } from './replies.ts';
import { pipeToResponse } from '#platform/files/pipe-to-response';
import { FileBody, sendFile } from '#platform/files/send-file';
import type { Answer, AnyReply, Handler, OperationId } from './types.ts';

/** Queries that run outside any organization. */
export interface SystemQueries extends Pick<PublicContext, 'agents' | 'ephemeral' | 'externalParties'> {
  readonly accounts: AccountContext['accounts'];
  readonly membershipsOf: (account: Account) => Promise<readonly Membership[]>;
  /** @returns undefined if the person is not an active member of the organization, or it does not accept their session */
  readonly memberOf: (organizationId: string, account: Account) => Promise<Actor | undefined>;
}

export type AllHandlers = { readonly [Id in OperationId]: Handler<Id> };

/**
 * Handlers without their operation's type. The validator has matched and checked the request, so its parts have the types of the spec, but
 * this is known only at run time. `call` is a method because TypeScript compares the parameters of methods bivariantly. The reply type of
 * each handler is still checked.
 */
type AnyHandlers = { readonly [Id in OperationId]: { call(input: object): Promise<Answer<AnyReply>> }['call'] };

export function dispatch(
  handlers: AllHandlers,
  db: TenantDatabase,
  ports: Ports,
  queries: SystemQueries,
  runnerOf: (invoke: Invoke) => RunOperation,
): RequestHandler {
  const anyHandlers: AnyHandlers = handlers;
  async function invoke(id: OperationId, input: object): Promise<Answer<AnyReply>> {
    if (!isComplete(id, input)) throw new TypeError(`${id} was called without a database`);
    return anyHandlers[id](input);
  }
  const runOperation = runnerOf(invoke);
  const withOrganization: PublicContext['withOrganization'] = (organizationId, work) =>
    writeTransaction(db, organizationId, async (scoped) => ({ result: await work(scoped), outcome: [] }));
  /** Calls a handler that either answers for the person, or returns the organization in which the person then acts as a member. */
  async function answerAccountOperation(req: Request, input: object): Promise<Answer<AnyReply>> {
    const { account, requestId } = req.requestState;
    if (!account) throw new RefusalError(refusal('session_invalid'));
    const { accounts, agents, ephemeral, membershipsOf, memberOf } = queries;
    const readOrganization: AccountContext['readOrganization'] = ({ organizationId }, work) => readTransaction(db, organizationId, work);
    const memberships = () => membershipsOf(account);
    const context = { requestId, client: clientFrom(req), ports, accounts, agents, ephemeral, account, memberships, readOrganization };
    const handlerReply = await invoke(matchedOf(req).id, { ...input, ...context });
    if (!(handlerReply instanceof InOrganization)) return handlerReply;
    const { organizationId, act } = handlerReply;
    req.requestState.authorizeAgain = async () => {
      const member = await memberOf(organizationId, account);
      if (!member) throw new RefusalError(refusal('not_a_member'));
      return member;
    };
    req.requestState.actor = await req.requestState.authorizeAgain();
    return runOperation(req, input, act);
  }
  /** Calls a handler that needs no organization, but answers more if the caller names one. */
  async function answerCallerOperation(req: Request, input: object): Promise<Answer<AnyReply>> {
    const { account, actor, requestId } = req.requestState;
    const memberships = async () => (account ? queries.membershipsOf(account) : []);
    const readOrganization: CallerContext['readOrganization'] = ({ organizationId }, work) => readTransaction(db, organizationId, work);
    const context = {
      requestId,
      client: clientFrom(req),
      ports,
      accounts: queries.accounts,
      account,
      actor,
      memberships,
      readOrganization,
    };
    return invoke(matchedOf(req).id, { ...input, ...context });
  }
  /** Calls a handler that either answers, or returns the organization and the external actor who uses its link or reads its page. */
  async function answerPublicOperation(req: Request, input: object): Promise<Answer<AnyReply>> {
    const { requestId, count } = req.requestState;
    const { agents, ephemeral, externalParties } = queries;
    const clientData = { client: clientFrom(req), network: clientNetworkOf(req.ip), count };
    const context = { requestId, ports, agents, ephemeral, externalParties, ...clientData, withOrganization };
    const handlerReply = await invoke(matchedOf(req).id, { ...input, ...context });
    if (!(handlerReply instanceof InOrganization)) return handlerReply;
    const { act, externalActor } = handlerReply;
    if (!externalActor) throw new TypeError('a public operation has no external actor for its organization');
    req.requestState.actor = externalActor;
    req.requestState.authorizeAgain = () => Promise.resolve(externalActor);
    return runOperation(req, input, act);
  }
  return async (req, res) => {
    const { id, operation } = matchedOf(req);
    const input = inputOf(req, ports);
    const reply =
      operation.scope === 'organization'
        ? await runOperation(req, input)
        : operation.scope === 'account'
          ? await answerAccountOperation(req, input)
          : operation.scope === 'caller'
            ? await answerCallerOperation(req, input)
            : await answerPublicOperation(req, input);
    if (!('status' in reply)) throw new TypeError(`${id} returned deferred work outside a transaction`);
    await send(req, res, reply, ports);
  };
}

function inputOf(req: Request, { secrets }: Ports): object {
  const { operation, path } = matchedOf(req);
  resolveOwnMember(req);
  return { path, body: req.body, ...(operation.paged ? pageRequest(req, secrets) : { query: req.query }) };
}

/** Returns whether the input has what the operation's scope requires. */
function isComplete(id: OperationId, input: object): boolean {
  const { scope }: { scope: string } = operations[id];
  return scope === 'organization' ? 'db' in input : scope === 'public' || 'accounts' in input;
}

async function send(req: Request, res: Response, reply: AnyReply, { secrets }: Ports) {
  const { operation, path } = matchedOf(req);
  const { body, headers } = reply.page ? pageResponse(req, reply.page, secrets, reply.extraMembers) : reply;
  const { internalCall } = req.requestState;
  if (internalCall) return internalCall.take(bodyOrThrow(reply, body));
  res.status(reply.status);
  if (headers) res.set({ ...headers });
  if (operation.location !== undefined && reply.status < 300)
    res.set('Location', locationOf(operation.location, { ...req.body, ...path }, body));
  // By default, caches must not share an organization's data, and must revalidate it before each use. Content behind a secret link must not stay for the
  // next person at the same computer.
  if (!res.hasHeader('Cache-Control')) res.set('Cache-Control', Object.keys(path).some(isSecret) ? 'no-store' : 'private, no-cache');
  if (reply.status >= 400 && isEnvelope(body)) return sendError(req, res, reply.status, body);
  if (body instanceof FileBody) {
    if (reply.type) res.setHeader('Content-Type', reply.type);
    return sendFile(req, res, body, req.requestState.head);
  }
  if (operation.etag && reply.status < 300) {
    const etag = etagOf(body, operation.version);
    res.set('ETag', etag);
    const precondition = req.method === 'GET' ? preconditionOf(req, etag) : undefined;
    if (precondition === 412) throw new RefusalError(refusal('record_changed', conflictOf(body, operation.version)));
    if (precondition === 304) return void res.status(304).end();
  }
  if (body === undefined) return void res.end();
  if (body instanceof Readable) {
    // Set without `res.type`, which would add a charset, because the encoding of a text file is unknown.
    if (reply.type) res.setHeader('Content-Type', reply.type);
    if (!req.requestState.head) return pipeToResponse(body, res);
    body.destroy();
    return void res.end();
  }
  if (reply.type) res.type(reply.type);
  if (body instanceof Uint8Array) return void res.send(Buffer.from(body));
  if (typeof body === 'string' && reply.type?.startsWith('text/')) return void res.send(body);
  res.json(body);
}

/** @returns the body @throws RefusalError if the reply is a refusal */
function bodyOrThrow<B>(reply: AnyReply | Refusal, body: B): B {
  if (isRefusal(reply)) throw new RefusalError(reply);
  return body;
}
