/** The client of the service: `openapi-fetch` with the types of the contract, credentials, pages, files and retries. */
import openapi, { createQuerySerializer } from 'openapi-fetch';
import type { Downloads, Lists, Run, UploadCreate, UploadCreated } from '../../generated/contract.ts';
import type { Answer, Bytes, Input, Method, ParseAs, PathOf } from './call.ts';
import { fileOf } from './download.ts';
import { type AnyAnswer, answerOf, errorOf } from './errors.ts';
import { rowsOf } from './list.ts';
import { type ListPage, pageOf } from './page.ts';
import { pathOf } from './path.ts';
import { type Retry, type RetryPolicy, withRetries } from './retry.ts';
import { readUntilEnded, type WaitOptions } from './run.ts';
import { sendFile } from './send-file.ts';
import { uploadFile, type UploadOptions } from './upload.ts';

export * from '../../generated/contract.ts';
export * as labels from '../../generated/labels.ts';
export * from '../../generated/permissions.ts';
export * as transitions from '../../generated/transitions.ts';
export type { Answer, Bytes, ErrorBody, Input, ParseAs, PathOf } from './call.ts';
export { can } from './can.ts';
export type { Holder } from './can.ts';
export { ApiError, fieldErrors, fieldReasons, orThrow } from './errors.ts';
export type { ListPage } from './page.ts';
export type { Retry } from './retry.ts';
export type { WaitOptions } from './run.ts';
export type { UploadProgress } from './send-file.ts';
export type { UploadOptions } from './upload.ts';

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
  /** Returns one page of a list, in the same form for every list. `limit` and `cursor` as for `list`. @throws ApiError */
  page<P extends keyof Lists>(path: P, ...input: Input<P, 'get'>): Promise<ListPage<Lists[P]>>;
  /** Sends a file in advance. @returns the key that operations take as `fileKey` @throws ApiError */
  upload(file: File, options?: UploadOptions): Promise<string>;
  upload(content: Bytes, options: UploadOptions & { readonly fileName: string }): Promise<string>;
  /** Returns a file with its name and media type, whether the service answers with the file or with a link to it. @throws ApiError */
  download<P extends keyof Downloads>(path: P, ...input: Input<P, Downloads[P]>): Promise<File>;
  /** Reads a run until it is completed, failed or cancelled. @throws ApiError @throws the reason of the signal */
  waitForRun(run: Pick<Run, 'id'>, options?: WaitOptions): Promise<Run>;
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
  /** The longest wait before a repetition in milliseconds; 10 seconds by default. An answer that asks to wait longer is returned at once. */
  readonly maxWait?: number;
  /** Called before each wait, so that a page can say why it takes longer. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
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
 * `ApiError`, and so do `list`, `page`, `upload`, `download` and `waitForRun`. Redirects are not followed and are errors. When there is no
 * answer, the exception of `fetch` is thrown. A path parameter that is missing, empty or a dot segment, or that contains a slash, throws a
 * `TypeError`, and nothing is sent.
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
  maxWait = 10_000,
  onRetry,
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

  const policy: RetryPolicy = { retries, maxWait, onRetry };

  function send(method: 'post', template: '/v1/uploads/presign', input: AnyInput): Promise<AnyAnswer<UploadCreated>>;
  function send(method: 'get', template: '/v1/runs/{id}', input: AnyInput): Promise<AnyAnswer<Run>>;
  function send(method: Method, template: string, input: AnyInput & { readonly parseAs: 'blob' }): Promise<AnyAnswer<Blob>>;
  function send(method: Method, template: string, input?: AnyInput): Promise<AnyAnswer>;
  async function send(
    method: Method,
    template: string,
    { parseAs, params: { path, ...params } = {}, ...init }: AnyInput = {},
  ): Promise<AnyAnswer<unknown>> {
    const address = pathOf(template, path);
    const { data, error, response } = await core.request(method, address, {
      ...asBytes(init),
      ...init,
      // A request can be sent only once, so a copy is sent as long as it may be repeated.
      fetch: (request) =>
        withRetries((isLast) => fetch(isLast ? request : request.clone()), `${method.toUpperCase()} ${template}`, policy, request.signal),
      redirect: 'manual',
      params,
      parseAs: parseAs ?? 'stream',
    });
    if (!response.ok) return { error: errorOf(error, response), response };
    return { data: parseAs || !data ? data : await contentOf(response), response };
  }
  const verb = (method: Method) => (path: string, input?: AnyInput) => send(method, path, input);
  /** @param request sends a request to a signed address, which needs no credential */
  const requestLink = async (request: () => Promise<Response>, operation: string, signal: AbortSignal | null | undefined) =>
    answerOf(await withRetries(request, operation, policy, signal));
  const requestPage = (path: string, input: AnyInput = {}, query: object = {}) =>
    send('get', path, { ...input, params: { ...input.params, query: { limit: 100, ...input.params?.query, ...query } } });
  return {
    GET: verb('get'),
    POST: verb('post'),
    PUT: verb('put'),
    PATCH: verb('patch'),
    DELETE: verb('delete'),
    list: (path: string, input?: AnyInput) => rowsOf((query) => requestPage(path, input, query)),
    page: (path: string, input?: AnyInput) => pageOf(requestPage(path, input)),
    upload: (content: Bytes, options: UploadOptions = {}) => {
      const { onProgress, signal } = options;
      return uploadFile(
        content,
        options,
        (body: UploadCreate) => send('post', '/v1/uploads/presign', { body, signal: signal ?? null }),
        (address, file) =>
          requestLink(() => sendFile(address, file, { fetch, onProgress, signal }), 'PUT /v1/uploads/{id}/content', signal),
      );
    },
    download: (path: string, input: AnyInput = {}) => {
      // Only a download by POST has a body (scripts/generate-contract.ts).
      const method = input.body === undefined ? 'get' : 'post';
      const { signal = null } = input;
      return fileOf(send(method, path, { ...input, parseAs: 'blob' }), (address) =>
        requestLink(() => fetch(new Request(address, { credentials: 'omit', signal })), `${method.toUpperCase()} ${path}`, signal),
      );
    },
    waitForRun: ({ id }: Pick<Run, 'id'>, options: WaitOptions = {}) =>
      readUntilEnded(() => send('get', '/v1/runs/{id}', { params: { path: { id } }, signal: options.signal ?? null }), options),
  };
}

type Untyped = Record<
  string,
  Record<
    Method,
    {
      parameters: { query?: object };
      requestBody?: { content: { 'application/json': object } };
      responses: { 200: { content: { 'application/json': unknown } } };
    }
  >
>;
interface AnyInput {
  readonly parseAs?: ParseAs;
  readonly params?: { readonly path?: Readonly<Record<string, unknown>>; readonly query?: object };
  readonly body?: object;
  readonly signal?: AbortSignal | null;
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
