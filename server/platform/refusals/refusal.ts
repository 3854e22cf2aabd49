/** How anything says no (spec/conventions, 5). Handlers and what they call return a refusal; where no handler is in reach, it is thrown. */
import { codes, type ErrorCode } from './codes.ts';
import type { Details } from './details.ts';
import { texts } from './texts.ts';

/** Only `refusal` makes what has this, so that no record is taken for one. */
const refused = Symbol('refused');

/** A reply that says no. */
export interface Refusal<S extends number = number> {
  readonly [refused]: true;
  readonly status: S;
  readonly body: { readonly success: false; readonly error: string; readonly code?: ErrorCode; readonly details?: Details };
}

/** @param status of the answer, from 400 on @param code for programs, where they have to tell this refusal from others of its status */
export function refusal<S extends number>(
  status: S,
  error: string,
  { code, details }: { readonly code?: ErrorCode | undefined; readonly details?: Details | undefined } = {},
): Refusal<S> {
  return { [refused]: true, status, body: { success: false, error, ...(code && { code }), ...(details && { details }) } };
}

/** A refusal that says what is wrong with some fields. @param fields their messages by dotted path */
export function invalid(fields: Readonly<Record<string, string>>): Refusal<400> {
  return refusal(400, 'Validation failed', {
    details: Object.fromEntries(Object.entries(fields).map(([field, message]) => [field, { _errors: [message] }])),
  });
}

/** Whether this is a refusal, and not what was asked for. */
export function isRefusal<T>(value: T): value is Extract<T, Refusal> {
  return typeof value === 'object' && value !== null && refused in value;
}

/** A refusal that is thrown. */
export class RefusalError extends Error {
  readonly status: number;
  readonly details: Details | undefined;
  readonly code: ErrorCode | undefined;
  constructor(status: number, text = texts[status] ?? 'Error', details?: Details, cause?: unknown, code?: ErrorCode) {
    super(text, { cause });
    this.status = status;
    this.details = details;
    this.code = code;
  }
}

/** What is thrown for a refusal that always says the same. */
export function coded(code: keyof typeof codes): RefusalError {
  return new RefusalError(codes[code].status, codes[code].text, undefined, undefined, code);
}
