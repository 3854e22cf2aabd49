/** Writes every error in one envelope (spec/conventions, 5), wherever it was found. */
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { error as failures } from 'express-openapi-validator';
import type { Operation } from '../../generated/operations.ts';
import { TooManyWaiting } from '../platform/database/slots.ts';
import { redactedUrl } from '../platform/audit/redaction.ts';
import type { Log } from '../platform/log.ts';
import { invalid, invalidRequest, RefusalError, refusal, type ErrorCode } from '../platform/refusals/refusal.ts';
import { TooBusy } from '../platform/workers/fair-queue.ts';
import { detailsOf } from './details.ts';
import { MalformedJson } from './json.ts';
import { type Envelope, problemOf } from './problem.ts';
import { type ProblemMembers, problems } from '../../generated/problems.ts';

export const unknownPath: RequestHandler = () => {
  throw new RefusalError(refusal('not_found'));
};

/** The last of the middleware: answers what was thrown. What we did wrong is logged under the request's id. */
export function answerError(log: Log): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    const { matched } = req.requestState;
    const known = understood(log, req, res, error, matched?.path);
    if (res.headersSent) return next(error);
    if (error instanceof failures.MethodNotAllowed) {
      res.set('Allow', error.headers?.Allow?.replace(/\bGET\b/, 'GET, HEAD').concat(', OPTIONS'));
      if (req.method === 'OPTIONS') return void res.status(204).end();
    }
    const { status, body } = known.refusal;
    const { failure = body.error } = matched?.operation ?? {};
    sendError(req, res, status, status === 500 ? { ...body, error: failure } : body);
  };
}

/**
 * What to answer to anything that was thrown, and when to come again. What we did wrong is logged.
 * @param path the parameters in the path, whose secrets the log does not show
 */
export function understood(
  log: Log,
  req: Request,
  res: Response,
  error: unknown,
  path: Readonly<Record<string, string>> = {},
): RefusalError {
  const { matched, requestId, traceId } = req.requestState;
  const known = understand(error, matched && isGivenFault(matched.operation));
  if (known.status >= 500 && known.status !== 501)
    log.error({ requestId, traceId, method: req.method, path: redactedUrl(req.path, path), err: known.cause ?? error }, known.message);
  if (!res.headersSent && (known.status === 503 || isOutage(known.cause))) res.set('Retry-After', error instanceof TooBusy ? '60' : '1');
  return known;
}

/** The envelope, or the same as a problem of RFC 9457 where that is asked for and the operation has it. Where it has not, the envelope is given, and knows no code and no other members. */
export function sendError(req: Request, res: Response, status: number, problem: Envelope) {
  const { matched, problems } = req.requestState;
  const { success, error, details } = problem;
  const body = problems ? problem : { success, error, ...(details && { details }) };
  if (status === 401 && matched) res.set('WWW-Authenticate', challenges(matched.operation));
  if (problems) res.vary('Accept');
  if ('retryAfter' in problem) res.set('Retry-After', String(problem.retryAfter));
  // An error is of one request, and for no cache on the way.
  if (!res.get('Cache-Control')) res.set('Cache-Control', 'no-store');
  if (!problems || req.accepts(['application/json', 'application/problem+json']) !== 'application/problem+json')
    return void res.status(status).type('application/json').json(body);
  res.status(status).type('application/problem+json').json(problemOf(status, problem));
}

/** The credentials that an operation takes in a header (RFC 9110, 11.6.1). */
function challenges({ credentials, requiresSession }: Operation): string {
  const bearers: readonly string[] = ['session', 'apiKeyAsBearer'];
  return [
    ...(credentials.includes('apiKey') && !requiresSession ? ['ApiKey realm="compliance", header="X-API-Key"'] : []),
    ...(credentials.some((credential) => bearers.includes(credential)) ? ['Bearer realm="compliance"'] : []),
  ].join(', ');
}

export function isEnvelope(body: unknown): body is Envelope {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === false && 'error' in body;
}

/** A kind of error whose message names nothing. */
type PlainCode = Exclude<ErrorCode, keyof ProblemMembers>;

/** What the validator refuses, by the status that it gives it. */
const codes = new Map<unknown, PlainCode>([
  [400, 'validation_failed'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [406, 'not_acceptable'],
  [415, 'unsupported_media_type'],
]);

/** Whether each fault of the server, an outage as well, is the 500 of the operation (spec/conventions, 5). */
function isGivenFault({ problems: isProblem, failure }: Operation): boolean {
  return !isProblem && failure !== problems.internal_error.error;
}

/** What to answer to anything that was thrown. @param isGiven whether each fault of the server is the 500 of the operation, as it is given */
export function understand(error: unknown, isGiven = false): RefusalError {
  if (error instanceof RefusalError) return error;
  if (error instanceof MalformedJson)
    return error.field === undefined ? whole(error.message) : new RefusalError(invalid({ [error.field]: error.message }));
  if (error instanceof failures.BadRequest) return new RefusalError(invalidRequest(detailsOf(error.errors)));
  if (!(error instanceof Error)) return new RefusalError(refusal('internal_error'), error);
  if (error instanceof TooBusy) return new RefusalError(refusal('organization_busy'));
  // The validator has thrown this error.
  const code = 'status' in error ? codes.get(error.status) : undefined;
  if (code) return new RefusalError(refusal(code));
  const sqlState = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // The organization is gone, and its credential was not forgotten yet.
  if (sqlState === '23503' && 'constraint' in error && /^\w+_organization_id_fkey$/.test(String(error.constraint)))
    return new RefusalError(refusal('invalid_credentials'));
  const unfit = unfitValues[sqlState];
  if (unfit !== undefined) return whole(unfit);
  if (error instanceof TooManyWaiting || isBusy(sqlState, error.message)) return new RefusalError(refusal('unavailable'), error);
  if (isOutage(error)) return new RefusalError(refusal(isGiven ? 'internal_error' : 'unavailable'), error);
  return new RefusalError(refusal('internal_error'), error);
}

/** What a value may be wrong in and the contract cannot say: PostgreSQL's codes for it. */
const unfitValues: Readonly<Record<string, string>> = {
  '22021': 'the character U+0000 is not allowed',
  '22P05': 'the character U+0000 is not allowed',
  '22003': 'a number is out of range',
  '22007': 'a date is out of range',
  '22008': 'a date is out of range',
};

/** The database is there and could not take this one in: it gave up a transaction for another's sake, or had no connection left. */
function isBusy(code: string, message: string): boolean {
  return /^(40|53|55P03|57014|EMBEDDED_BUSY)/.test(code) || message === 'timeout exceeded when trying to connect';
}

/** The database is away: by PostgreSQL's codes, those of the socket and of the embedded engine; pg's own have none. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isLost = /^(Connection terminated|Client (has|was)|Query read timeout)/.test(error.message);
  return isLost || /^(08|57P0|ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EMBEDDED)/.test(code);
}

function whole(message: string): RefusalError {
  return new RefusalError(invalidRequest({ _errors: [message] }));
}
