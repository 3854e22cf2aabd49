import type { ErrorBody } from './call.ts';

/** An answer that says no. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The message of the service, fit to be shown to a user. */
  readonly error: string;
  /** The kind of error. Those of employees and risks have none. */
  readonly code: string | undefined;
  /** What is wrong with which field, when validation failed. */
  readonly details: ErrorBody['details'];
  /** What the message names besides: `members: 2`. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Names the request in the log of the service. */
  readonly requestId: string | undefined;
  constructor({ status, headers }: Response, { success: _success, error, code, details, ...members }: ErrorBody<string>) {
    const requestId = headers.get('X-Request-Id') ?? undefined;
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
 * What is wrong with one field, to be shown beside it.
 * @param error of an answer, or as `orThrow` throws it @param field dotted where it is further in: `members.0.email`
 * @returns its messages; none when it was not refused
 */
export function fieldErrors(error: { readonly details?: ErrorBody['details'] | undefined } | undefined, field: string): readonly string[] {
  const found = error?.details?.[field];
  return Array.isArray(found) ? found : (found?._errors ?? []);
}

export type AnyAnswer<T = unknown> =
  | { readonly data: T; readonly error?: never; readonly response: Response }
  | { readonly data?: never; readonly error: ErrorBody<string>; readonly response: Response };
/** Told by the error, since a success may have no data. */
type DataOf<A> = Extract<A, { readonly error?: undefined }> extends { readonly data?: infer T } ? T : never;

/** The data of a call, for those who prefer exceptions: `const risk = await orThrow(client.GET(…))`. @throws ApiError */
export async function orThrow<A extends AnyAnswer>(call: PromiseLike<A>): Promise<DataOf<A>>;
export async function orThrow(call: PromiseLike<AnyAnswer>): Promise<unknown> {
  const answer = await call;
  if (answer.error !== undefined) throw new ApiError(answer.response, answer.error);
  return answer.data;
}

/** The error of an answer that is none of the service's own (of a proxy, say) is made to look like one. */
export function errorOf(error: unknown, { status, statusText }: Response): ErrorBody {
  return isError(error) ? error : { success: false, error: statusText || `HTTP ${status}` };
}

function isError(error: unknown): error is ErrorBody {
  return typeof error === 'object' && error !== null && 'error' in error && typeof error.error === 'string';
}
