import type { FieldErrorReason } from '../../generated/contract.ts';
import type { ErrorBody } from './call.ts';

/** An error response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The message of the service, suitable for users. */
  readonly error: string;
  /** The code of the error. Errors of employees and risks other than 412 have none. */
  readonly code: string | undefined;
  /** The validation errors by field, when validation failed. */
  readonly details: ErrorBody['details'];
  /** Additional members of the error, such as `members: 2`. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Identifies the request in the log of the service. */
  readonly requestId: string | undefined;
  constructor({ status }: Response, { success: _success, error, code, details, requestId, ...members }: ErrorBody<string>) {
    super(`${error} (${[status, ...(requestId === undefined ? [] : [`request ${requestId}`])].join(', ')})`);
    this.status = status;
    this.error = error;
    this.code = code;
    this.details = details;
    this.members = members;
    this.requestId = requestId;
  }
}

/**
 * The validation errors of one field, to be displayed next to it.
 * @param error of an answer, or as `orThrow` throws it @param field a dotted path for nested fields: `members.0.email` @returns its
 * messages; none if the field is valid
 */
export function fieldErrors(error: { readonly details?: ErrorBody['details'] | undefined } | undefined, field: string): readonly string[] {
  const messages = error?.details?.[field];
  return Array.isArray(messages) ? messages : (messages?._errors ?? []);
}

/**
 * The codes of the validation errors of one field, to show them in other languages.
 * @returns a code with its params for each of the messages of `fieldErrors`, in the same order
 */
export function fieldReasons(
  error: { readonly details?: ErrorBody['details'] | undefined } | undefined,
  field: string,
): readonly FieldErrorReason[] {
  const details = error?.details;
  if (field === '_errors') return details?._codes ?? [];
  const messages = details?.[field];
  return Array.isArray(messages) ? [] : (messages?._codes ?? []);
}

export type AnyAnswer<T = unknown> =
  | { readonly data: T; readonly error?: never; readonly response: Response }
  | { readonly data?: never; readonly error: ErrorBody<string>; readonly response: Response };
/** Distinguished by the error, because a success may have no data. */
type DataOf<A> = Extract<A, { readonly error?: undefined }> extends { readonly data?: infer T } ? T : never;

/** Returns the data of a call, for callers who prefer exceptions: `const risk = await orThrow(client.GET(…))`. @throws ApiError */
export async function orThrow<A extends AnyAnswer>(call: PromiseLike<A>): Promise<DataOf<A>>;
export async function orThrow(call: PromiseLike<AnyAnswer>): Promise<unknown> {
  const answer = await call;
  if (answer.error !== undefined) throw new ApiError(answer.response, answer.error);
  return answer.data;
}

/** Returns the answer of a signed address, which is not an operation, in the form of a call. */
export async function answerOf(response: Response): Promise<AnyAnswer<Response>> {
  if (response.ok) return { data: response, response };
  return { error: errorOf(await response.json().catch(() => undefined), response), response };
}

/** Returns an error with the id of its request, also one that does not come from the service, such as one of a proxy. */
export function errorOf(error: unknown, response: Response): ErrorBody {
  const requestId = response.headers.get('X-Request-Id');
  return { ...bodyOf(error, response), ...(requestId !== null && { requestId }) };
}

function bodyOf(error: unknown, { status, statusText, type }: Response): ErrorBody {
  // Browsers hide the status of a redirect that is not followed.
  if (type === 'opaqueredirect') return { success: false, error: 'The service answered with a redirect, which is not followed' };
  return isError(error) ? error : { success: false, error: statusText || `HTTP ${status}` };
}

function isError(error: unknown): error is ErrorBody {
  return typeof error === 'object' && error !== null && 'error' in error && typeof error.error === 'string';
}
