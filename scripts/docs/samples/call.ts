/** One call of an operation, as its examples make it: what every sample of it says in its language. */
import { operations } from '../../../generated/operations.ts';
import { type Document, type Json, type Media, type Parameter, type Placed, resolved } from '../contract.ts';

export interface Call {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With its parameters in braces. */
  readonly path: string;
  readonly pathParameters: Readonly<Record<string, Json>>;
  /** Those without which the operation refuses. */
  readonly query: Readonly<Record<string, Json>>;
  readonly credential: 'key' | 'session' | 'none';
  /** The JSON of its first example. */
  readonly json: Json | undefined;
  /** Whether it takes a file as it is. */
  readonly takesFile: boolean;
  /** What the file is called that it answers with. */
  readonly file: string | undefined;
  readonly answers: 'json' | 'file' | 'nothing';
  readonly pages: boolean;
  readonly takesIdempotencyKey: boolean;
  /** Whether it is shown as changing what its ETag says: a PATCH or PUT of what a GET of the same path answers. */
  readonly isConditional: boolean;
}

const registry: Readonly<Record<string, (typeof operations)[keyof typeof operations]>> = operations;

/** @throws when what it needs has no example */
export function callOf(document: Document, { path, method, operation, parameters }: Placed): Call {
  const known = registry[operation.operationId];
  if (!known) throw new Error(`${operation.operationId} is not in the registry`);
  const { 'application/json': json, ...others } = operation.requestBody?.content ?? {};
  const needed = parameters.filter(({ required }) => required);
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
  return first && resolved(document.components.examples, first).value;
}
