/**
 * Brings the texts of a request into the form in which they are stored, before they are validated: `x-trim`, `x-lowercase` (spec/README,
 * Schemas), e-mail addresses (spec/conventions, 8) and times with a long offset. The schemas are read once per operation, so a request only visits the fields that
 * need it.
 */
import { parse, stringify } from 'node:querystring';
import type { Request } from 'express';
import { normalizeEmailOrText } from '#platform/identity/email-address';
import { isObject } from '#platform/json-object';
import { shortenOffset } from './formats.ts';
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

/** @param itemParameters of the path item @returns a function that changes the body and the query of a request */
export function requestNormalizer(
  { parameters = [], requestBody }: TextOperation,
  itemParameters: readonly TextParameter[],
  components: TextComponents,
): (req: Pick<Request, 'url' | 'body'>) => void {
  const schema = requestBody?.content['application/json']?.schema;
  const normalizeBody = schema && normalizerOf(schema, components.schemas);
  const queries = [...itemParameters, ...parameters]
    .map((parameter) => (parameter.$ref === undefined ? parameter : (components.parameters?.[referencedName(parameter.$ref)] ?? parameter)))
    .flatMap(({ in: location, name, schema: parameterSchema = {} }) => {
      const normalize = location === 'query' ? normalizerOf(parameterSchema.items ?? parameterSchema, components.schemas) : undefined;
      return normalize ? [[name, normalize] as const] : [];
    });
  return (req) => {
    if (normalizeBody) req.body = normalizeBody(req.body);
    if (queries.length) req.url = withNormalQuery(req.url, queries);
  };
}

/** @param schemas of the contract by name @returns undefined if no text of the schema changes */
export function normalizerOf(schema: TextSchema, schemas: TextComponents['schemas'] = {}): Normalize | undefined {
  // A recursive schema is skipped; check-spec rejects contracts in which texts would thereby not be normalized.
  const compile = (current: TextSchema, ancestors: readonly TextSchema[]): Normalize | undefined => {
    if (ancestors.includes(current)) return undefined;
    const compileInner = (inner: TextSchema | undefined) => inner && compile(inner, [...ancestors, current]);
    const { $ref, items, allOf = [], anyOf = [], oneOf = [], discriminator } = current;
    return chain([
      normalizeText(current),
      $ref === undefined ? undefined : compileInner(schemas[referencedName($ref)]),
      normalizeProperties(current, compileInner),
      normalizeItems(compileInner(items)),
      ...allOf.map(compileInner),
      ...(discriminator?.mapping
        ? [normalizeByValue(discriminator.propertyName, discriminator.mapping, compileInner)]
        : [...anyOf, ...oneOf].map(compileInner)),
    ]);
  };
  return compile(schema, []);
}

const referencedName = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

function withNormalQuery(url: string, queries: readonly (readonly [string, Normalize])[]): string {
  const queryText = queryOf(url);
  // The validator explains what is wrong with a query that cannot be decoded.
  if (queryText === '' || !isDecodable(queryText)) return url;
  const query = parse(queryText);
  let hasChanged = false;
  for (const [name, normalize] of queries) {
    const values = [query[name] ?? []].flat();
    const storedValues = values.map((text) => String(normalize(text)));
    if (storedValues.every((text, index) => text === values[index])) continue;
    query[name] = storedValues;
    hasChanged = true;
  }
  return hasChanged ? `${url.slice(0, url.indexOf('?'))}?${stringify(query)}` : url;
}

function chain(normalizers: readonly (Normalize | undefined)[]): Normalize | undefined {
  const definedNormalizers = normalizers.filter((part) => part !== undefined);
  return definedNormalizers.length > 1
    ? (value) => definedNormalizers.reduce((normalizedValue, normalize) => normalize(normalizedValue), value)
    : definedNormalizers[0];
}

function normalizeText({ format, 'x-trim': trim, 'x-lowercase': lowercase }: TextSchema): Normalize | undefined {
  const forText =
    (change: (text: string) => string): Normalize =>
    (value) =>
      typeof value === 'string' ? change(value) : value;
  if (format === 'email') return forText(normalizeEmailOrText);
  if (format === 'date-time') return forText(shortenOffset);
  return chain([trim && forText((text) => text.trim()), lowercase && forText((text) => text.toLowerCase())]);
}

function normalizeItems(normalize: Normalize | undefined): Normalize | undefined {
  return normalize && ((value) => (Array.isArray(value) ? value.map(normalize) : value));
}

function normalizeProperties(
  { properties = {}, additionalProperties: otherProperties }: TextSchema,
  compileInner: (schema: TextSchema) => Normalize | undefined,
): Normalize | undefined {
  const normalizersByName = compileAll(Object.entries(properties), compileInner);
  const normalizeOther = typeof otherProperties === 'object' ? compileInner(otherProperties) : undefined;
  if (!normalizersByName.size && !normalizeOther) return undefined;
  return (value) => {
    if (!isObject(value)) return value;
    const fields = Object.entries(value).map(([name, inner]): [string, unknown] => {
      const normalize = Object.hasOwn(properties, name) ? normalizersByName.get(name) : normalizeOther;
      return [name, normalize ? normalize(inner) : inner];
    });
    return Object.fromEntries(fields);
  };
}

/** Applies only the alternative that the discriminator selects. */
function normalizeByValue(
  property: string,
  mapping: Readonly<Record<string, string>>,
  compileInner: (schema: TextSchema) => Normalize | undefined,
): Normalize | undefined {
  const byValue = compileAll(
    Object.entries(mapping).map(([value, $ref]) => [value, { $ref }]),
    compileInner,
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
  compileInner: (schema: TextSchema) => Normalize | undefined,
): ReadonlyMap<string, Normalize> {
  return new Map(
    schemas.flatMap(([name, schema]) => {
      const normalize = compileInner(schema);
      return normalize ? [[name, normalize] as const] : [];
    }),
  );
}
