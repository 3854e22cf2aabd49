/** What the layers of one request know of it, each adding its part. Handlers never see it. */
import type { Readable } from 'node:stream';
import type { Request, RequestHandler } from 'express';
import type { Account } from '../platform/identity/account.ts';
import type { Actor } from '../platform/identity/actor.ts';
import { newId } from '../platform/database/ids.ts';
import { traceIdOf } from '../platform/tracing.ts';
import { type Operation, operations } from '../../generated/operations.ts';
import type { OperationId } from './types.ts';

export interface RequestState {
  readonly requestId: string;
  /** The trace that the request belongs to, if it is known. */
  readonly traceId: string | undefined;
  /** Once the path and the method are known to the contract. */
  matched?: { readonly id: OperationId; readonly operation: Operation; readonly path: Readonly<Record<string, string>> };
  /** Once the credential was accepted; never on an operation that takes none. */
  actor?: Actor;
  /** The person, where the operation is of no organization, or of one that only its handler knows. */
  account?: Account;
  /** Asks once more who that is now, and whether they may. @throws RefusalError when not */
  authorizeAgain?: () => Promise<Actor>;
  /** Counts once more against the limit of its own that the operation has. @throws RefusalError 429 */
  count?: (counter: string) => void;
  /** What tells this body from any other: its bytes or, where they are too many, their SHA-256. */
  bodyMark?: Buffer;
  /** Of an operation that a page asks for (ask.ts): its body, and who takes the answer. Neither is on the wire. */
  asked?: Asked;
  /** Whether it came as a HEAD: answered like a GET, without the body. */
  readonly head: boolean;
  /** Whether this part of the contract has problem documents in addition to the given envelope. */
  problems: boolean;
}

export interface Asked {
  readonly body: Readable;
  /** @param answer the body of a success */
  take(answer: unknown): void;
}

declare global {
  namespace Express {
    interface Request {
      requestState: RequestState;
    }
  }
}

/** Matches a parameter of a media range. The weight, `q`, is not one. */
const mediaParameter = /;(?!\s*q\s*=)[^;,"]*(?:"(?:[^"\\]|\\.)*")?[^;,"]*/gi;

/** An id that a client or a proxy has given the request. Whatever else it sends is no id, and is not repeated. */
const requestId = /^[\w.:=+/@-]{1,128}$/;

/** First segments of the paths whose errors have neither codes nor problems: what is given of them is in force before an operation is found, too. */
const given: ReadonlySet<string | undefined> = new Set(
  Object.values(operations)
    .filter(({ problems }) => !problems)
    .map(({ path }) => path.split('/')[2]),
);

/** @param path of a request, as it came */
export function isGiven(path: string): boolean {
  return given.has(path.replace(/^\/api(?=\/)/, '').split('/', 3)[2]);
}

/** The first of the middleware: gives the request its id. Nothing is answered in one of several variants of a type, so `Accept` asks for types only. */
export const beginRequest: RequestHandler = (req, res, next) => {
  if (req.headers.accept !== undefined) req.headers.accept = req.headers.accept.replace(mediaParameter, '');
  const sent = req.headers['x-request-id'];
  req.requestState = {
    requestId: typeof sent === 'string' && requestId.test(sent) ? sent : newId('req'),
    traceId: traceIdOf(req.headers.traceparent),
    problems: !isGiven(req.path),
    head: req.method === 'HEAD',
  };
  res.set('X-Request-Id', req.requestState.requestId);
  next();
};

/** The operation the request was matched to. @throws when asked before */
export function matchedOf(req: Request) {
  if (!req.requestState.matched) throw new Error(`${req.method} ${req.path} was not matched to an operation`);
  return req.requestState.matched;
}

export function isOperationId(id: string | undefined): id is OperationId {
  return id !== undefined && Object.hasOwn(operations, id);
}
