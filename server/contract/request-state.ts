/** State that the layers of a request share. Handlers never see it. */
import type { Readable } from 'node:stream';
import type { Request, RequestHandler } from 'express';
import type { Account } from '#platform/identity/account';
import type { Actor } from '#platform/identity/actor';
import { newId } from '#platform/database/ids';
import { traceIdOf } from '#platform/tracing';
import { type Operation, operations } from '#generated/operations';
import type { OperationId } from './types.ts';

export interface RequestState {
  readonly requestId: string;
  /** The trace that the request belongs to, if it is known. */
  readonly traceId: string | undefined;
  /** Set once an operation of the contract matches the path and the method. */
  matched?: { readonly id: OperationId; readonly operation: Operation; readonly path: Readonly<Record<string, string>> };
  /** Set once the credential was accepted; never for an operation without a credential. */
  actor?: Actor;
  /** The person of a session, for operations that need no organization or find it in their handler. */
  account?: Account;
  /** Looks up the actor and checks their permission again. @throws RefusalError when they may no longer act */
  authorizeAgain?: () => Promise<Actor>;
  /** Counts the request toward the operation's own limit, under this counter. @throws RefusalError 429 when the limit is exceeded */
  count?: (counter: string) => void;
  /** Identifies the body: its bytes or, for a body with files, their SHA-256. */
  bodyDigest?: Buffer;
  /** Body and answer of an operation that a page calls (call-operation.ts); neither is sent over the wire. */
  internalCall?: InternalCall;
  /** Whether the request is a HEAD: it is answered like a GET, without the body. */
  readonly head: boolean;
  /** Whether this part of the contract has problem documents in addition to the envelope. */
  problems: boolean;
}

export interface InternalCall {
  readonly body: Readable;
  /** @param answer the body of a successful answer */
  take(answer: unknown): void;
}

declare global {
  namespace Express {
    interface Request {
      requestState: RequestState;
    }
  }
}

/** Matches a parameter of a media range, except the weight `q`. */
const mediaParameter = /;(?!\s*q\s*=)[^;,"]*(?:"(?:[^"\\]|\\.)*")?[^;,"]*/gi;

/** Matches an acceptable request id from a client or a proxy. Any other value is ignored and not repeated. */
const requestIdPattern = /^[\w.:=+/@-]{1,128}$/;

/** First path segments whose errors have neither codes nor problems. This also applies before an operation is matched. */
const plainErrorAreas: ReadonlySet<string | undefined> = new Set(
  Object.values(operations)
    .filter(({ problems }) => !problems)
    .map(({ path }) => path.split('/')[2]),
);

/** @param path of a request, as received */
export function hasPlainErrors(path: string): boolean {
  return plainErrorAreas.has(path.replace(/^\/api(?=\/)/, '').split('/', 3)[2]);
}

/** The first middleware: gives the request its id. Parameters are dropped from `Accept`, because no media type has variants. */
export const beginRequest: RequestHandler = (req, res, next) => {
  if (req.headers.accept !== undefined) req.headers.accept = req.headers.accept.replace(mediaParameter, '');
  const sentId = req.headers['x-request-id'];
  req.requestState = {
    requestId: typeof sentId === 'string' && requestIdPattern.test(sentId) ? sentId : newId('req'),
    traceId: traceIdOf(req.headers.traceparent),
    problems: !hasPlainErrors(req.path),
    head: req.method === 'HEAD',
  };
  res.set('X-Request-Id', req.requestState.requestId);
  next();
};

/** Returns the matched operation. @throws when called before the match */
export function matchedOf(req: Request) {
  if (!req.requestState.matched) throw new Error(`${req.method} ${req.path} was not matched to an operation`);
  return req.requestState.matched;
}

export function isOperationId(id: string | undefined): id is OperationId {
  return id !== undefined && Object.hasOwn(operations, id);
}
