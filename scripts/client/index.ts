/** The client of the service: `openapi-fetch` with the types of the contract, credentials, pages, files and retries. */
import openapi, { createQuerySerializer } from 'openapi-fetch';
import type { Lists } from '../../generated/contract.ts';
import type { Answer, Bytes, Input, Method, ParseAs, PathOf } from './call.ts';
import { errorOf } from './errors.ts';
import { rowsOf } from './list.ts';
import { patient } from './retry.ts';

export * from '../../generated/contract.ts';
export type { Answer, Bytes, ErrorBody, Input, ParseAs, PathOf } from './call.ts';
export { ApiError, fieldErrors, orThrow } from './errors.ts';

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
