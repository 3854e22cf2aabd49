/** Finds where the contract takes ids, and their kinds, from names, descriptions and examples, so that no operation is listed. */
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

const shape = /\b[a-z]+(?:_[a-z]+)*_[0-9a-f]{24}\b/g;
export const idsIn = (text: string): string[] => text.match(shape) ?? [];
export const kindOf = (id: string) => id.slice(0, -25);
/** Whether ids of this kind belong to the catalog, which all organizations share. */
export const isOfCatalogue = (kind: string) => /^(frk(_\w+)?|fvr|fnd_t|tml|tpt)$/.test(kind);
const isIdName = (name: string) => /(^id|Ids?)$/.test(name);

/** The same value with each id replaced, except those of the catalog. Lists contain no duplicates. */
export function replaceIds(value: unknown, choose: Choose): unknown {
  if (typeof value === 'string') return value.replace(shape, (id) => (isOfCatalogue(kindOf(id)) ? id : choose(kindOf(id))));
  if (Array.isArray(value)) return [...new Set(value.map((item) => replaceIds(item, choose)))];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaceIds(item, choose)]));
}

/** The value at the end of this path. */
export function at(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce(
    (found, step) => (typeof found === 'object' && found !== null ? Object.entries(found).find(([name]) => name === step)?.[1] : undefined),
    value,
  );
}

/** The same value with another one at the end of this path. */
export function put(value: unknown, [step, ...steps]: readonly string[], item: unknown): unknown {
  if (step === undefined) return item;
  if (Array.isArray(value)) return value.map((old, index) => (String(index) === step ? put(old, steps, item) : old));
  return { ...Object(value), [step]: put(at(value, [step]), steps, item) };
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

/** The fields of an operation's body. */
export function fieldsOf({ method, template }: Operation): Property[] {
  const body = document.paths[template]?.[method.toLowerCase()]?.requestBody;
  const schema = body && resolve(body).content?.['application/json']?.schema;
  return schema ? propertiesOf(schema, []) : [];
}

function propertiesOf(given: Schema, steps: readonly string[]): Property[] {
  const schema = resolve(given);
  // Deep enough for any request; ends recursive schemas.
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

const kindSaid = ({ description, items }: Schema): string | undefined =>
  /`([a-z]+(?:_[a-z]+)*)_…`/.exec(`${description} ${items && resolve(items).description}`)?.[1];
const kindShown = (value: unknown): string | undefined => idsIn(JSON.stringify(value) ?? '').map(kindOf)[0];

/** The kinds of ids by field name, from all places where the contract specifies them or shows an example. */
const kindsByName = (() => {
  const kinds = new Map<string, Set<string>>();
  const addKind = (name: string, kind: string | undefined) =>
    void (kind !== undefined && kinds.set(name, (kinds.get(name) ?? new Set()).add(kind)));
  for (const schema of Object.values(document.components.schemas ?? {}))
    for (const field of propertiesOf(Object(schema), [])) addKind(field.name, kindSaid(field.schema));
  JSON.stringify(document.components.examples, (name, value: unknown) => {
    if (isIdName(name) && name !== 'id') addKind(name, kindShown(value));
    return value;
  });
  return kinds;
})();

/** Every place of an operation that takes an id. */
export function placesOf(operation: Operation): Place[] {
  const parameters = operation.parameters.flatMap(({ in: where, name, example }): Place[] => {
    const kind = kindShown(example);
    // A cursor is signed and contains only the caller's own ids (see the test of cursors).
    if ((where !== 'path' && where !== 'query') || name === 'cursor' || (kind === undefined && !isIdName(name))) return [];
    return [{ in: where, steps: [name], name, kind, list: false, example }];
  });
  const fields = fieldsOf(operation).flatMap(({ steps, name, schema }): Place[] => {
    const types = [schema.type, schema.items && resolve(schema.items).type].flat();
    const examples = operation.bodies.map((body) => at(body, steps)).filter((value) => kindShown(value) !== undefined);
    const kindInTexts = kindSaid(schema);
    // For a field that takes several kinds of ids, the example with the kind that is mentioned first.
    const example = examples.find((value) => kindShown(value) === kindInTexts) ?? examples[0];
    const kind = kindInTexts ?? kindShown(example) ?? (isIdName(name) ? only(kindsByName.get(name)) : undefined);
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

const only = (kinds: ReadonlySet<string> = new Set()) => (kinds.size === 1 ? [...kinds][0] : undefined);
