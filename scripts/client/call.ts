/** Types for calling the contract. All are derived from generated types; nothing is written per operation. */
import type { ErrorCode, ErrorDetails, ErrorMembers, paths } from '../../generated/contract.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The members of every error. Errors of employees and risks other than 412 have no code, nor have those of a proxy. */
export interface ErrorBody<Code extends string = ErrorCode> extends ErrorMembers {
  readonly success: false;
  /** The message, suitable for users. */
  readonly error: string;
  /** The code of the error, one of those that the operation lists. */
  readonly code?: Code;
  readonly details?: ErrorDetails;
  /** Identifies the request in the log of the service. */
  readonly requestId?: string;
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

type CodeOf<O> = O extends { responses: { default: { content: { 'application/json': infer Body } } } }
  ? 'code' extends keyof Body
    ? Extract<Body['code'], string>
    : never
  : never;

type Success<O> = O extends { responses: infer R }
  ? { [S in keyof R]: S extends 200 | 201 | 202 | 204 ? Content<R[S]> : never }[keyof R]
  : never;
/** JSON is parsed; any other content is a file. */
type Content<R> = R extends { content: infer C } ? { [T in keyof C]: T extends 'application/json' ? C[T] : Blob }[keyof C] : undefined;
