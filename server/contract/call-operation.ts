/**
 * Calls operations for the service's own pages. Each call passes through the gate like any other request, so it is counted, validated,
 * executed and logged by the same code. However, the body and the answer of the call are not sent over the wire.
 */
import { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import type { operations as Spec } from '#generated/api';
import { operations } from '#generated/operations';
import type { InternalCall, RequestState } from './request-state.ts';
import type { Binary, Input, OperationId } from './types.ts';

type Registry = typeof operations;

/** Pages have no sessions, so they may call only operations that need no credential beyond the secret in a link. */
type PublicOperationId = { [Id in OperationId]: Registry[Id]['scope'] extends 'public' ? Id : never }[OperationId];

type Texts<T> = { readonly [Name in keyof T]: string };

/** The input of an operation. Values are as the visitor typed them; the gate validates them as usual. */
export interface OperationCall<Id extends PublicOperationId> {
  readonly path: Texts<Input<Id>['path']>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: { readonly [Name in keyof Input<Id>['body']]?: unknown };
  /** JSON sent as a stream instead of `body`, so that a file is never held in memory. */
  readonly stream?: AsyncIterable<string>;
}

type BodyIn<R> = R extends { content: { 'application/json': infer Body } } ? Body : Binary;
/** The body of a successful answer. */
export type SuccessBody<Id extends PublicOperationId> = BodyIn<Spec[Id]['responses'][keyof Spec[Id]['responses'] & (200 | 201 | 202)]>;

/** @param req the request for the page @throws the error that the operation would answer with */
export type CallOperation = <Id extends PublicOperationId>(
  req: Request,
  res: Response,
  id: Id,
  call: OperationCall<Id>,
) => Promise<SuccessBody<Id>>;

export function createOperationCaller(gate: RequestHandler): CallOperation {
  return <Id extends PublicOperationId>(req: Request, res: Response, id: Id, { path, query = {}, body, stream }: OperationCall<Id>) =>
    new Promise<SuccessBody<Id>>((resolve, reject) => {
      const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
      const pageCall: InternalCall = {
        body: stream ? Readable.from(encodeUtf8(stream)) : Readable.from([bytes]),
        take(answer: SuccessBody<Id>) {
          if (requestState.actor) req.requestState.actor = requestState.actor;
          resolve(answer);
        },
      };
      const { requestId, traceId } = req.requestState;
      const requestState: RequestState = { requestId, traceId, head: false, problems: true, internalCall: pageCall };
      const url = urlOf(id, path, query);
      const { host = '', 'user-agent': agent } = req.headers;
      const headers = {
        host,
        accept: '*/*',
        ...(agent !== undefined && { 'user-agent': agent }),
        ...((stream || bytes.length) && { 'content-type': 'application/json' }),
        ...(stream ? { 'transfer-encoding': 'chunked' } : bytes.length && { 'content-length': String(bytes.length) }),
      };
      const overrides = {
        method: operations[id].method.toUpperCase(),
        url,
        originalUrl: url,
        ip: req.ip,
        headers,
        body: undefined,
        requestState,
      };
      const innerRequest: Request = Object.create(req, Object.getOwnPropertyDescriptors(overrides));
      const innerResponse: Response = Object.create(res);
      gate(innerRequest, innerResponse, (error?: unknown) =>
        reject(error ?? new TypeError(`${id} was not found at its path in the contract`)),
      );
    });
}

async function* encodeUtf8(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}

function urlOf(id: OperationId, path: object, query: Readonly<Record<string, string>>): string {
  const fullPath = Object.entries(path).reduce(
    (urlPath, [name, value]) => urlPath.replace(`{${name}}`, () => encodeURIComponent(String(value))),
    String(operations[id].path),
  );
  return Object.keys(query).length ? `${fullPath}?${new URLSearchParams(query)}` : fullPath;
}
