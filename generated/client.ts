// Generated from scripts/client/ by scripts/generate-client.ts. Do not edit.
import type { ErrorCode, ErrorDetails, FieldErrorReason, Lists, paths } from './contract.ts';
import { hidingTemplates } from './hiding-templates.ts';
import { createQuerySerializer, default as openapi } from 'openapi-fetch';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The members of every error. Errors of employees and risks have no code, nor have those of a proxy. */
export interface ErrorBody<Code extends string = ErrorCode> {
  readonly success: false;
  /** The message, suitable for users. */
  readonly error: string;
  /** The kind of error: one of those that the operation declares. */
  readonly code?: Code;
  readonly details?: ErrorDetails;
}

/** The content of a file. */
export type Bytes = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer>;

/** The paths with this method. */
export type PathOf<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
type OperationOf<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never;

/** The input of a call besides its path: parameters, body, and options of `fetch`. Optional where the contract requires nothing. */
export type Input<P extends keyof paths, M extends Method, As = undefined> = InputOf<OperationOf<P, M>, As>;
type InputOf<O, As> = Optional<
  Omit<RequestInit, 'body' | 'method' | 'redirect'> & ParametersOf<O> & BodyOf<O> & { readonly parseAs?: As | undefined }
>;
type ParametersOf<O> = O extends { parameters: infer P } ? (object extends P ? { readonly params?: P } : { readonly params: P }) : never;
type BodyOf<O> = O extends { requestBody: { content: infer C } }
  ? { readonly body: Sent<C> }
  : O extends { requestBody?: { content: infer C } }
    ? { readonly body?: Sent<C> }
    : { readonly body?: undefined };
type Sent<C> = C extends { 'application/json': infer Json } ? Json : Bytes;
type Optional<T> = object extends T ? [input?: T] : [input: T];

/** The result of a call: the data of a success, or the error of any other answer. */
export type Answer<P extends keyof paths, M extends Method, As = undefined> = AnswerOf<OperationOf<P, M>, As>;
type AnswerOf<O, As> =
  | {
      readonly data: [As] extends [ParseAs] ? Parsed<Success<O>>[As] : Success<O>;
      readonly error?: never;
      readonly response: Response;
    }
  | { readonly data?: never; readonly error: ErrorBody<CodeOf<O>>; readonly response: Response };

/** How an answer is parsed, unless its media type decides. */
export type ParseAs = keyof Parsed<unknown>;
interface Parsed<T> {
  readonly json: T;
  readonly text: string;
  readonly blob: Blob;
  readonly arrayBuffer: ArrayBuffer;
  readonly stream: Response['body'];
}

type CodeOf<O> = O extends { responses: { default: { content: { 'application/json': { code: infer C extends string } } } } } ? C : never;

type Success<O> = O extends { responses: infer R }
  ? { [S in keyof R]: S extends 200 | 201 | 202 | 204 ? Content<R[S]> : never }[keyof R]
  : never;
/** JSON is parsed; any other content is a file. */
type Content<R> = R extends { content: infer C } ? { [T in keyof C]: T extends 'application/json' ? C[T] : Blob }[keyof C] : undefined;

/** An error response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The message of the service, suitable for users. */
  readonly error: string;
  /** The kind of error. Errors of employees and risks have none. */
  readonly code: string | undefined;
  /** The validation errors by field, when validation failed. */
  readonly details: ErrorBody['details'];
  /** Additional members of the error, such as `members: 2`. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Identifies the request in the log of the service. */
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
 * The validation errors of one field, to be displayed next to it.
 * @param error of an answer, or as `orThrow` throws it @param field a dotted path for nested fields: `members.0.email` @returns its
 * messages; none if the field is valid
 */
export function fieldErrors(error: { readonly details?: ErrorBody['details'] | undefined } | undefined, field: string): readonly string[] {
  const messages = error?.details?.[field];
  return Array.isArray(messages) ? messages : (messages?._errors ?? []);
}

/**
 * The same for programs, to show messages in other languages.
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

type AnyAnswer<T = unknown> =
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

/** Converts an error that does not come from the service, such as one of a proxy, to the form of its errors. */
function errorOf(error: unknown, { status, statusText, type }: Response): ErrorBody {
  // Browsers hide the status of a redirect that is not followed.
  if (type === 'opaqueredirect') return { success: false, error: 'The service answered with a redirect, which is not followed' };
  return isError(error) ? error : { success: false, error: statusText || `HTTP ${status}` };
}

function isError(error: unknown): error is ErrorBody {
  return typeof error === 'object' && error !== null && 'error' in error && typeof error.error === 'string';
}

/**
 * Yields the records of all pages. The next page comes from `nextCursor`, or from the `Link` header of lists whose bodies cannot contain
 * it. Only the cursor of that header is used, because its address may differ from the address that the caller uses.
 * @param ask requests a page with this query, added to the caller's @throws ApiError
 */
async function* rowsOf(
  ask: (query: { readonly cursor?: string }) => Promise<AnyAnswer<unknown>>,
): AsyncGenerator<unknown, void, void> {
  for (let query: { cursor?: string } | undefined = {}; query;) {
    const answer = ask(query);
    const page = await orThrow(answer);
    if (!isPage(page)) throw new TypeError('this is not a list');
    yield* page.data;
    const cursor = page.nextCursor ?? cursorIn((await answer).response);
    query = cursor === undefined ? undefined : { cursor };
  }
}

interface Page {
  readonly data: readonly unknown[];
  readonly nextCursor?: string | null;
}

function isPage(body: unknown): body is Page {
  return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data);
}

function cursorIn({ headers, url }: Response): string | undefined {
  const next = /<([^<>]*)>; *rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  return next === undefined ? undefined : (new URL(next, url).searchParams.get('cursor') ?? undefined);
}

/**
 * Builds the path of a call. Each parameter fills one segment, so that no value can lead to another operation.
 * @param template such as `/v1/risks/{id}` @throws TypeError that names a parameter without a usable value
 */
function pathOf(template: string, values: Readonly<Record<string, unknown>> = {}): string {
  const name = nameOfHiddenParameter(template, values);
  if (name !== undefined)
    throw new TypeError(
      `The path parameter ${JSON.stringify(name)} must not be ${JSON.stringify(values[name])}, which names another operation`,
    );
  const path = template.replace(/\{([^{}]*)\}/g, (_all, name: string) => encodeURIComponent(segmentOf(name, values[name])));
  const fault = findFault(path);
  if (fault !== undefined) throw new TypeError(`The path ${JSON.stringify(template)} ${fault}`);
  return path;
}

function segmentOf(name: string, value: unknown): string {
  const fault =
    typeof value === 'string' || Number.isFinite(value) ? findSegmentFault(decodeFully(String(value))) : 'must be a string or a number';
  if (fault === undefined) return String(value);
  throw new TypeError(`The path parameter ${JSON.stringify(name)} ${fault}`);
}

function findFault(path: string): string | undefined {
  if (!path.startsWith('/')) return 'must begin with a slash';
  if (/[{}]/.test(path)) return 'has a parameter without a value';
  // `fetch` treats a backslash as a slash, removes tabs and line breaks, and ends the path at a question mark or a hash.
  if (/[\\?#\s\p{Cc}]/u.test(path)) return 'must not contain a backslash, question mark, hash or white space';
  return path
    .split('/')
    .slice(1)
    .map((segment) => findSegmentFault(decodeFully(segment)))
    .find((fault) => fault !== undefined);
}

function findSegmentFault(text: string): string | undefined {
  if (/[/\\]/.test(text)) return 'must not contain a slash or backslash in a segment';
  // Some parsers drop spaces and control characters, which may leave nothing or a dot segment.
  const remainingText = text.replace(/[\s\p{Cc}]/gu, '');
  if (remainingText === '') return 'must not be empty';
  // Some servers treat `..;a=b` as `..`.
  return /^\.\.?(?:;|$)/.test(remainingText) ? 'must not be a dot segment' : undefined;
}

/** Decodes until nothing changes, because proxies may decode more than once. */
function decodeFully(text: string): string {
  const once = text.replace(/%[0-7][\da-f]/gi, decodeURIComponent);
  return once === text ? text : decodeFully(once);
}

/** @returns the name of a parameter whose value makes the path one of another operation, as `bulk` does in `/v1/tasks/{taskId}` */
function nameOfHiddenParameter(template: string, values: Readonly<Record<string, unknown>>): string | undefined {
  const segments = template.split('/');
  const parameters = segments.map((segment) => /^\{(.*)\}$/.exec(segment)?.[1]);
  const filledSegments = segments.map((segment, index) => {
    const name = parameters[index];
    return name === undefined ? segment : decodeFully(String(values[name]));
  });
  for (const hidingTemplate of hidingTemplates) {
    const hidingSegments = hidingTemplate.split('/');
    // At the first difference, the path with the fixed segment takes precedence.
    const firstDifference = hidingSegments.findIndex((segment, index) => segment.startsWith('{') !== (parameters[index] !== undefined));
    const name = parameters[firstDifference];
    if (name === undefined || hidingSegments.length !== segments.length) continue;
    if (hidingSegments.every((segment, index) => segment.startsWith('{') || segment === filledSegments[index])) return name;
  }
  return undefined;
}

type Fetch = (request: Request) => Promise<Response>;

/** The longest wait in seconds. After a longer Retry-After, the caller gets the error. */
const maxWait = 60;

/**
 * A `fetch` that waits and retries up to `retries` times when the rate limit is exceeded (429) or the service is temporarily unavailable
 * (503).
 */
function withRetries(fetch: Fetch, retries: number): Fetch {
  return async (request) => {
    for (let remainingRetries = retries; ; remainingRetries -= 1) {
      // A request can be sent only once, so a copy is sent first.
      const response = await fetch(remainingRetries > 0 ? request.clone() : request);
      const seconds = Number(response.headers.get('Retry-After') ?? 1);
      if (remainingRetries <= 0 || (response.status !== 429 && response.status !== 503) || !(seconds <= maxWait)) return response;
      await response.body?.cancel();
      await wait(seconds * 1000, request.signal);
    }
  };
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

export * from './contract.ts';

type Verb<M extends Method> = <P extends PathOf<M>, As extends ParseAs | undefined = undefined>(
  path: P,
  ...input: Input<P, M, As>
) => Promise<Answer<P, M, As>>;

export interface Client {
  readonly GET: Verb<'get'>;
  readonly POST: Verb<'post'>;
  readonly PUT: Verb<'put'>;
  readonly PATCH: Verb<'patch'>;
  readonly DELETE: Verb<'delete'>;
  /** Yields all records of a list and reads page by page on demand. `limit` is the page size (100), `cursor` the start. @throws ApiError */
  list<P extends keyof Lists>(path: P, ...input: Input<P, 'get'>): AsyncGenerator<Lists[P], void, void>;
}

export interface ClientOptions extends Omit<RequestInit, 'body' | 'headers' | 'method' | 'redirect'> {
  /** Address of the installation, without a query or a fragment. */
  readonly baseUrl: string;
  /** A key of one organization. */
  readonly apiKey?: string | undefined;
  /** The session token of a signed-in user, or a function that returns a valid one; used together with `organizationId`. */
  readonly session?: string | (() => string | Promise<string>) | undefined;
  readonly organizationId?: string | undefined;
  /** The token of a trust access link. It is sent with every call, so such a client can only call operations that take it in the query. */
  readonly accessToken?: string | undefined;
  /**
   * How often a call is repeated after 429 and 503, once `Retry-After` has passed; 2 by default. A POST then gets an `Idempotency-Key`, so
   * that it is executed once.
   */
  readonly retries?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Creates a client whose calls are typed by their path:
 *
 *     const client = createClient({ baseUrl: 'https://compliance.example.com', apiKey });
 *     const { data, error } = await client.GET('/v1/risks/{id}', { params: { path: { id } } });
 *     const risk = await orThrow(client.GET('/v1/risks/{id}', { params: { path: { id } } }));
 *     for await (const risk of client.list('/v1/risks', { params: { query: { status: ['open'] } } })) …
 *
 * `GET`, `POST`, `PUT`, `PATCH` and `DELETE` do not throw for any answer of the service. They return `{ data, error, response }`, with `data`
 * for a success (undefined if it had no body), and `error` otherwise. `orThrow` returns the data of a call or throws the error as an
 * `ApiError`, and so does `list`. Redirects are not followed and are errors. When there is no answer, the exception of `fetch` is thrown. A path parameter that is missing, empty or a
 * dot segment, or that contains a slash, throws a `TypeError`, and nothing is sent.
 *
 * Files are sent as a `Blob` or as bytes. JSON answers are parsed, and any other media type (PDF, CSV, ZIP, NDJSON …) is returned as a
 * `Blob`, or with `parseAs: 'stream'` as a stream. In a browser, `credentials: 'include'` sends the session cookie, together with
 * `organizationId`.
 */
export function createClient(options: ClientOptions): Client;
// Each operation has its own type outside; inside, one function handles all of them.
export function createClient({
  apiKey,
  session,
  organizationId,
  accessToken,
  retries = 2,
  fetch = globalThis.fetch,
  ...options
}: ClientOptions): Record<keyof Client, unknown> {
  // The path of a call would become a part of the query or the fragment.
  if (/[?#]/.test(options.baseUrl)) throw new TypeError('The base URL must not contain a question mark or a hash');
  const querySerializer = createQuerySerializer<object>();
  const core = openapi<Untyped>({
    ...options,
    // A followed redirect would send the API key to another address, and a POST as a GET.
    redirect: 'manual',
    fetch: withRetries(fetch, retries),
    querySerializer: (query) => querySerializer({ token: accessToken, ...query }),
  });
  core.use({
    async onRequest({ request: { method, headers } }) {
      const token = typeof session === 'function' ? await session() : session;
      if (apiKey !== undefined) headers.set('X-API-Key', apiKey);
      if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
      if (organizationId !== undefined && !headers.has('X-Organization-Id')) headers.set('X-Organization-Id', organizationId);
      if (method === 'POST' && retries > 0 && !headers.has('Idempotency-Key')) headers.set('Idempotency-Key', randomKey());
    },
  });

  async function send(method: Method, template: string, { parseAs, params: { path, ...params } = {}, ...init }: AnyInput = {}) {
    const address = pathOf(template, path);
    const { data, error, response } = await core.request(method, address, {
      ...asBytes(init),
      ...init,
      redirect: 'manual',
      params,
      parseAs: parseAs ?? 'stream',
    });
    if (!response.ok) return { error: errorOf(error, response), response };
    return { data: parseAs || !data ? data : await contentOf(response), response };
  }
  const verb = (method: Method) => (path: string, input?: AnyInput) => send(method, path, input);
  return {
    GET: verb('get'),
    POST: verb('post'),
    PUT: verb('put'),
    PATCH: verb('patch'),
    DELETE: verb('delete'),
    list: (path: string, input: AnyInput = {}) =>
      rowsOf((query) =>
        send('get', path, { ...input, params: { ...input.params, query: { limit: 100, ...input.params?.query, ...query } } }),
      ),
  };
}

type Untyped = Record<
  string,
  Record<Method, { parameters: { query?: object }; responses: { 200: { content: { 'application/json': unknown } } } }>
>;
interface AnyInput {
  readonly parseAs?: ParseAs;
  readonly params?: { readonly path?: Readonly<Record<string, unknown>>; readonly query?: object };
}

function isBytes(body: unknown): body is Bytes {
  return body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body);
}

/** Sends a file as it is, and everything else as JSON. */
function asBytes(init: object) {
  if (!('body' in init) || !isBytes(init.body)) return {};
  const { body } = init;
  return { bodySerializer: () => body, headers: { 'Content-Type': (body instanceof Blob && body.type) || 'application/octet-stream' } };
}

function contentOf(response: Response): Promise<unknown> {
  return /^application\/json\b/.test(response.headers.get('Content-Type') ?? '') ? response.json() : response.blob();
}

function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
