/**
 * The contract as types, derived from two generated files: `api.d.ts` (inputs and outputs of each operation) and `operations.ts` (area, method, path and
 * scope). Nothing here is written per operation.
 */
import type { Readable } from 'node:stream';
import type { operations as Spec } from '#generated/api';
import type { operations as registry } from '#generated/operations';
import type { Sent } from '#platform/audit/stored';
import type { AccountContext, CallerContext, OrganizationContext, PublicContext } from '#platform/context';
import type { Page, PageRequest } from '#platform/database/page';
import type { FileBody } from '#platform/files/send-file';
import type { CallExternal, Deferred, InOrganization, LoggedRefusal } from './replies.ts';

type Registry = typeof registry;
export type OperationId = keyof Spec;
export type Area = Registry[OperationId]['area'];

/** Exactly one handler for every operation of an area. */
export type Handlers<A extends Area> = {
  readonly [Id in OperationId as Registry[Id]['area'] extends A ? Id : never]: Handler<Id>;
};

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<Answer<Reply<Id>>>;

/** A reply, or work that leads to a reply. An operation outside an organization returns a reply, or the organization to continue in. */
export type Answer<R> = AnswerWithin<R> | InOrganization<AnswerWithin<R>>;

/** A reply in an organization, or work that leads to a reply. */
export type AnswerWithin<R> = R | Deferred<R> | CallExternal<R> | LoggedRefusal<R>;

/** Any reply, regardless of its operation. */
export interface AnyReply {
  readonly status: number;
  readonly type?: string;
  readonly headers?: object;
  readonly body?: unknown;
  readonly page?: Page<unknown>;
  readonly extraMembers?: object;
}

/** What a handler receives: the validated request and its context. */
export type Call<Id extends OperationId> = Input<Id> & Context<Id> & Before<Id>;

/** The record's GET answer, read for `If-Match`. A handler that locks no row need not read it again. */
type Before<Id extends OperationId> = Registry[Id] extends { readonly before: infer Get extends OperationId }
  ? Extract<Reply<Get>, { readonly status: 200 }> extends { readonly body: infer Body }
    ? { readonly before?: Body }
    : unknown
  : unknown;

type QueryOf<Id extends OperationId> = NonNullable<Spec[Id]['parameters']['query']>;
type IsPaged<Id extends OperationId> = Registry[Id] extends { readonly paged: string } ? true : false;

export type Input<Id extends OperationId> = {
  readonly path: NonNullable<Spec[Id]['parameters']['path']>;
  readonly body: Marked<BodyOf<Spec[Id]['requestBody']>>;
} & (IsPaged<Id> extends true
  ? { readonly query: Omit<QueryOf<Id>, Exclude<keyof PageRequest, 'after'> | 'cursor'>; readonly page: PageRequest<SortByOf<QueryOf<Id>>> }
  : { readonly query: QueryOf<Id> });

/** The filters of a list: its query parameters except those for paging. */
export type FilterOf<Id extends OperationId> = Input<Id>['query'];

type SortByOf<Q> = Q extends { sortBy?: infer S } ? S & string : string;

/** An operation outside an organization gets no database, only a way into an organization it has proven access to. */
type Context<Id extends OperationId> = Registry[Id]['scope'] extends 'organization'
  ? OrganizationContext
  : Registry[Id]['scope'] extends 'account'
    ? AccountContext
    : Registry[Id]['scope'] extends 'caller'
      ? CallerContext
      : PublicContext;

/** What a handler may return: one member for each declared status and media type. */
export type Reply<Id extends OperationId> = {
  [S in keyof Spec[Id]['responses'] & number]: { readonly status: S } & (S extends 200
    ? IsPaged<Id> extends true
      ? PageOf<Spec[Id]['responses'][S]>
      : InParts<Spec[Id]['responses'], Content<Spec[Id]['responses'][S]>>
    : S extends 302
      ? Redirect
      : Content<Spec[Id]['responses'][S]>);
}[keyof Spec[Id]['responses'] & number];

/** Where the contract declares parts, the reply may be the stored file, of which the contract layer sends what is asked for. */
type InParts<Responses, C> = 206 extends keyof Responses
  ? C extends { readonly body: unknown }
    ? Omit<C, 'body'> & { readonly body: C['body'] | FileBody }
    : C
  : C;

/** A redirect to the location that the handler names. */
interface Redirect {
  readonly headers: { readonly Location: string; readonly 'Cache-Control': string };
  readonly type?: never;
  readonly body?: never;
}

/** The reply of a list is its page, which the contract layer formats. Additional members of the answer go into `extraMembers`. */
type PageOf<R> = R extends { content: { 'application/json': infer Body extends { data: unknown[] } } }
  ? { readonly page: Page<Body['data'][number]> } & Extra<Omit<Body, 'data' | 'nextCursor' | 'previousCursor' | 'totalCount' | 'success'>>
  : never;
type Extra<Others> = keyof Others extends never ? { readonly extraMembers?: never } : { readonly extraMembers: Others };

type Content<R> = HeadersOf<R> & (R extends { content: infer C } ? Media<C> : { readonly type?: never; readonly body?: never });

/** JSON is the default, so only other media types are named. If any type is allowed, it is the file's. */
type Media<C> = {
  [M in keyof C & string]: M extends 'application/json'
    ? { readonly type?: M; readonly body: C[M] }
    : { readonly type: M extends '*/*' ? string : M; readonly body: Value<M, C[M]> | (M extends `text/${string}` ? Readable : never) };
}[keyof C & string];

/** A body of any type is the stream of its bytes. A body that may be left out is `{}` for the handler (body.ts). */
type BodyOf<B> = [B] extends [undefined]
  ? undefined
  : Exclude<B, undefined> extends { content: infer C }
    ? { [M in keyof C & string]: M extends '*/*' ? AsyncIterable<Uint8Array> : Value<M, C[M]> }[keyof C & string]
    : never;
/** A JSON body, marked as sent by the client. */
type Marked<B> = B extends undefined | string | Binary | AsyncIterable<Uint8Array> ? B : B & Sent;
type Value<M extends string, T> = M extends 'application/json' | 'application/problem+json'
  ? T
  : M extends `text/${string}`
    ? string | Readable
    : Binary;
export type Binary = Uint8Array | Readable;

/** Headers that the contract layer sets and handlers must not. */
type ReservedHeader =
  | 'X-Request-Id'
  | 'RateLimit'
  | 'RateLimit-Policy'
  | 'ETag'
  | 'Accept-Ranges'
  | 'Content-Range'
  | 'Link'
  | 'Location'
  | 'Retry-After'
  | 'Deprecation'
  | 'Sunset'
  | 'WWW-Authenticate';

/** Only the headers that the spec names, because openapi-typescript adds an index signature that allows any. */
type HeadersOf<R> = R extends { headers: infer H }
  ? { readonly [K in keyof H as string extends K ? never : K extends ReservedHeader ? never : K]: H[K] } extends infer Named
    ? keyof Named extends never
      ? { readonly headers?: never }
      : Record<never, never> extends Named
        ? { readonly headers?: Named }
        : { readonly headers: Named }
    : never
  : unknown;
