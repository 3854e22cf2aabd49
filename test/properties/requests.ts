/** Requests made from the contract: such as fit it, and such as are one step away. */
import fc, { type Arbitrary } from 'fast-check';
import type { Operation } from '#generated/operations';
import { isPlainPath } from '#contract/plain-path';
import type { OperationId } from '#contract/types';
import { contract, document, type Parameter, resolve } from '../support/contract.ts';
import { type Mutation, mutationsOf } from './mutations.ts';
import { alternatives, flat, isValid, type Schema, typesOf } from './schema.ts';
import { awkwardPaths } from './texts.ts';
import { cursorMark, idMark, mapTexts, signatureMark, valuesOf } from './values.ts';

/** As data, so that it can be kept in a file. Marks in it stand for ids of records (values.ts). */
export interface GeneratedRequest {
  readonly operation: OperationId;
  readonly credential: 'key' | 'session' | 'none';
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A body that is not JSON, as text. */
  readonly bytes?: string;
  /** What is wrong with it, and the names under which `details` may say so; absent when it fits the contract. */
  readonly wrong?: Pick<Mutation, 'how' | 'names'>;
}

export type ContractOperation = (typeof contract)[number];
type Parametrized = Parameter & { readonly schema: Schema };

/** Of the body of an operation. @param path values of its parameters, which the body may depend on */
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

/** Everything that a request may be given by name: parameters, and the fields of its body. */
export function namesIn(operation: ContractOperation): string[] {
  const fields = shapesOf(bodySchemaOf(operation)).flatMap(({ properties = {} }) => Object.keys(properties));
  const parameters = ['path', 'query', 'header']
    .flatMap((place) => parametersOf(operation, place).map(({ name }) => name))
    .filter((name) => name !== organizationHeader);
  return [...new Set([...parameters, ...fields])];
}

/** Comes with the credential. */
const organizationHeader = 'X-Organization-Id';

/** What a body may look like. */
const shapesOf = (body: Schema | undefined) => (body ? (alternatives(body) ?? [flat(body)]) : []);

/** Bodies that have each of these fields that their shape knows. */
function bodiesWith(body: Schema, names: readonly string[]): Arbitrary<unknown> {
  const shapes = shapesOf(body).map((shape) => ({ shape, given: names.filter((name) => name in (shape.properties ?? {})) }));
  const most = Math.max(...shapes.map(({ given }) => given.length));
  return fc.oneof(
    ...shapes
      .filter(({ given }) => given.length === most)
      .map(({ shape, given }) =>
        valuesOf(given.length ? { ...shape, required: [...new Set([...(shape.required ?? []), ...given])] } : body),
      ),
  );
}

/** Requests that the contract allows. @param names what is given in any case, be it optional */
export function fittingRequests(operation: ContractOperation, names: readonly string[] = []): Arbitrary<GeneratedRequest> {
  const { id, registry, bodies } = operation;
  const { scope, credentials, body: kind, requiresSession }: Operation = registry;
  const kinds: readonly GeneratedRequest['credential'][] =
    scope === 'public' ? ['none'] : requiresSession ? ['session'] : credentials.includes('session') ? ['key', 'session'] : ['key'];
  // Half of what a path may have: the rest is drawn for a path that stays, and has to find room beside it.
  const paths = fc
    .record(Object.fromEntries(parametersOf(operation, 'path').map((parameter) => [parameter.name, pathValues(operation, parameter)])))
    .filter((path) => sentLength(Object.values(path)) < longestPath / 2);
  return bodySchemaOf(operation) ? paths.chain(at) : at(undefined);

  /** @param given values of the path, where the body may depend on them */
  function at(given: GeneratedRequest['path'] | undefined): Arbitrary<GeneratedRequest> {
    const body = bodySchemaOf(operation, given);
    const fits = (example: unknown) => body === undefined || isValid(body, example);
    const query = parametersOf(operation, 'query');
    return fc
      .record({
        operation: fc.constant(id),
        credential: fc.constantFrom(...kinds),
        path: given ? fc.constant(given) : paths,
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
              { arbitrary: examplesOf(bodies), weight: names.length || !bodies.every(fits) ? 0 : 1 },
            )
          : fc.constant(undefined),
        bytes: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constantFrom('', 'x'.repeat(20_000))),
      })
      .map(({ body: value, bytes, ...request }): GeneratedRequest =>
        body ? { ...request, body: value } : kind === 'bytes' ? { ...request, bytes } : request,
      )
      .filter(isShort);
  }
}

/** An example of the contract, with marks for the ids in it. */
function examplesOf(bodies: readonly unknown[]): Arbitrary<unknown> {
  return fc
    .tuple(fc.constantFrom(...bodies), fc.infiniteStream(fc.nat({ max: 3 })))
    .map(([example, indexes]) =>
      mapTexts(example, (text) =>
        text.replace(/^([a-z][a-z_]*)_[0-9a-f]{24}$/, (_id, prefix: string) => idMark(prefix, indexes.next().value ?? 0)),
      ),
    );
}

/** With its query, in characters. */
const longestPath = 12_000;
const sentLength = (texts: readonly string[]) => encodeURIComponent(texts.join('&')).length;

/** Whether it is no longer than servers read: the path as it is sent, and the body, unless that is what is tried. */
function isShort({ path, query, body }: GeneratedRequest): boolean {
  return sentLength([...Object.values(path), ...query.flat()]) < longestPath && (JSON.stringify(body)?.length ?? 0) < 500_000;
}

/** Requests with one thing wrong. @param names what is wrong is one of these, where it can be; anything when there are none */
export function wrongRequests(operation: ContractOperation, names: readonly string[] = []): Arbitrary<GeneratedRequest> {
  return fc
    .tuple(fittingRequests(operation, names), fc.nat(), fc.nat())
    .map(([request, index, other]) => {
      // No cursor that is made up is one of this list; a second fault would hide the first.
      const all = wrongOnes(operation, { ...request, query: request.query.filter(([name]) => name !== 'cursor') }).filter(
        ({ wrong }) => !names.length || names.includes(rootOf(wrong)),
      );
      // Each way is as likely as any other, be there one of it or many.
      const ways = [...Map.groupBy(all, ({ wrong }) => wrong?.how.split(/[:"]/)[0]).values()];
      const way = ways[index % ways.length] ?? [];
      return way[other % way.length] ?? request;
    })
    .filter(isShort);
}

/** The parameter or field in which something is wrong. */
export const rootOf = (wrong: GeneratedRequest['wrong']) => wrong?.names[0]?.split('.')[0] ?? '';

/** Every way in which a request can be wrong by one thing. Each operation has some: no parameters but those it declares. */
function wrongOnes(operation: ContractOperation, request: GeneratedRequest): GeneratedRequest[] {
  const schema = bodySchemaOf(operation, request.path);
  const wrong = (how: string, names: readonly string[], changed: Partial<GeneratedRequest>) => ({
    ...request,
    ...changed,
    wrong: { how, names },
  });
  const without = (name: string) => request.query.filter(([other]) => other !== name);
  return [
    ...['nonsense', '__proto__', 'constructor', 'limit[]', 'x'.repeat(300)].map((name) =>
      wrong(`unknown query parameter ${name}`, [name], { query: [...request.query, [name, '1']] }),
    ),
    ...Object.entries(request.path).map(([name, value]) =>
      wrong('a text with "\\u0000"', [name], { path: { ...request.path, [name]: `${value}\0` } }),
    ),
    ...parametersOf(operation, 'query').flatMap(({ name, schema: own, required }) => [
      ...(required ? [wrong(`no ${name}`, [name], { query: without(name) })] : []),
      ...(typesOf(own).includes('array')
        ? []
        : [
            wrong(`${name} twice`, [name], {
              query: [
                ...without(name),
                ...twice(own, request.query.find(([other]) => other === name)?.[1]).map((text) => [name, text] as const),
              ],
            }),
          ]),
      ...wrongTexts(
        own,
        request.query.filter(([other]) => other === name).map(([, text]) => text),
      ).map(({ how, value }) =>
        wrong(`${name}: ${how}`, [name], { query: [...without(name), ...value.map((text) => [name, text] as const)] }),
      ),
    ]),
    ...parametersOf(operation, 'header')
      .filter(({ name }) => name in request.headers)
      .flatMap(({ name, schema: own }) =>
        mutationsOf(own, request.headers[name]).flatMap(({ how, value }) =>
          typeof value === 'string' && /^[!-~]*$/.test(value)
            ? [wrong(`${name}: ${how}`, [name, name.toLowerCase()], { headers: { ...request.headers, [name]: value } })]
            : [],
        ),
      ),
    ...(schema ? mutationsOf(schema, request.body).map(({ how, names, value }) => wrong(how, names, { body: value })) : []),
  ];
}

/** A value of a parameter, given once more. */
function twice(schema: Schema, given: string | undefined): string[] {
  const { enum: values, minimum = 1, default: usual }: Schema & { readonly default?: unknown } = flat(schema);
  const text = given ?? String(values?.[0] ?? usual ?? minimum);
  return [text, text];
}

/** What a query cannot say of such a parameter. Everything in it is text, so only texts and what is no number can be of the wrong type. */
function wrongTexts(schema: Schema, given: readonly string[]): { how: string; value: readonly string[] }[] {
  const types = typesOf(schema);
  const itemTypes = types.includes('array') ? typesOf(flat(schema).items ?? {}) : types;
  const nonsense = itemTypes.includes('string')
    ? []
    : ['', '!', 'yes', '1,2', 'NaN', 'null', '0x', 'Infinity'].map((text) => ({ how: `another type: ${text}`, value: [text] }));
  const [first] = given;
  if (first === undefined) return nonsense;
  const value = types.includes('array') ? given.map((text) => fromText(itemTypes, text)) : fromText(itemTypes, first);
  const steps = mutationsOf(schema, value).filter(
    ({ how, value: changed }) => !how.startsWith('another type') && !(Array.isArray(changed) && changed.length === 0),
  );
  return [
    ...nonsense,
    ...steps.flatMap(({ how, value: changed }) => {
      const all = [changed].flat();
      return all.every((one) => ['string', 'number', 'boolean'].includes(typeof one) && String(one).isWellFormed())
        ? [{ how, value: all.map(String) }]
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
    .filter((text) => text.length <= (flat(schema).maxLength ?? Infinity));
}

/** Mostly ids of records that there are; else what may stand in a path and names nothing. */
function pathValues({ template }: ContractOperation, { name, schema, example }: Parametrized): Arbitrary<string> {
  if (flat(schema).enum) return valuesOf(schema, name).map(String);
  const prefix = /^([a-z][a-z_]*)_[0-9a-f]{24}$/.exec(String(example))?.[1];
  const known =
    prefix === undefined
      ? fc.constant(String(example))
      : fc
          .oneof({ arbitrary: fc.constant(0), weight: 3 }, { arbitrary: fc.nat({ max: 3 }), weight: 1 })
          .map((index) => idMark(prefix, index));
  // What is a path of its own is no value of this one.
  const here = template.slice(0, template.indexOf(`{${name}}`));
  const taken = new Set(
    contract.flatMap((other) => (other.template.startsWith(here) ? [other.template.slice(here.length).split('/')[0]] : [])),
  );
  const nowhere = fc
    .oneof(
      fc.constantFrom(...awkwardPaths),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
      valuesOf(schema, name).map(String),
    )
    // What no segment may be is answered before anything else (test/contract/paths.test.ts).
    .filter((text) => text.isWellFormed() && !text.includes('\0') && !taken.has(text.toLowerCase()))
    .filter((text) => isPlainPath(`/${encodeURIComponent(text)}`));
  return fc.oneof({ arbitrary: known, weight: 4 }, { arbitrary: nowhere, weight: 1 });
}
