/**
 * How a page of the service does what its reader could do by the API. The request goes through the gate like any other: it is counted, checked,
 * carried out and logged by the same steps, so no rule of an operation is written a second time. Only its body and its answer are not on the wire.
 */
import { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import type { operations as Spec } from '../../generated/api.d.ts';
import { operations } from '../../generated/operations.ts';
import type { Asked, RequestState } from './request-state.ts';
import type { Binary, Input, OperationId } from './types.ts';

type Registry = typeof operations;

/** Pages know no sessions: what they ask for needs no credential, but perhaps the secret in a link. */
type Open = { [Id in OperationId]: Registry[Id]['scope'] extends 'public' ? Id : never }[OperationId];

type Texts<T> = { readonly [Name in keyof T]: string };

/** The request to an operation. Its values are as somebody typed them: whether they fit is found out as always. */
export interface Question<Id extends Open> {
  readonly path: Texts<Input<Id>['path']>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: { readonly [Name in keyof Input<Id>['body']]?: unknown };
  /** JSON in place of a body, as it comes: for a file, which is never in memory. */
  readonly stream?: AsyncIterable<string>;
}

type BodyIn<R> = R extends { content: { 'application/json': infer Body } } ? Body : Binary;
/** The body of a success. */
export type Answered<Id extends Open> = BodyIn<Spec[Id]['responses'][keyof Spec[Id]['responses'] & (200 | 201 | 202)]>;

/** @param req to the page @throws whatever the operation is refused for */
export type Ask = <Id extends Open>(req: Request, res: Response, id: Id, question: Question<Id>) => Promise<Answered<Id>>;

export function askingAt(gate: RequestHandler): Ask {
  return <Id extends Open>(req: Request, res: Response, id: Id, { path, query = {}, body, stream }: Question<Id>) =>
    new Promise<Answered<Id>>((resolve, reject) => {
      const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
      const asked: Asked = {
        body: stream ? Readable.from(encoded(stream)) : Readable.from([bytes]),
        take(answer: Answered<Id>) {
          if (requestState.actor) req.requestState.actor = requestState.actor;
          resolve(answer);
        },
      };
      const { requestId, traceId } = req.requestState;
      const requestState: RequestState = { requestId, traceId, head: false, problems: true, asked };
      const url = addressOf(id, path, query);
      const { host = '', 'user-agent': agent } = req.headers;
      const headers = {
        host,
        accept: '*/*',
        ...(agent !== undefined && { 'user-agent': agent }),
        ...((stream || bytes.length) && { 'content-type': 'application/json' }),
        ...(stream ? { 'transfer-encoding': 'chunked' } : bytes.length && { 'content-length': String(bytes.length) }),
      };
      const own = {
        method: operations[id].method.toUpperCase(),
        url,
        originalUrl: url,
        ip: req.ip,
        headers,
        body: undefined,
        requestState,
      };
      const inner: Request = Object.create(req, Object.getOwnPropertyDescriptors(own));
      const outer: Response = Object.create(res);
      gate(inner, outer, (error?: unknown) => reject(error ?? new TypeError(`${id} is not where the contract says`)));
    });
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}

function addressOf(id: OperationId, path: object, query: Readonly<Record<string, string>>): string {
  const steps = Object.entries(path).reduce(
    (address, [name, value]) => address.replace(`{${name}}`, () => encodeURIComponent(String(value))),
    String(operations[id].path),
  );
  return Object.keys(query).length ? `${steps}?${new URLSearchParams(query)}` : steps;
}
