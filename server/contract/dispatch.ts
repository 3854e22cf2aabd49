/** From a validated request to its handler, and from the handler's reply back to HTTP. */
import { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import { operations } from '../../generated/operations.ts';
import type { AccountContext, PublicContext } from '../platform/context.ts';
import { readTransaction, writeTransaction, type TenantDatabase } from '../platform/database/handle.ts';
import type { Membership } from '../platform/identity/account.ts';
import type { Actor } from '../platform/identity/actor.ts';
import { isSecret } from '../platform/audit/redaction.ts';
import { clientIn, clientOf } from './clients.ts';
import type { Ports } from '../platform/ports/index.ts';
import { isRefusal, type Refusal, RefusalError, refusal } from '../platform/refusals/refusal.ts';
import type { RunOperation, Invoke } from './run-operation.ts';
import { isEnvelope, sendError } from './errors.ts';
import { etagOf, preconditionOf } from './etag.ts';
import { placeIn } from './location.ts';
import { matchedOf } from './request-state.ts';
import { pageAnswer, pageRequest } from './paging.ts';
import { InOrganization } from './replies.ts';
import { pipeToResponse } from '../platform/files/pipe-to-response.ts';
import type { Answer, AnyReply, Handler, OperationId } from './types.ts';

/** What is asked outside of organizations. */
export interface Outside extends Pick<PublicContext, 'agents' | 'ephemeral' | 'outsiders'> {
  readonly membershipsOf: (userId: string) => Promise<readonly Membership[]>;
  /** @returns undefined when the person is not active there */
  readonly memberOf: (organizationId: string, userId: string) => Promise<Actor | undefined>;
}

export type AllHandlers = { readonly [Id in OperationId]: Handler<Id> };

/**
 * The handlers, once it no longer matters which operation each answers. What it is called with is known at run time only: the validator has
 * matched the request to the operation and checked it, so its parts have the types the spec gives. It is a method, because the compiler lets the
 * parameter of a method be wider. That each reply is one is proven for each handler.
 */
type AnyHandlers = { readonly [Id in OperationId]: { call(input: object): Promise<Answer<AnyReply>> }['call'] };

export function dispatch(
  handlers: AllHandlers,
  db: TenantDatabase,
  ports: Ports,
  outside: Outside,
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
  /** The handler answers for the person, or finds out the organization: there it is their member who acts. */
  async function forAccount(req: Request, input: object): Promise<Answer<AnyReply>> {
    const { account, requestId } = req.requestState;
    if (!account) throw new RefusalError(refusal('session_invalid'));
    const { agents, ephemeral, membershipsOf, memberOf } = outside;
    const lookInto: AccountContext['lookInto'] = ({ organizationId }, reading) => readTransaction(db, organizationId, reading);
    const memberships = () => membershipsOf(account.userId);
    const context = { requestId, client: clientIn(req), ports, agents, ephemeral, account, memberships, lookInto };
    const found = await invoke(matchedOf(req).id, { ...input, ...context });
    if (!(found instanceof InOrganization)) return found;
    const { organizationId, act } = found;
    req.requestState.authorizeAgain = async () => {
      const member = await memberOf(organizationId, account.userId);
      if (!member) throw new RefusalError(refusal('not_a_member'));
      return member;
    };
    req.requestState.actor = await req.requestState.authorizeAgain();
    return runOperation(req, input, act);
  }
  /** The handler answers, or finds out the organization and who it is that has a link of it or reads its page. */
  async function forAnybody(req: Request, input: object): Promise<Answer<AnyReply>> {
    const { requestId, count } = req.requestState;
    const { agents, ephemeral, outsiders } = outside;
    const from = { client: clientIn(req), network: clientOf(req.ip), count };
    const context = { requestId, ports, agents, ephemeral, outsiders, ...from, withOrganization };
    const found = await invoke(matchedOf(req).id, { ...input, ...context });
    if (!(found instanceof InOrganization)) return found;
    const { act, outsider } = found;
    if (!outsider) throw new TypeError('nobody acts in the organization');
    req.requestState.actor = outsider;
    req.requestState.authorizeAgain = () => Promise.resolve(outsider);
    return runOperation(req, input, act);
  }
  return async (req, res) => {
    const { id, operation } = matchedOf(req);
    const input = inputOf(req, ports);
    const reply =
      operation.scope === 'organization'
        ? await runOperation(req, input)
        : operation.scope === 'account'
          ? await forAccount(req, input)
          : await forAnybody(req, input);
    if (!('status' in reply)) throw new TypeError(`${id} has no transaction to answer after`);
    await send(req, res, reply, ports);
  };
}

function inputOf(req: Request, { secrets }: Ports): object {
  const { operation, path } = matchedOf(req);
  return { path, body: req.body, ...(operation.paged ? pageRequest(req, secrets) : { query: req.query }) };
}

/** Whether a handler is given what the scope of its operation takes. */
function isComplete(id: OperationId, call: object): boolean {
  const { scope }: { scope: string } = operations[id];
  return scope === 'organization' ? 'db' in call : scope === 'public' || 'account' in call;
}

async function send(req: Request, res: Response, reply: AnyReply, { secrets }: Ports) {
  const { operation, path } = matchedOf(req);
  const { body, headers } = reply.page ? pageAnswer(req, reply.page, secrets, reply.beside) : reply;
  const { asked } = req.requestState;
  if (asked) return asked.take(accepted(reply, body));
  res.status(reply.status);
  if (headers) res.set({ ...headers });
  if (operation.location !== undefined && reply.status < 300)
    res.set('Location', placeIn(operation.location, { ...req.body, ...path }, body));
  // Unless the contract says otherwise, caches must not share the data of an organization, and must revalidate it before each use. What a secret
  // link leads to is not for the next person at the same computer.
  if (!res.hasHeader('Cache-Control')) res.set('Cache-Control', Object.keys(path).some(isSecret) ? 'no-store' : 'private, no-cache');
  if (reply.status >= 400 && isEnvelope(body)) return sendError(req, res, reply.status, body);
  if (operation.etag && reply.status < 300) {
    const etag = etagOf(body);
    res.set('ETag', etag);
    const stops = req.method === 'GET' ? preconditionOf(req, etag) : undefined;
    if (stops === 412) throw new RefusalError(refusal('record_changed'));
    if (stops === 304) return void res.status(304).end();
  }
  if (body === undefined) return void res.end();
  if (body instanceof Readable) {
    // The type is sent unchanged, because the encoding of a text file is unknown.
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

/** @returns the body @throws RefusalError for a reply that says no */
function accepted<B>(reply: AnyReply | Refusal, body: B): B {
  if (isRefusal(reply)) throw new RefusalError(reply);
  return body;
}
