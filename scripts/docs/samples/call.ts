/** One call of an operation, from its examples: the content of its samples in all languages. */
import { operations } from '#generated/operations';
import { type Document, type Json, type Media, type Parameter, type PlacedOperation, resolveReference } from '../contract.ts';

export interface Call {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** The path, with parameters in braces. */
  readonly path: string;
  readonly pathParameters: Readonly<Record<string, Json>>;
  /** The parameters without which the operation fails, according to the contract or for lack of confirmation. */
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
  /** Whether the sample sends If-Match: a PATCH or PUT whose path has a GET with an ETag. */
  readonly isConditional: boolean;
}

const registry: Readonly<Record<string, (typeof operations)[keyof typeof operations]>> = operations;

/** @throws when a required value has no example */
export function callOf(document: Document, { path, method, operation, parameters }: PlacedOperation): Call {
  const known = registry[operation.operationId];
  if (!known) throw new Error(`${operation.operationId} is not in the registry`);
  const { 'application/json': json, ...others } = operation.requestBody?.content ?? {};
  const needed = parameters.filter(({ name, required, in: place }) => required || (name === 'confirm' && place === 'query'));
  const has = (name: string) => parameters.some((parameter) => parameter.name === name);
  return {
    id: operation.operationId,
    method,
    path,
    pathParameters: valuesOf(needed, 'path'),
    query: valuesOf(needed, 'query'),
    credential: known.scope === 'public' ? 'none' : operation['x-requires-session'] ? 'session' : 'key',
    json: json && exampleOf(document, json),
    takesFile: Object.keys(others).length > 0,
    file: operation['x-file-name'],
    answers: answersOf(known.produces),
    pages: 'paged' in known,
    takesIdempotencyKey: has('Idempotency-Key'),
    isConditional: (method === 'patch' || method === 'put') && has('If-Match') && 'before' in known,
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
