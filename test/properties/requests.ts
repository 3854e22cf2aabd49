/** Generates valid requests from the contract, and requests with one error. */
import fc, { type Arbitrary } from 'fast-check';
import type { Operation } from '#generated/operations';
import { isPlainPath } from '#contract/plain-path';
import type { OperationId } from '#contract/types';
import { contract, document, type Parameter, resolve } from '../support/contract.ts';
import { type Mutation, mutationsOf } from './mutations.ts';
import { alternatives, flattenSchema, isValid, type Schema, typesOf } from './schema.ts';
import { awkwardPaths } from './texts.ts';
import { cursorMark, idMark, mapTexts, signatureMark, valuesOf } from './values.ts';

/** A request as data, so that it can be saved to a file. Marks in the request are placeholders for ids of records (values.ts). */
export interface GeneratedRequest {
  readonly operation: OperationId;
  readonly credential: 'key' | 'session' | 'none';
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A body that is not JSON, as text. */
  readonly bytes?: string;
  /** The error in the request, and the names under which `details` may report it; absent for a valid request. */
  readonly wrong?: Pick<Mutation, 'how' | 'names'>;
}

export type ContractOperation = (typeof contract)[number];
type Parametrized = Parameter & { readonly schema: Schema };

/** @returns the schema of an operation's body, if it has one. @param path values of path parameters, which may select the schema */
export function bodySchemaOf({ template, method }: ContractOperation, path?: GeneratedRequest['path']): Schema | undefined {
  const operation = document.paths[template]?.[method.toLowerCase()];
  const body = operation?.requestBody;
  const byPath = operation?.['x-body-by-path'];
  const chosen = byPath && path ? byPath.schemas[path[byPath.parameter] ?? ''] : undefined;
  if (chosen !== undefined) return { $ref: `#/components/schemas/${chosen}` };
  return body && resolve(body).content?.['application/json']?.schema;
}

export function parametersOf({ parameters }: ContractOperation, place: string): Parametrized[] {
  return parameters.flatMap((parameter) => (parameter.in === place && hasSchema(parameter) ? [parameter] : []));
}
function hasSchema(parameter: Parameter): parameter is Parametrized {
  return 'schema' in parameter && typeof parameter.schema === 'object';
}

/** @returns the names of the parameters and of the body fields of an operation */
export function inputNames(operation: ContractOperation): string[] {
  const fields = bodySchemasOf(bodySchemaOf(operation)).flatMap(({ properties = {} }) => Object.keys(properties));
  const parameters = ['path', 'query', 'header']
    .flatMap((place) => parametersOf(operation, place).map(({ name }) => name))
    .filter((name) => name !== organizationHeader);
  return [...new Set([...parameters, ...fields])];
}

/** The credential adds this header to a request. */
const organizationHeader = 'X-Organization-Id';

/** @returns the alternative schemas of a body, or its only schema */
const bodySchemasOf = (body: Schema | undefined) => (body ? (alternatives(body) ?? [flattenSchema(body)]) : []);

/** Generates bodies that contain as many of the named fields as a schema of the body has. */
function bodiesWith(body: Schema, names: readonly string[]): Arbitrary<unknown> {
  const shapes = bodySchemasOf(body).map((shape) => ({ shape, given: names.filter((name) => name in (shape.properties ?? {})) }));
  const maxCount = Math.max(...shapes.map(({ given: includedNames }) => includedNames.length));
  return fc.oneof(
    ...shapes
      .filter(({ given: includedNames }) => includedNames.length === maxCount)
      .map(({ shape, given: includedNames }) =>
        valuesOf(includedNames.length ? { ...shape, required: [...new Set([...(shape.required ?? []), ...includedNames])] } : body),
      ),
  );
}

/** Generates requests that the contract allows. @param names parameters and fields that are always included, even if they are optional */
export function validRequests(operation: ContractOperation, names: readonly string[] = []): Arbitrary<GeneratedRequest> {
  const { id, registry, bodies } = operation;
  const { scope, credentials, body: bodyKind, requiresSession }: Operation = registry;
  const kinds: readonly GeneratedRequest['credential'][] =
    scope === 'public' ? ['none'] : requiresSession ? ['session'] : credentials.includes('session') ? ['key', 'session'] : ['key'];
  // Paths use at most half of the length limit, because the query is generated afterwards and needs the other half.
  const paths = fc
    .record(Object.fromEntries(parametersOf(operation, 'path').map((parameter) => [parameter.name, pathValues(operation, parameter)])))
    .filter((path) => encodedLength(Object.values(path)) < maxPathLength / 2);
  return bodySchemaOf(operation) ? paths.chain(requestsFor) : requestsFor(undefined);

  /** @param chosenPath values of the path parameters, if the schema of the body may depend on them */
  function requestsFor(chosenPath: GeneratedRequest['path'] | undefined): Arbitrary<GeneratedRequest> {
    const body = bodySchemaOf(operation, chosenPath);
    const isValidBody = (example: unknown) => body === undefined || isValid(body, example);
    const query = parametersOf(operation, 'query');
    return fc
      .record({
        operation: fc.constant(id),
        credential: fc.constantFrom(...kinds),
        path: chosenPath ? fc.constant(chosenPath) : paths,
        query: fc
          .record(
            Object.fromEntries(
              query.map(({ name, schema, description }) => [
                name,
                queryValues({ ...(description !== undefined && { description }), ...schema }, name),
              ]),
            ),
            { requiredKeys: query.filter(({ name, required }) => required === true || names.includes(name)).map(({ name }) => name) },
          )
          .map((values) => Object.entries(values).flatMap(([name, texts]) => texts.map((text) => [name, text] as const))),
        headers: headersOf(operation, names),
        body: body
          ? fc.oneof(
              { arbitrary: bodiesWith(body, names), weight: 3 },
              { arbitrary: examplesOf(bodies), weight: names.length || !bodies.every(isValidBody) ? 0 : 1 },
            )
          : fc.constant(undefined),
        bytes: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constantFrom('', 'x'.repeat(20_000))),
      })
      .map(({ body: value, bytes, ...request }): GeneratedRequest =>
        body ? { ...request, body: value } : bodyKind === 'bytes' ? { ...request, bytes } : request,
      )
      .filter(isShort);
  }
}

/** Generates bodies from the examples of the contract, with marks in place of their ids. */
function examplesOf(bodies: readonly unknown[]): Arbitrary<unknown> {
  return fc
    .tuple(fc.constantFrom(...bodies), fc.infiniteStream(fc.nat({ max: 3 })))
    .map(([example, indexes]) =>
      mapTexts(example, (text) =>
        text.replace(/^([a-z][a-z_]*)_[0-9a-f]{24}$/, (_id, prefix: string) => idMark(prefix, indexes.next().value ?? 0)),
      ),
    );
}

/** Maximum length of an encoded path with its query, in characters. */
const maxPathLength = 12_000;
const encodedLength = (texts: readonly string[]) => encodeURIComponent(texts.join('&')).length;

/** Whether a server accepts the length of the path and the body of a request. */
function isShort({ path, query, body }: GeneratedRequest): boolean {
  return encodedLength([...Object.values(path), ...query.flat()]) < maxPathLength && (JSON.stringify(body)?.length ?? 0) < 500_000;
}

/** Generates requests with one error. @param names the error is in one of these parameters or fields, if possible; empty for any */
export function invalidRequests(operation: ContractOperation, names: readonly string[] = []): Arbitrary<GeneratedRequest> {
  return fc
    .tuple(validRequests(operation, names), fc.nat(), fc.nat())
    .map(([request, index, secondIndex]) => {
      // A generated cursor is always invalid, and this second error would hide the first one.
      const candidates = withEachError(operation, { ...request, query: request.query.filter(([name]) => name !== 'cursor') }).filter(
        ({ wrong }) => !names.length || names.includes(rootField(wrong)),
      );
      // Each kind of error is equally likely, however many candidates it has.
      const groupsByKind = [...Map.groupBy(candidates, ({ wrong }) => wrong?.how.split(/[:"]/)[0]).values()];
      const candidatesOfKind = groupsByKind[index % groupsByKind.length] ?? [];
      return candidatesOfKind[secondIndex % candidatesOfKind.length] ?? request;
    })
    .filter(isShort);
}

/** @returns the parameter or top-level field that has the error; empty for a valid request */
export const rootField = (wrong: GeneratedRequest['wrong']) => wrong?.names[0]?.split('.')[0] ?? '';

/** @returns the request with each possible single error. Every operation has some, because unknown query parameters are errors. */
function withEachError(operation: ContractOperation, request: GeneratedRequest): GeneratedRequest[] {
  const schema = bodySchemaOf(operation, request.path);
  const withError = (how: string, names: readonly string[], changed: Partial<GeneratedRequest>) => ({
    ...request,
    ...changed,
    wrong: { how, names },
  });
  const queryWithout = (name: string) => request.query.filter(([otherName]) => otherName !== name);
  return [
    ...['nonsense', '__proto__', 'constructor', 'limit[]', 'x'.repeat(300)].map((name) =>
      withError(`unknown query parameter ${name}`, [name], { query: [...request.query, [name, '1']] }),
    ),
    ...Object.entries(request.path).map(([name, value]) =>
      withError('a text with "\\u0000"', [name], { path: { ...request.path, [name]: `${value}\0` } }),
    ),
    ...parametersOf(operation, 'query').flatMap(({ name, schema: parameterSchema, required }) => [
      ...(required ? [withError(`no ${name}`, [name], { query: queryWithout(name) })] : []),
      ...(typesOf(parameterSchema).includes('array')
        ? []
        : [
            withError(`${name} twice`, [name], {
              query: [
                ...queryWithout(name),
                ...repeatedValue(parameterSchema, request.query.find(([otherName]) => otherName === name)?.[1]).map(
                  (text) => [name, text] as const,
                ),
              ],
            }),
          ]),
      ...invalidQueryTexts(
        parameterSchema,
        request.query.filter(([otherName]) => otherName === name).map(([, text]) => text),
      ).map(({ how, value }) =>
        withError(`${name}: ${how}`, [name], { query: [...queryWithout(name), ...value.map((text) => [name, text] as const)] }),
      ),
    ]),
    ...parametersOf(operation, 'header')
      .filter(({ name }) => name in request.headers)
      .flatMap(({ name, schema: parameterSchema }) =>
        mutationsOf(parameterSchema, request.headers[name]).flatMap(({ how, value }) =>
          typeof value === 'string' && /^[!-~]*$/.test(value)
            ? [withError(`${name}: ${how}`, [name, name.toLowerCase()], { headers: { ...request.headers, [name]: value } })]
            : [],
        ),
      ),
    ...(schema ? mutationsOf(schema, request.body).map(({ how, names, value }) => withError(how, names, { body: value })) : []),
  ];
}

/** @returns two equal values for a parameter */
function repeatedValue(schema: Schema, value: string | undefined): string[] {
  const { enum: values, minimum = 1, default: defaultValue }: Schema & { readonly default?: unknown } = flattenSchema(schema);
  const text = value ?? String(values?.[0] ?? defaultValue ?? minimum);
  return [text, text];
}

/** @returns invalid texts for a query parameter. All query values are texts, so only numbers and booleans can have the wrong type. */
function invalidQueryTexts(schema: Schema, texts: readonly string[]): { how: string; value: readonly string[] }[] {
  const types = typesOf(schema);
  const itemTypes = types.includes('array') ? typesOf(flattenSchema(schema).items ?? {}) : types;
  const nonsense = itemTypes.includes('string')
    ? []
    : ['', '!', 'yes', '1,2', 'NaN', 'null', '0x', 'Infinity'].map((text) => ({ how: `another type: ${text}`, value: [text] }));
  const [first] = texts;
  if (first === undefined) return nonsense;
  const value = types.includes('array') ? texts.map((text) => fromText(itemTypes, text)) : fromText(itemTypes, first);
  const mutations = mutationsOf(schema, value).filter(
    ({ how, value: changed }) => !how.startsWith('another type') && !(Array.isArray(changed) && changed.length === 0),
  );
  return [
    ...nonsense,
    ...mutations.flatMap(({ how, value: changed }) => {
      const values = [changed].flat();
      return values.every((one) => ['string', 'number', 'boolean'].includes(typeof one) && String(one).isWellFormed())
        ? [{ how, value: values.map(String) }]
        : [];
    }),
  ];
}

function fromText(types: readonly string[], text: string): unknown {
  if (types.includes('number') || types.includes('integer')) return Number(text);
  return types.includes('boolean') ? text === 'true' : text;
}

function queryValues(schema: Schema, name: string): Arbitrary<string[]> {
  const values: Arbitrary<string[]> = valuesOf(schema, name)
    .map((value) => [value].flat().map(String))
    .filter((texts) => texts.length > 0 && texts.every((text) => text.isWellFormed()));
  if (name === 'signature')
    return fc.oneof({ arbitrary: fc.constant<string[]>([signatureMark]), weight: 4 }, { arbitrary: values, weight: 1 });
  return name === 'cursor'
    ? fc.oneof({ arbitrary: fc.constant<string[]>([cursorMark]), weight: 4 }, { arbitrary: values, weight: 1 })
    : values;
}

function headersOf(operation: ContractOperation, names: readonly string[]): Arbitrary<Record<string, string>> {
  const headers = parametersOf(operation, 'header').filter(({ name }) => name !== organizationHeader);
  return fc.record(Object.fromEntries(headers.map(({ name, schema }) => [name, headerValues(schema)])), {
    requiredKeys: headers.map(({ name }) => name).filter((name) => names.includes(name)),
  });
}

function headerValues(schema: Schema): Arbitrary<string> {
  return fc
    .oneof(fc.constantFrom('*', '"a"', 'W/"a", "b"', 'again', 'x'.repeat(255)), fc.stringMatching(/^[!-~]{1,40}$/))
    .filter((text) => text.length <= (flattenSchema(schema).maxLength ?? Infinity));
}

/** Generates mostly marks for ids of existing records, and sometimes other texts that a path may contain. */
function pathValues({ template }: ContractOperation, { name, schema, example }: Parametrized): Arbitrary<string> {
  if (flattenSchema(schema).enum) return valuesOf(schema, name).map(String);
  const prefix = /^([a-z][a-z_]*)_[0-9a-f]{24}$/.exec(String(example))?.[1];
  const existingIds =
    prefix === undefined
      ? fc.constant(String(example))
      : fc
          .oneof({ arbitrary: fc.constant(0), weight: 3 }, { arbitrary: fc.nat({ max: 3 }), weight: 1 })
          .map((index) => idMark(prefix, index));
  // A fixed segment at this position would address another operation.
  const pathPrefix = template.slice(0, template.indexOf(`{${name}}`));
  const fixedSegments = new Set(
    contract.flatMap((otherOperation) =>
      otherOperation.template.startsWith(pathPrefix) ? [otherOperation.template.slice(pathPrefix.length).split('/')[0]] : [],
    ),
  );
  const unknownValues = fc
    .oneof(
      fc.constantFrom(...awkwardPaths),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
      valuesOf(schema, name).map(String),
    )
    // Invalid path segments are answered before anything else is checked (test/contract/paths.test.ts).
    .filter((text) => text.isWellFormed() && !text.includes('\0') && !fixedSegments.has(text.toLowerCase()))
    .filter((text) => isPlainPath(`/${encodeURIComponent(text)}`));
  return fc.oneof({ arbitrary: existingIds, weight: 4 }, { arbitrary: unknownValues, weight: 1 });
}
