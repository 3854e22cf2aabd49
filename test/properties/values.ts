/** Values that fit a schema, on purpose at its boundaries and with awkward contents. */
import fc, { type Arbitrary } from 'fast-check';
import { alternatives, flat, isClosed, isValid, type Schema, typesOf } from './schema.ts';
import { awkward, textsOfFormat } from './texts.ts';

/** No text is made longer than this, except where a mutation needs one more. */
const longest = 20_000;
const freeNames = fc.constantFrom('a', 'b', 'A', '', ' ', 'a.b', 'a/b', '__proto__', 'constructor', 'toString', '$ref', 'é', '😀');

/** Values that the contract allows. @param name of the field or parameter */
export function valuesOf(schema: Schema, name = ''): Arbitrary<unknown> {
  return unfiltered(schema, name).filter((value) => isValid(schema, unmarked(value)));
}

function unfiltered(schema: Schema, name: string): Arbitrary<unknown> {
  const choices = alternatives(schema);
  if (choices) return fc.oneof(...choices.map((choice) => unfiltered(choice, name)));
  const own = flat(schema);
  if (own.const !== undefined) return fc.constant(own.const);
  if (own.enum) return fc.constantFrom(...own.enum);
  return fc.oneof(...typesOf(own).map((type) => ofType(type, own, name)));
}

function ofType(type: string, schema: Schema, name: string): Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return numbers(schema, true);
    case 'number':
      return numbers(schema, false);
    case 'string':
      return texts(schema, name);
    case 'array':
      return lists(schema, name);
    case 'object':
      return objects(schema);
    default:
      throw new Error(`generated requests do not know the type ${type}`);
  }
}

function numbers({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 0 }: Schema, whole: boolean): Arbitrary<number> {
  const step = multipleOf || (whole ? 1 : 0);
  const min = minimum ?? (exclusiveMinimum === undefined ? -Number.MAX_SAFE_INTEGER : exclusiveMinimum + (step || 1e-6));
  const max = maximum ?? (exclusiveMaximum === undefined ? Number.MAX_SAFE_INTEGER : exclusiveMaximum - (step || 1e-6));
  if (step)
    return fc.oneof(
      fc.constantFrom(min, max),
      fc.integer({ min: Math.ceil(min / step), max: Math.floor(max / step) }).map((count) => count * step),
    );
  // Minus zero is not to be told from zero in JSON.
  return fc.oneof(fc.constantFrom(min, max), fc.double({ min, max, noNaN: true, noDefaultInfinity: true })).map((number) => number + 0);
}

/** Whether a text may be the id of a record: the contract says no more of it than that it is one. */
const mayBeId = ({ format, pattern, maxLength = longest, contentEncoding }: Schema) =>
  format === undefined && pattern === undefined && contentEncoding === undefined && maxLength >= 48;

/** Stands for the id of a record that there is; with which one it is replaced is known when the request is sent (world.ts). */
export const idMark = (prefix: string, index: number) => `@id:${prefix}:${index}`;

/** Stands for the cursor of the latest page of the list. */
export const cursorMark = '@cursor';

/** Stands for the signature that makes an address of what it stands in. */
export const signatureMark = '@signature';

/** @returns the prefix of the ids that a description speaks of, as in `mem_…` */
export const prefixIn = (description = '') => /`([a-z][a-z_]*)_…`/.exec(description)?.[1];

/** With each mark as long as what it stands for. */
function unmarked(value: unknown): unknown {
  return mapTexts(value, (text) => (/^@id:\w+:\d+$/.test(text) ? text.padEnd(28, '0') : text));
}

/** The same with each text in it changed. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change)]));
}

function texts(schema: Schema, name: string): Arbitrary<string> {
  const { minLength = 0, maxLength = longest, format, pattern, contentEncoding, description } = schema;
  const most = Math.min(maxLength, longest);
  const text: Schema = { ...schema, type: 'string' };
  if (contentEncoding === 'base64')
    return fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64')),
      fc.constant(pixel),
    );
  if (format !== undefined) return textsOfFormat(format);
  const fitting = awkward.filter((one) => isValid(text, one));
  const some = fitting.length ? [{ arbitrary: fc.constantFrom(...fitting), weight: 2 }] : [];
  if (pattern !== undefined)
    return fc.oneof({ arbitrary: fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: most, size: 'small' }), weight: 4 }, ...some);
  const prefix = prefixIn(description);
  const ids =
    mayBeId(schema) && (prefix !== undefined || /Ids?$/.test(name))
      ? [
          {
            arbitrary: fc
              .tuple(prefix === undefined ? fc.constantFrom('mem', 'usr', 'org') : fc.constant(prefix), fc.nat({ max: 3 }))
              .map(([one, index]) => idMark(one, index)),
            weight: 8,
          },
        ]
      : [];
  return fc.oneof(
    { arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(most, 30)) }), weight: 3 },
    { arbitrary: fc.constantFrom(minLength, most).map((length) => 'x'.repeat(length)), weight: 1 },
    ...some,
    ...ids,
  );
}

/** The smallest PNG. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function lists(
  { items = {}, minItems = 0, maxItems = 1000, uniqueItems = false, description }: Schema,
  name: string,
): Arbitrary<unknown[]> {
  const item = unfiltered(
    prefixIn(flat(items).description) === undefined && description !== undefined ? { ...flat(items), description } : items,
    name,
  );
  const bounds = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 4) };
  if (uniqueItems) return fc.uniqueArray(item, { ...bounds, selector: (value) => JSON.stringify(value) });
  const few = fc.array(item, bounds);
  return maxItems > 250
    ? few
    : fc.oneof({ arbitrary: few, weight: 8 }, { arbitrary: fc.array(item, { minLength: maxItems, maxLength: maxItems }), weight: 1 });
}

function objects(schema: Schema): Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const known = fc.record(Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, unfiltered(property, name)])), {
    requiredKeys: [...required].filter((name) => name in properties),
  });
  if (isClosed(schema)) return known;
  const others = typeof additionalProperties === 'object' ? unfiltered(additionalProperties, '') : fc.jsonValue({ maxDepth: 2 });
  return fc
    .tuple(known, fc.dictionary(freeNames, others, { maxKeys: 3 }))
    .map(([named, free]) => Object.fromEntries([...Object.entries(free), ...Object.entries(named)]));
}
