/** Finds the parameters and fields of the contract that take ids, and the kinds of these ids, from names, descriptions and examples. */
import { type contract, document, resolve } from '../support/contract.ts';

export type Operation = (typeof contract)[number];
export interface Place {
  readonly in: 'path' | 'query' | 'body';
  /** The name of a parameter, or the path to a field. */
  readonly steps: readonly string[];
  readonly name: string;
  /** The prefix of accepted ids; undefined if the contract does not specify it. */
  readonly kind: string | undefined;
  readonly list: boolean;
  /** The example in the contract, if it contains an id. */
  readonly example: unknown;
}
/** Returns an id of this kind. */
export type Choose = (kind: string) => string;

const idPattern = /\b[a-z]+(?:_[a-z]+)*_[0-9a-f]{24}\b/g;
export const idsIn = (text: string): string[] => text.match(idPattern) ?? [];
export const kindOf = (id: string) => id.slice(0, -25);
/** Whether ids of this kind belong to the catalog, which all organizations share. */
export const isOfCatalogue = (kind: string) => /^(frk(_\w+)?|fvr|fnd_t|tml|tpt)$/.test(kind);
const isIdName = (name: string) => /(^id|Ids?)$/.test(name);

/** @returns the value with each id replaced, except ids of the catalog. Lists in the result contain no duplicates. */
export function replaceIds(value: unknown, choose: Choose): unknown {
  if (typeof value === 'string') return value.replace(idPattern, (id) => (isOfCatalogue(kindOf(id)) ? id : choose(kindOf(id))));
  if (Array.isArray(value)) return [...new Set(value.map((item) => replaceIds(item, choose)))];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaceIds(item, choose)]));
}

/** @returns the value at this path; undefined if the path does not exist */
export function valueAt(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce(
    (found, step) => (typeof found === 'object' && found !== null ? Object.entries(found).find(([name]) => name === step)?.[1] : undefined),
    value,
  );
}

/** @returns a copy of the value with `item` at this path */
export function withValueAt(value: unknown, [step, ...steps]: readonly string[], item: unknown): unknown {
  if (step === undefined) return item;
  if (Array.isArray(value)) return value.map((element, index) => (String(index) === step ? withValueAt(element, steps, item) : element));
  return { ...Object(value), [step]: withValueAt(valueAt(value, [step]), steps, item) };
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}
interface Property {
  readonly steps: readonly string[];
  readonly name: string;
  readonly schema: Schema;
}

/** @returns the fields of an operation's body, including nested fields */
export function fieldsOf({ method, template }: Operation): Property[] {
  const body = document.paths[template]?.[method.toLowerCase()]?.requestBody;
  const schema = body && resolve(body).content?.['application/json']?.schema;
  return schema ? propertiesOf(schema, []) : [];
}

function propertiesOf(schemaOrReference: Schema, steps: readonly string[]): Property[] {
  const schema = resolve(schemaOrReference);
  // This depth is enough for any request, and ends the recursion in recursive schemas.
  if (steps.length > 6) return [];
  return [
    ...[...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap((part) => propertiesOf(part, steps)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
      { steps: [...steps, name], name, schema: resolve(property) },
      ...propertiesOf(property, [...steps, name]),
    ]),
    ...(schema.items ? propertiesOf(schema.items, [...steps, '0']) : []),
  ];
}

const describedKind = ({ description, items }: Schema): string | undefined =>
  /`([a-z]+(?:_[a-z]+)*)_…`/.exec(`${description} ${items && resolve(items).description}`)?.[1];
const exampleKind = (value: unknown): string | undefined => idsIn(JSON.stringify(value) ?? '').map(kindOf)[0];

/** The kinds of ids for each field name, from all places where the contract specifies a kind or shows an example. */
const kindsByName = (() => {
  const kinds = new Map<string, Set<string>>();
  const addKind = (name: string, kind: string | undefined) =>
    void (kind !== undefined && kinds.set(name, (kinds.get(name) ?? new Set()).add(kind)));
  for (const schema of Object.values(document.components.schemas ?? {}))
    for (const field of propertiesOf(Object(schema), [])) addKind(field.name, describedKind(field.schema));
  JSON.stringify(document.components.examples, (name, value: unknown) => {
    if (isIdName(name) && name !== 'id') addKind(name, exampleKind(value));
    return value;
  });
  return kinds;
})();

/** @returns every parameter and field of an operation that takes an id */
export function placesOf(operation: Operation): Place[] {
  const parameters = operation.parameters.flatMap(({ in: where, name, example }): Place[] => {
    const kind = exampleKind(example);
    // A cursor is signed and contains only the caller's own ids (see the test of cursors in requests.test.ts).
    if ((where !== 'path' && where !== 'query') || name === 'cursor' || (kind === undefined && !isIdName(name))) return [];
    return [{ in: where, steps: [name], name, kind, list: false, example }];
  });
  const fields = fieldsOf(operation).flatMap(({ steps, name, schema }): Place[] => {
    const types = [schema.type, schema.items && resolve(schema.items).type].flat();
    const examples = operation.bodies.map((body) => valueAt(body, steps)).filter((value) => exampleKind(value) !== undefined);
    const kindInTexts = describedKind(schema);
    // A field that takes several kinds of ids uses the example with the kind that is mentioned first.
    const example = examples.find((value) => exampleKind(value) === kindInTexts) ?? examples[0];
    const kind = kindInTexts ?? exampleKind(example) ?? (isIdName(name) ? onlyElement(kindsByName.get(name)) : undefined);
    // An id within a text or an address refers to no record.
    if (
      !types.includes('string') ||
      (kind === undefined && !isIdName(name)) ||
      (typeof example === 'string' && !/^[\w./-]*$/.test(example))
    )
      return [];
    return [{ in: 'body', steps, name: steps.join('.'), kind, list: types.includes('array'), example }];
  });
  return [...new Map([...parameters, ...fields].map((place) => [`${place.in} ${place.name}`, place])).values()];
}

const onlyElement = (kinds: ReadonlySet<string> = new Set()) => (kinds.size === 1 ? [...kinds][0] : undefined);
