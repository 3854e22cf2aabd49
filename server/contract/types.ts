/**
 * The contract, as types.
 *
 * All of it is derived from two generated files: `api.d.ts` (what each operation takes and gives)
 * and `operations.ts` (its area, method, path and scope). Nothing here is written per operation.
 */
import type { Readable } from 'node:stream';
import type { operations as Spec } from '../../generated/api.d.ts';
import type { operations as registry } from '../../generated/operations.ts';
import type { AccountContext, OrganizationContext, PublicContext } from '../platform/context.ts';
import type { Page, PageRequest } from '../platform/database/page.ts';
import type { CallOutside, Deferred, InOrganization, LoggedRefusal } from './replies.ts';

type Registry = typeof registry;
export type OperationId = keyof Spec;
export type Area = Registry[OperationId]['area'];

/** Has exactly one handler for every operation of an area. */
export type Handlers<A extends Area> = {
  readonly [Id in OperationId as Registry[Id]['area'] extends A ? Id : never]: Handler<Id>;
};

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<Answer<Reply<Id>>>;

/** A reply, or the work that leads to one. Outside an organization it is always a reply, and for an account the organization or one. */
export type Answer<R> = AnswerWithin<R> | InOrganization<AnswerWithin<R>>;

/** A reply in an organization, or the work that leads to one. */
export type AnswerWithin<R> = R | Deferred<R> | CallOutside<R> | LoggedRefusal<R>;

/** Any reply, once the operation it answers no longer matters. */
export interface AnyReply {
  readonly status: number;
  readonly type?: string;
  readonly headers?: object;
  readonly body?: unknown;
  readonly page?: Page<unknown>;
  readonly beside?: object;
}

/** What a handler receives: the validated request, and what it may act on. */
export type Call<Id extends OperationId> = Input<Id> & Context<Id> & Before<Id>;

/** What the GET of the record answered, where `If-Match` had it read: a handler that holds no row need not read it again. */
type Before<Id extends OperationId> = Registry[Id] extends { readonly before: infer Get extends OperationId }
  ? Extract<Reply<Get>, { readonly status: 200 }> extends { readonly body: infer Body }
    ? { readonly before?: Body }
    : unknown
  : unknown;

type QueryOf<Id extends OperationId> = NonNullable<Spec[Id]['parameters']['query']>;
type IsPaged<Id extends OperationId> = Registry[Id] extends { readonly paged: string } ? true : false;

export type Input<Id extends OperationId> = {
  readonly path: NonNullable<Spec[Id]['parameters']['path']>;
  readonly body: BodyOf<Spec[Id]['requestBody']>;
} & (IsPaged<Id> extends true
  ? { readonly query: Omit<QueryOf<Id>, Exclude<keyof PageRequest, 'after'> | 'cursor'>; readonly page: PageRequest<SortByOf<QueryOf<Id>>> }
  : { readonly query: QueryOf<Id> });

/** What a list is asked for besides its page: the parameters of its query that say which records are on it. */
export type FilterOf<Id extends OperationId> = Input<Id>['query'];

type SortByOf<Q> = Q extends { sortBy?: infer S } ? S & string : string;

/** An operation outside an organization is given no database, but a way into one that it was proven to be meant for. */
type Context<Id extends OperationId> = Registry[Id]['scope'] extends 'organization'
  ? OrganizationContext
  : Registry[Id]['scope'] extends 'account'
    ? AccountContext
    : PublicContext;

/** What a handler may return: one member for each status and media type the spec declares. */
export type Reply<Id extends OperationId> = {
  [S in keyof Spec[Id]['responses'] & number]: { readonly status: S } & (S extends 200
    ? IsPaged<Id> extends true
      ? PageOf<Spec[Id]['responses'][S]>
      : Content<Spec[Id]['responses'][S]>
    : S extends 302
      ? Redirect
      : Content<Spec[Id]['responses'][S]>);
}[keyof Spec[Id]['responses'] & number];

/** Leads elsewhere: the one place that a handler names. */
interface Redirect {
  readonly headers: { readonly Location: string; readonly 'Cache-Control': string };
  readonly type?: never;
  readonly body?: never;
}

/** A list is answered with its page; what becomes of it on the wire is the contract layer's. What else the answer has stands beside it. */
type PageOf<R> = R extends { content: { 'application/json': infer Body extends { data: unknown[] } } }
  ? { readonly page: Page<Body['data'][number]> } & Beside<Omit<Body, 'data' | 'nextCursor' | 'totalCount' | 'success'>>
  : never;
type Beside<Others> = keyof Others extends never ? { readonly beside?: never } : { readonly beside: Others };

type Content<R> = HeadersOf<R> & (R extends { content: infer C } ? Media<C> : { readonly type?: never; readonly body?: never });

/** JSON is the default, so only another media type has to be named; where any will do, it is that of the file. */
type Media<C> = {
  [M in keyof C & string]: M extends 'application/json'
    ? { readonly type?: M; readonly body: C[M] }
    : { readonly type: M extends '*/*' ? string : M; readonly body: Value<M, C[M]> | (M extends `text/${string}` ? Readable : never) };
}[keyof C & string];

/** Of a body of any type the bytes, as they come. */
type BodyOf<B> = B extends { content: infer C }
  ? { [M in keyof C & string]: M extends '*/*' ? AsyncIterable<Uint8Array> : Value<M, C[M]> }[keyof C & string]
  : undefined;
type Value<M extends string, T> = M extends 'application/json' | 'application/problem+json'
  ? T
  : M extends `text/${string}`
    ? string | Readable
    : Binary;
export type Binary = Uint8Array | Readable;

/** Headers that the contract layer sets, so that handlers must not set them. */
type NotAHandlers =
  | 'X-Request-Id'
  | 'RateLimit'
  | 'RateLimit-Policy'
  | 'ETag'
  | 'Link'
  | 'Location'
  | 'Retry-After'
  | 'Deprecation'
  | 'Sunset'
  | 'WWW-Authenticate';

/** Only the headers the spec names: openapi-typescript adds an index signature that lets any through. */
type HeadersOf<R> = R extends { headers: infer H }
  ? { readonly [K in keyof H as string extends K ? never : K extends NotAHandlers ? never : K]: H[K] } extends infer Named
    ? keyof Named extends never
      ? { readonly headers?: never }
      : Record<never, never> extends Named
        ? { readonly headers?: Named }
        : { readonly headers: Named }
    : never
  : unknown;
