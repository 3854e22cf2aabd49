/** The contract as a caller sees it. All of it is derived from what is generated; nothing is written per operation. */
import type { FetchOptions, ParseAs, ParseAsResponse } from 'openapi-fetch';
import type { components, operations as Spec, paths } from '../../generated/api.d.ts';
import type { Bodies } from '../../generated/bodies.d.ts';
import type { operations as registry } from '../../generated/operations.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type ErrorCode = components['schemas']['ErrorCode'];

/** What every error has. Those of employees and risks have no code, nor have those of a proxy. */
export interface ErrorBody<Code extends string = ErrorCode> {
  readonly success: false;
  /** The message, fit to be shown to a user. */
  readonly error: string;
  /** The kind of error: one of those that the operation may have. */
  readonly code?: Code;
  readonly details?: components['schemas']['ErrorDetails'];
}

/** The paths that have this method. */
export type PathOf<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
type OperationOf<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never;

/** What a call takes besides its path: parameters, body, and what `fetch` takes. May be left out where the contract requires nothing. */
export type Input<P extends keyof paths, M extends Method, As = undefined> = Optional<
  Omit<FetchOptions<OperationOf<P, M>>, 'parseAs' | 'method' | 'body'> & BodyOf<P, M> & { readonly parseAs?: As }
>;
type BodyOf<P, M> = P extends keyof Bodies ? (M extends keyof Bodies[P] ? Body<Bodies[P][M]> : Body<undefined>) : Body<undefined>;
type Body<B> = undefined extends B ? { readonly body?: B } : { readonly body: B };
type Optional<T> = object extends T ? [input?: T] : [input: T];

/** What comes back: the data of a success, or the error of any other answer. */
export type Answer<P extends keyof paths, M extends Method, As = undefined> = AnswerOf<OperationOf<P, M>, As>;
type AnswerOf<O, As> =
  | {
      readonly data: [As] extends [ParseAs] ? ParseAsResponse<Success<O>, { parseAs: As }> : Success<O>;
      readonly error?: never;
      readonly response: Response;
    }
  | { readonly data?: never; readonly error: ErrorBody<CodeOf<O>>; readonly response: Response };

type CodeOf<O> = O extends { responses: infer R }
  ? {
      [S in keyof R]: R[S] extends { content: { 'application/json': { success: false; code: infer C extends string } } } ? C : never;
    }[keyof R]
  : never;

type Success<O> = O extends { responses: infer R }
  ? { [S in keyof R]: S extends 200 | 201 | 202 | 204 ? Content<R[S]> : never }[keyof R]
  : never;
/** JSON arrives parsed; whatever else there is, is a file. */
type Content<R> = R extends { content: infer C } ? { [T in keyof C]: T extends 'application/json' ? C[T] : Blob }[keyof C] : undefined;

type Registry = typeof registry;
/** The lists that come in pages: what each holds, by its path. */
export type Lists = {
  [Id in keyof Registry as Registry[Id] extends { readonly paged: string } ? Registry[Id]['path'] : never]: ItemOf<Spec[Id]['responses']>;
};
type ItemOf<R> = R extends { 200: { content: { 'application/json': { data: (infer Item)[] } } } } ? Item : never;
