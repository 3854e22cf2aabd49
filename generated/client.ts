// Generated from scripts/client/ by scripts/generate-client.ts. Do not edit.
import type { ErrorCode, ErrorDetails, Lists, paths } from './contract.ts';
import { createQuerySerializer, default as openapi } from 'openapi-fetch';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What every error has. Those of employees and risks have no code, nor have those of a proxy. */
export interface ErrorBody<Code extends string = ErrorCode> {
  readonly success: false;
  /** The message, fit to be shown to a user. */
  readonly error: string;
  /** The kind of error: one of those that the operation may have. */
  readonly code?: Code;
  readonly details?: ErrorDetails;
}

/** A file, as it is. */
export type Bytes = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer>;

/** The paths that have this method. */
export type PathOf<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
type OperationOf<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never;

/** What a call takes besides its path: parameters, body, and what `fetch` takes. May be left out where the contract requires nothing. */
export type Input<P extends keyof paths, M extends Method, As = undefined> = InputOf<OperationOf<P, M>, As>;
type InputOf<O, As> = Optional<Omit<RequestInit, 'body' | 'method'> & ParametersOf<O> & BodyOf<O> & { readonly parseAs?: As | undefined }>;
type ParametersOf<O> = O extends { parameters: infer P } ? (object extends P ? { readonly params?: P } : { readonly params: P }) : never;
type BodyOf<O> = O extends { requestBody: { content: infer C } }
  ? { readonly body: Sent<C> }
  : O extends { requestBody?: { content: infer C } }
    ? { readonly body?: Sent<C> }
    : { readonly body?: undefined };
type Sent<C> = C extends { 'application/json': infer Json } ? Json : Bytes;
type Optional<T> = object extends T ? [input?: T] : [input: T];

/** What comes back: the data of a success, or the error of any other answer. */
export type Answer<P extends keyof paths, M extends Method, As = undefined> = AnswerOf<OperationOf<P, M>, As>;
type AnswerOf<O, As> =
  | {
      readonly data: [As] extends [ParseAs] ? Parsed<Success<O>>[As] : Success<O>;
      readonly error?: never;
      readonly response: Response;
    }
  | { readonly data?: never; readonly error: ErrorBody<CodeOf<O>>; readonly response: Response };

/** How an answer is read, where that is not left to its media type. */
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
/** JSON arrives parsed; whatever else there is, is a file. */
type Content<R> = R extends { content: infer C } ? { [T in keyof C]: T extends 'application/json' ? C[T] : Blob }[keyof C] : undefined;

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

type AnyAnswer<T = unknown> =
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
function errorOf(error: unknown, { status, statusText }: Response): ErrorBody {
  return isError(error) ? error : { success: false, error: statusText || `HTTP ${status}` };
}

function isError(error: unknown): error is ErrorBody {
  return typeof error === 'object' && error !== null && 'error' in error && typeof error.error === 'string';
}

/**
 * The rows of all pages. The next page is named by `nextCursor`, or by the `Link` header of the lists that have no place for it; only the
 * cursor is taken from that, so that it does not matter under which address the service knows itself.
 * @param ask for the page that the query, added to the caller's, names @throws ApiError
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

type Fetch = (request: Request) => Promise<Response>;

/** Seconds. Who is to wait longer is better told. */
const longest = 60;

/** A `fetch` that waits and tries again, as often as `retries` says, when too much was asked (429) or the service is away for a moment (503). */
function patient(fetch: Fetch, retries: number): Fetch {
  return async (request) => {
    for (let left = retries; ; left -= 1) {
      // What was sent cannot be sent again, so a copy goes first.
      const response = await fetch(left > 0 ? request.clone() : request);
      const seconds = Number(response.headers.get('Retry-After') ?? 1);
      if (left <= 0 || (response.status !== 429 && response.status !== 503) || !(seconds <= longest)) return response;
      await response.body?.cancel();
      await pause(seconds * 1000, request.signal);
    }
  };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
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
  /** Everything in a list, read page by page as it is asked for. `limit` is the length of a page (100), `cursor` where to begin. @throws ApiError */
  list<P extends keyof Lists>(path: P, ...input: Input<P, 'get'>): AsyncGenerator<Lists[P], void, void>;
}

export interface ClientOptions extends Omit<RequestInit, 'body' | 'headers' | 'method'> {
  /** Address of the installation. */
  readonly baseUrl: string;
  /** A key of one organization. */
  readonly apiKey?: string | undefined;
  /** The session token of a signed-in user, or what gives one that is still good; together with `organizationId`. */
  readonly session?: string | (() => string | Promise<string>) | undefined;
  readonly organizationId?: string | undefined;
  /** The token of a trust access link. Goes with every call, so such a client can only make those that take one in the query. */
  readonly accessToken?: string | undefined;
  /** How often a call is made again after 429 and 503, once `Retry-After` has passed: 2 unless given. A POST carries an `Idempotency-Key` then, so that it is done once. */
  readonly retries?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Calls are made by path, and typed by it:
 *
 *     const client = createClient({ baseUrl: 'https://compliance.example.com', apiKey });
 *     const { data, error } = await client.GET('/v1/risks/{id}', { params: { path: { id } } });
 *     const risk = await orThrow(client.GET('/v1/risks/{id}', { params: { path: { id } } }));
 *     for await (const risk of client.list('/v1/risks', { params: { query: { status: ['open'] } } })) …
 *
 * `GET`, `POST`, `PUT`, `PATCH` and `DELETE` throw nothing that the service answers: they give `{ data, error, response }`, with `data`
 * when it said yes (undefined if that had no body), and `error` otherwise. `orThrow` around a call gives the data, or throws the error as
 * an `ApiError`; so does `list`. Where there is no answer at all, what `fetch` throws is thrown.
 *
 * A file goes out as a `Blob` or as bytes, where the contract takes one as it is. JSON arrives parsed, any other media type (PDF, CSV, ZIP, NDJSON …) as a `Blob`, or with `parseAs: 'stream'` as it comes.
 * In a browser, `credentials: 'include'` sends the session cookie; `organizationId` goes with it.
 */
export function createClient(options: ClientOptions): Client;
// What is typed for each operation outside is one function inside.
export function createClient({
  apiKey,
  session,
  organizationId,
  accessToken,
  retries = 2,
  fetch = globalThis.fetch,
  ...options
}: ClientOptions): Record<keyof Client, unknown> {
  const querySerializer = createQuerySerializer<object>();
  const core = openapi<Untyped>({
    ...options,
    fetch: patient(fetch, retries),
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

  async function send(method: Method, path: string, { parseAs, ...init }: AnyInput = {}) {
    const { data, error, response } = await core.request(method, path, { ...asBytes(init), ...init, parseAs: parseAs ?? 'stream' });
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
  readonly params?: { readonly query?: object };
}

function isBytes(body: unknown): body is Bytes {
  return body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body);
}

/** A file is sent as it is; everything else is JSON. */
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
