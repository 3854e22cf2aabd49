/** Refusals (spec/conventions, 5). Handlers and their helpers return a refusal; code outside a handler throws it. */
import { type ProblemMembers, problems } from '#generated/problems';
import { trusted } from '../trusted.ts';
import { type Details, detailsOf, type Place } from './details.ts';
import type { FieldError, FieldErrors } from './field-errors.ts';
import { messageOf } from './message.ts';

/** Error codes of the contract. */
export type ErrorCode = keyof typeof problems;

/** Members of an error besides its message and code. */
type MembersOf<C extends ErrorCode> = C extends keyof ProblemMembers
  ? ProblemMembers[C]
  : C extends 'validation_failed'
    ? { readonly details?: Details }
    : Readonly<Record<never, never>>;

/** Members are required for error codes that define them, and not allowed for other error codes. */
type MembersArgument<C extends ErrorCode> = C extends keyof ProblemMembers ? [members: ProblemMembers[C]] : [];

/** Marks refusals, so that no record is mistaken for a refusal. */
const refusalMark = Symbol('refused');

/** A refusal with this code. */
export interface RefusalOf<C extends ErrorCode> {
  readonly [refusalMark]: true;
  readonly status: (typeof problems)[C]['status'];
  readonly body: { readonly success: false; readonly error: string; readonly code: C } & MembersOf<C>;
}

/** A refusal with one of these codes. */
export type Refusal<C extends ErrorCode = ErrorCode> = C extends ErrorCode ? RefusalOf<C> : never;

/** @param code whose status and message the contract defines @param members inserted into the message, if it has any */
export function refusal<C extends ErrorCode>(code: C, ...[members]: MembersArgument<C>): Refusal<C> {
  return createRefusal(code, { ...members });
}

/** Returns a validation error for some fields. @param fields their mistakes by dotted path @param place where in the request they are */
export function invalid(fields: FieldErrors, place: Place = 'body'): Refusal<'validation_failed'> {
  return invalidDetails(detailsOf(fields, place));
}

/** Returns a validation error for a request as a whole. */
export function invalidRequest(...errors: readonly FieldError[]): Refusal<'validation_failed'> {
  return invalidDetails(detailsOf({}, undefined, errors));
}

/** Returns a validation error with these details. */
export function invalidDetails(details: Details): Refusal<'validation_failed'> {
  return createRefusal('validation_failed', { details });
}

function createRefusal<C extends ErrorCode>(code: C, members: Readonly<Record<string, unknown>>): Refusal<C> {
  const { status, error } = problems[code];
  const body = { success: false, error: messageOf(error, members), code, ...members };
  return trusted<Refusal<C>>(
    { [refusalMark]: true, status, body },
    'status and members belong to the code by the type of whoever asks for it',
  );
}

/** Returns whether a value is a refusal. */
export function isRefusal<T>(value: T): value is Extract<T, Refusal> {
  return typeof value === 'object' && value !== null && refusalMark in value;
}

/** A refusal that is thrown. */
export class RefusalError extends Error {
  readonly refusal: Refusal;
  /** @param cause of the refusal, for the log */
  constructor(thrownRefusal: Refusal, cause?: unknown) {
    super(thrownRefusal.body.error, { cause });
    this.refusal = thrownRefusal;
  }
  get status(): number {
    return this.refusal.status;
  }
}
