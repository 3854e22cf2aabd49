/** How anything says no (spec/conventions, 5). Handlers and what they call return a refusal; where no handler is in reach, it is thrown. */
import { type ProblemMembers, problems } from '../../../generated/problems.ts';
import { trusted } from '../trusted.ts';
import type { Details } from './details.ts';
import { messageOf } from './message.ts';

/** The kinds of errors that the contract knows. */
export type ErrorCode = keyof typeof problems;

/** What an error of this kind has besides its message and its code. */
type MembersOf<C extends ErrorCode> = C extends keyof ProblemMembers
  ? ProblemMembers[C]
  : C extends 'validation_failed'
    ? { readonly details?: Details }
    : Readonly<Record<never, never>>;

/** Members have to be given for a kind that has them, and for no other. */
type Given<C extends ErrorCode> = C extends keyof ProblemMembers ? [members: ProblemMembers[C]] : [];

/** Only what makes refusals has this, so that no record is taken for one. */
const refused = Symbol('refused');

/** A reply that says no, with this code. */
export interface RefusalOf<C extends ErrorCode> {
  readonly [refused]: true;
  readonly status: (typeof problems)[C]['status'];
  readonly body: { readonly success: false; readonly error: string; readonly code: C } & MembersOf<C>;
}

/** A reply that says no, with one of these codes. */
export type Refusal<C extends ErrorCode = ErrorCode> = C extends ErrorCode ? RefusalOf<C> : never;

/** @param code whose status and message the contract gives @param members what the message names, where it names something */
export function refusal<C extends ErrorCode>(code: C, ...[members]: Given<C>): Refusal<C> {
  return made(code, { ...members });
}

/** A refusal that says what is wrong with some fields. @param fields their messages by dotted path */
export function invalid(fields: Readonly<Record<string, string>>): Refusal<'validation_failed'> {
  return invalidRequest(Object.fromEntries(Object.entries(fields).map(([field, message]) => [field, { _errors: [message] }])));
}

/** A refusal that says what is wrong with a request. */
export function invalidRequest(details: Details): Refusal<'validation_failed'> {
  return made('validation_failed', { details });
}

function made<C extends ErrorCode>(code: C, members: Readonly<Record<string, unknown>>): Refusal<C> {
  const { status, error } = problems[code];
  const body = { success: false, error: messageOf(error, members), code, ...members };
  return trusted<Refusal<C>>({ [refused]: true, status, body }, 'status and members belong to the code by the type of whoever asks for it');
}

/** Whether this is a refusal, and not what was asked for. */
export function isRefusal<T>(value: T): value is Extract<T, Refusal> {
  return typeof value === 'object' && value !== null && refused in value;
}

/** A refusal that is thrown. */
export class RefusalError extends Error {
  readonly refusal: Refusal;
  /** @param cause what went wrong, for the log */
  constructor(refused: Refusal, cause?: unknown) {
    super(refused.body.error, { cause });
    this.refusal = refused;
  }
  get status(): number {
    return this.refusal.status;
  }
}
