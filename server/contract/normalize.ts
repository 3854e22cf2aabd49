/**
 * Brings the texts of a request into the form in which they are stored, before they are validated: `x-trim`, `x-lowercase` (spec/README,
 * Schemas) and e-mail addresses (spec/conventions, 8). The schemas are read once per operation, so a request only visits the fields that
 * need it.
 */
import { parse, stringify } from 'node:querystring';
import type { Request } from 'express';
import { emailOrText } from '#platform/identity/email-address';
import { isObject } from '#platform/json-object';
import { isDecodable, queryOf } from './parameters.ts';

/** The parts of a schema that concern text values. */
export interface TextSchema {
  readonly $ref?: string;
  readonly format?: string;
  readonly 'x-trim'?: true;
  readonly 'x-lowercase'?: true;
  readonly properties?: Readonly<Record<string, TextSchema>>;
  readonly additionalProperties?: boolean | TextSchema;
  readonly items?: TextSchema;
  readonly allOf?: readonly TextSchema[];
  readonly anyOf?: readonly TextSchema[];
  readonly oneOf?: readonly TextSchema[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Readonly<Record<string, string>> };
}
interface TextParameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly schema?: TextSchema;
}
interface TextComponents {
  readonly schemas?: Readonly<Record<string, TextSchema>>;
  readonly parameters?: Readonly<Record<string, TextParameter>>;
}
interface TextOperation {
  readonly parameters?: readonly TextParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: TextSchema }>> };
}

/** Returns a value with its texts in their stored form. The original is not changed. */
export type Normalize = (value: unknown) => unknown;

/** @param above parameters of the path item @returns a function that changes the body and the query of a request */
export function requestNormalizer(
  { parameters = [], requestBody }: TextOperation,
  above: readonly TextParameter[],
  components: TextComponents,
): (req: Pick<Request, 'url' | 'body'>) => void {
  const schema = requestBody?.content['application/json']?.schema;
  const normalizeBody = schema && normalizerOf(schema, components.schemas);
  const queries = [...above, ...parameters]
    .map((parameter) => (parameter.$ref === undefined ? parameter : (components.parameters?.[nameIn(parameter.$ref)] ?? parameter)))
    .flatMap(({ in: place, name, schema: own = {} }) => {
      const normalize = place === 'query' ? normalizerOf(own.items ?? own, components.schemas) : undefined;
      return normalize ? [[name, normalize] as const] : [];
    });
  return (req) => {
    if (normalizeBody) req.body = normalizeBody(req.body);
    if (queries.length) req.url = withNormalQuery(req.url, queries);
  };
}

/** @param schemas of the contract by name @returns undefined if no text of the schema changes */
export function normalizerOf(schema: TextSchema, schemas: TextComponents['schemas'] = {}): Normalize | undefined {
  // A recursive schema is skipped; check-spec rejects contracts whose texts would be missed.
  const compile = (one: TextSchema, above: readonly TextSchema[]): Normalize | undefined => {
    if (above.includes(one)) return undefined;
    const inside = (inner: TextSchema | undefined) => inner && compile(inner, [...above, one]);
    const { $ref, items, allOf = [], anyOf = [], oneOf = [], discriminator } = one;
    return inOrder([
      normalizeText(one),
      $ref === undefined ? undefined : inside(schemas[nameIn($ref)]),
      normalizeProperties(one, inside),
      normalizeItems(inside(items)),
      ...allOf.map(inside),
      ...(discriminator?.mapping
        ? [normalizeByValue(discriminator.propertyName, discriminator.mapping, inside)]
        : [...anyOf, ...oneOf].map(inside)),
    ]);
  };
  return compile(schema, []);
}

const nameIn = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

function withNormalQuery(url: string, queries: readonly (readonly [string, Normalize])[]): string {
  const queryText = queryOf(url);
  // The validator explains what is wrong with a query that cannot be decoded.
  if (queryText === '' || !isDecodable(queryText)) return url;
  const query = parse(queryText);
  let hasChanged = false;
  for (const [name, normalize] of queries) {
    const values = [query[name] ?? []].flat();
    const stored = values.map((text) => String(normalize(text)));
    if (stored.every((text, index) => text === values[index])) continue;
    query[name] = stored;
    hasChanged = true;
  }
  return hasChanged ? `${url.slice(0, url.indexOf('?'))}?${stringify(query)}` : url;
}

function inOrder(given: readonly (Normalize | undefined)[]): Normalize | undefined {
  const parts = given.filter((part) => part !== undefined);
  return parts.length > 1 ? (value) => parts.reduce((changed, normalize) => normalize(changed), value) : parts[0];
}

function normalizeText({ format, 'x-trim': trim, 'x-lowercase': lowercase }: TextSchema): Normalize | undefined {
  const onText =
    (change: (text: string) => string): Normalize =>
    (value) =>
      typeof value === 'string' ? change(value) : value;
  if (format === 'email') return onText(emailOrText);
  return inOrder([trim && onText((text) => text.trim()), lowercase && onText((text) => text.toLowerCase())]);
}

function normalizeItems(normalize: Normalize | undefined): Normalize | undefined {
  return normalize && ((value) => (Array.isArray(value) ? value.map(normalize) : value));
}

function normalizeProperties(
  { properties = {}, additionalProperties: other }: TextSchema,
  inside: (schema: TextSchema) => Normalize | undefined,
): Normalize | undefined {
  const named = compileAll(Object.entries(properties), inside);
  const normalizeOther = typeof other === 'object' ? inside(other) : undefined;
  if (!named.size && !normalizeOther) return undefined;
  return (value) => {
    if (!isObject(value)) return value;
    const fields = Object.entries(value).map(([name, inner]): [string, unknown] => {
      const normalize = Object.hasOwn(properties, name) ? named.get(name) : normalizeOther;
      return [name, normalize ? normalize(inner) : inner];
    });
    return Object.fromEntries(fields);
  };
}

/** Applies only the alternative that the discriminator selects. */
function normalizeByValue(
  property: string,
  mapping: Readonly<Record<string, string>>,
  inside: (schema: TextSchema) => Normalize | undefined,
): Normalize | undefined {
  const byValue = compileAll(
    Object.entries(mapping).map(([value, $ref]) => [value, { $ref }]),
    inside,
  );
  if (!byValue.size) return undefined;
  return (value) => {
    const selector = isObject(value) && Object.hasOwn(value, property) ? value[property] : undefined;
    const normalize = typeof selector === 'string' ? byValue.get(selector) : undefined;
    return normalize ? normalize(value) : value;
  };
}

function compileAll(
  schemas: readonly (readonly [string, TextSchema])[],
  inside: (schema: TextSchema) => Normalize | undefined,
): ReadonlyMap<string, Normalize> {
  return new Map(
    schemas.flatMap(([name, schema]) => {
      const normalize = inside(schema);
      return normalize ? [[name, normalize] as const] : [];
    }),
  );
}
