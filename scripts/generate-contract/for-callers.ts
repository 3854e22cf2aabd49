/** The parts of the contract that a caller needs to make a call and to read its answer. */

interface Reference {
  readonly $ref: string;
}
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path';
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
export interface Answer {
  readonly description: string;
  readonly content?: Content;
}
interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer | Reference>>;
}
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Item = Partial<Record<(typeof methods)[number], Operation>> & { readonly parameters?: readonly (Parameter | Reference)[] };

export interface Document {
  readonly openapi: string;
  readonly info: object;
  readonly paths: Readonly<Record<string, Item>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Answer>>;
  };
}

/** An operation with references resolved. */
export interface CallerOperation extends Omit<Operation, 'parameters' | 'responses'> {
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, Answer>>;
}

/**
 * @returns the operations of each path without parts that only handlers or readers of the reference need: headers of answers, examples, and
 * individual errors @throws when a reference does not exist
 */
export function contractForCallers({ paths, components }: Document): Readonly<Record<string, Readonly<Record<string, CallerOperation>>>> {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        methods.flatMap((method) => (item[method] ? [[method, operationForCallers(item[method], item.parameters ?? [])] as const] : [])),
      ),
    ]),
  );

  function operationForCallers(
    { summary, description, deprecated, parameters = [], requestBody, responses }: Operation,
    pathParameters: typeof parameters,
  ): CallerOperation {
    const answers = Object.entries(responses).map(([status, answer]) => [status, resolve(answer, components.responses)] as const);
    const successes = answers.filter(([status]) => status.startsWith('2'));
    return {
      summary,
      ...(description !== undefined && { description }),
      ...(deprecated !== undefined && { deprecated }),
      parameters: [...pathParameters, ...parameters].map((parameter) => {
        const { name, in: place, description, required = false, schema } = resolve(parameter, components.parameters);
        return { name, in: place, description, required, schema };
      }),
      ...(requestBody && { requestBody: { ...requestBody, content: schemasOf(requestBody.content) } }),
      responses: {
        ...Object.fromEntries(
          successes.map(([status, { description, content }]) => [status, { description, ...(content && { content: schemasOf(content) }) }]),
        ),
        default: { description: 'An error.', content: { 'application/json': { schema: errorOf(answers.map(([, answer]) => answer)) } } },
      },
    };
  }
}

function schemasOf(content: Content): Content {
  return Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }]));
}

/** Merges all errors of an operation into one schema. */
function errorOf(answers: readonly Answer[]): Schema {
  const schemas = answers.flatMap(({ content }) => content?.['application/json']?.schema ?? []);
  const codes = schemas.flatMap(({ properties, $ref }) =>
    $ref?.endsWith('/GivenConflict') ? ['record_changed'] : (properties?.code?.enum ?? []),
  );
  if (codes.length === 0) return { $ref: '#/components/schemas/GivenError' };
  const hasCodeAlways = !schemas.some(({ $ref }) => $ref?.endsWith('/GivenError'));
  return {
    type: 'object',
    required: ['success', 'error', ...(hasCodeAlways ? ['code'] : [])],
    properties: {
      success: { const: false },
      error: { type: 'string' },
      code: { type: 'string', enum: [...new Set(codes)].sort() },
      details: { $ref: '#/components/schemas/ErrorDetails' },
    },
  };
}

function resolve<T extends object>(part: T | Reference, componentsByName: Readonly<Record<string, T>>): T {
  if (!('$ref' in part)) return part;
  const component = componentsByName[part.$ref.split('/').at(-1) ?? ''];
  if (!component) throw new Error(`${part.$ref} refers to nothing`);
  return component;
}
