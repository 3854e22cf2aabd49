/** One call of an operation, from its examples: the content of its samples in all languages. */
import { operations } from '#generated/operations';
import { type Document, type Json, type Media, type Parameter, type PlacedOperation, resolveReference } from '../contract.ts';

export interface Call {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** The path, with parameters in braces. */
  readonly path: string;
  readonly pathParameters: Readonly<Record<string, Json>>;
  /** The required query parameters, and the confirmation if the operation needs one. */
  readonly query: Readonly<Record<string, Json>>;
  readonly credential: 'key' | 'session' | 'none';
  /** The JSON of the first example. */
  readonly json: Json | undefined;
  /** Whether the body is a file. */
  readonly takesFile: boolean;
  /** The name of the file in the answer. */
  readonly file: string | undefined;
  readonly answers: 'json' | 'file' | 'nothing';
  readonly pages: boolean;
  readonly takesIdempotencyKey: boolean;
  /** The path at which a sample with If-Match reads the record whose version is compared. */
  readonly recordPath: string | undefined;
  /** Whether the sample sends If-Match: a PATCH or PUT whose record has a GET with an ETag. */
  readonly isConditional: boolean;
}

const registry: Readonly<Record<string, (typeof operations)[keyof typeof operations]>> = operations;

/** @throws when a required value has no example */
export function callOf(document: Document, { path, method, operation, parameters }: PlacedOperation): Call {
  const registered = registry[operation.operationId];
  if (!registered) throw new Error(`${operation.operationId} is not in the registry`);
  const { 'application/json': json, ...otherTypes } = operation.requestBody?.content ?? {};
  const requiredParameters = parameters.filter(({ name, required, in: place }) => required || (name === 'confirm' && place === 'query'));
  const hasParameter = (name: string) => parameters.some((parameter) => parameter.name === name);
  return {
    id: operation.operationId,
    method,
    path,
    pathParameters: valuesOf(requiredParameters, 'path'),
    query: valuesOf(requiredParameters, 'query'),
    credential: registered.scope === 'public' ? 'none' : operation['x-requires-session'] ? 'session' : 'key',
    json: json && exampleOf(document, json),
    takesFile: Object.keys(otherTypes).length > 0,
    file: operation['x-file-name'],
    answers: answersOf(registered.produces),
    pages: 'paged' in registered,
    takesIdempotencyKey: hasParameter('Idempotency-Key'),
    recordPath: 'before' in registered ? registry[registered.before]?.path : undefined,
    isConditional: (method === 'patch' || method === 'put') && hasParameter('If-Match') && 'before' in registered,
  };
}

function answersOf(produces: readonly string[]): Call['answers'] {
  return produces.length === 0 ? 'nothing' : produces.includes('application/json') ? 'json' : 'file';
}

function valuesOf(parameters: readonly Parameter[], place: Parameter['in']): Record<string, Json> {
  return Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, example }) => {
        if (example === undefined) throw new Error(`The parameter ${name} has no example`);
        return [name, example];
      }),
  );
}

function exampleOf(document: Document, { examples = {} }: Media): Json | undefined {
  const [first] = Object.values(examples);
  return first && resolveReference(document.components.examples, first).value;
}
