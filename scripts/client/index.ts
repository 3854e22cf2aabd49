/** The client of the service: `openapi-fetch` with the types of the contract, credentials, pages, files and retries. */
import openapi, { createQuerySerializer } from 'openapi-fetch';
import type { Lists } from '../../generated/contract.ts';
import type { Answer, Bytes, Input, Method, ParseAs, PathOf } from './call.ts';
import { errorOf } from './errors.ts';
import { rowsOf } from './list.ts';
import { pathOf } from './path.ts';
import { withRetries } from './retry.ts';

export * from '../../generated/contract.ts';
export type { Answer, Bytes, ErrorBody, Input, ParseAs, PathOf } from './call.ts';
export { ApiError, fieldErrors, fieldReasons, orThrow } from './errors.ts';

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
