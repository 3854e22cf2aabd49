/** Writes every error in the same envelope (spec/conventions, 5), wherever it was thrown. */
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { error as validatorErrors } from 'express-openapi-validator';
import type { Operation } from '#generated/operations';
import { TooManyWaiting } from '#platform/database/slots';
import { redactUrl } from '#platform/audit/redaction';
import type { Log } from '#platform/log';
import { type FieldError, fieldErrors } from '#platform/refusals/field-errors';
import { invalid, invalidDetails, invalidRequest, RefusalError, refusal, type ErrorCode } from '#platform/refusals/refusal';
import { TooBusy } from '#platform/workers/fair-queue';
import { detailsOf } from './details.ts';
import { MalformedJson } from './json.ts';
import { type Envelope, problemOf } from './problem.ts';
import { type ProblemMembers, problems } from '#generated/problems';

export const unknownPath: RequestHandler = () => {
  throw new RefusalError(refusal('not_found'));
};

/** The last middleware: answers thrown errors, and logs server faults under the request's id. */
export function answerError(log: Log): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    const { matched } = req.requestState;
    const refusalError = logAndMapError(log, req, res, error, matched?.path);
    if (res.headersSent) return next(error);
    if (error instanceof validatorErrors.MethodNotAllowed) {
      res.set('Allow', error.headers?.Allow?.replace(/\bGET\b/, 'GET, HEAD').concat(', OPTIONS'));
      if (req.method === 'OPTIONS') return void res.status(204).end();
    }
    const { status, body } = refusalError.refusal;
    const { failure = body.error } = matched?.operation ?? {};
    sendError(req, res, status, status === 500 ? { ...body, error: failure } : body);
  };
}

/**
 * Maps anything thrown to a refusal, logs server faults, and sets `Retry-After`.
 * @param path the path parameters, whose secrets are redacted from the log
 */
export function logAndMapError(
  log: Log,
  req: Request,
  res: Response,
  error: unknown,
  path: Readonly<Record<string, string>> = {},
): RefusalError {
  const { matched, requestId, traceId } = req.requestState;
  const refusalError = toRefusalError(error, matched && hasOwnServerFault(matched.operation));
  if (refusalError.status >= 500 && refusalError.status !== 501)
    log.error(
      { requestId, traceId, method: req.method, path: redactUrl(req.path, path), err: refusalError.cause ?? error },
      refusalError.message,
    );
  if (!res.headersSent && (refusalError.status === 503 || isOutage(refusalError.cause)))
    res.set('Retry-After', error instanceof TooBusy ? '60' : '1');
  return refusalError;
}

/**
 * Sends the envelope, or a problem document (RFC 9457) if the client requests it and the operation supports it. Other operations get the
 * plain envelope without code or extra members, except for a conflict.
 */
export function sendError(req: Request, res: Response, status: number, problem: Envelope) {
  const { matched, problems } = req.requestState;
  const { success, error, details } = problem;
  // To solve a conflict, a client needs its code and the current version, also where other errors have no code.
  const isComplete = problems || problem.code === 'record_changed';
  const body = isComplete ? problem : { success, error, ...(details && { details }) };
  if (status === 401 && matched) res.set('WWW-Authenticate', challenges(matched.operation));
  if (problems) res.vary('Accept');
  if ('retryAfter' in problem) res.set('Retry-After', String(problem.retryAfter));
  // An error belongs to one request, so no cache may store it.
  if (!res.get('Cache-Control')) res.set('Cache-Control', 'no-store');
  // A client that accepts problem documents never gets a 406, so a 406 is always plain JSON.
  const isProblem = status !== 406 && req.accepts(['application/json', 'application/problem+json']) === 'application/problem+json';
  if (!problems || !isProblem) return void res.status(status).type('application/json').json(body);
  res.status(status).type('application/problem+json').json(problemOf(status, problem));
}

/** Returns `WWW-Authenticate` challenges for the credentials that an operation accepts in a header (RFC 9110, 11.6.1). */
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

/** An error code whose message has no parameters. */
type PlainCode = Exclude<ErrorCode, keyof ProblemMembers>;

/** The error codes for the statuses that the validator throws. */
const codesByStatus = new Map<unknown, PlainCode>([
  [400, 'validation_failed'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [406, 'not_acceptable'],
  [415, 'unsupported_media_type'],
]);

/** Returns whether the operation answers every server fault, including an outage, with its own 500 (spec/conventions, 5). */
function hasOwnServerFault({ problems: supportsProblems, failure }: Operation): boolean {
  return !supportsProblems && failure !== problems.internal_error.error;
}

/** Maps anything thrown to a refusal. @param usesOwnServerFault whether every server fault becomes the operation's own 500 */
export function toRefusalError(error: unknown, usesOwnServerFault = false): RefusalError {
  if (error instanceof RefusalError) return error;
  if (error instanceof MalformedJson)
    return new RefusalError(error.field === undefined ? invalidRequest(error.error) : invalid({ [error.field]: error.error }));
  if (error instanceof validatorErrors.BadRequest) return new RefusalError(invalidDetails(detailsOf(error.errors)));
  if (!(error instanceof Error)) return new RefusalError(refusal('internal_error'), error);
  if (error instanceof TooBusy) return new RefusalError(refusal('organization_busy'));
  // Errors with a status come from the validator.
  const code = 'status' in error ? codesByStatus.get(error.status) : undefined;
  if (code) return new RefusalError(refusal(code));
  const sqlState = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // The organization was deleted while its credential was still cached.
  if (sqlState === '23503' && 'constraint' in error && /^\w+_organization_id_fkey$/.test(String(error.constraint)))
    return new RefusalError(refusal('invalid_credentials'));
  const invalidValue = invalidValues[sqlState];
  if (invalidValue) return new RefusalError(invalidRequest(invalidValue));
  if (error instanceof TooManyWaiting || isBusy(sqlState, error.message)) return new RefusalError(refusal('unavailable'), error);
  if (isOutage(error)) return new RefusalError(refusal(usesOwnServerFault ? 'internal_error' : 'unavailable'), error);
  return new RefusalError(refusal('internal_error'), error);
}

/** PostgreSQL codes for invalid values that the contract cannot describe. */
const invalidValues: Readonly<Record<string, FieldError>> = {
  '22021': fieldErrors.invalidCharacters('the character U+0000 is not allowed'),
  '22P05': fieldErrors.invalidCharacters('the character U+0000 is not allowed'),
  '22003': fieldErrors.notAllowed('a number is out of range'),
  '22007': fieldErrors.notAllowed('a date is out of range'),
  '22008': fieldErrors.notAllowed('a date is out of range'),
};

/**
 * Returns whether the database is up but could not serve this request: it aborted the transaction in favor of another, or had no free
 * connection.
 */
function isBusy(code: string, message: string): boolean {
  return /^(40|53|55P03|57014|EMBEDDED_BUSY)/.test(code) || message === 'timeout exceeded when trying to connect';
}

/**
 * Returns whether the database is unreachable, by the error codes of PostgreSQL, the socket and the embedded engine. Errors of pg itself
 * have no code, so their messages are matched.
 */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isLost = /^(Connection terminated|Client (has|was)|Query read timeout)/.test(error.message);
  return isLost || /^(08|57P0|ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EMBEDDED)/.test(code);
}
