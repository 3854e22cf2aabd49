/** Generates values that fit a schema, often at its boundaries and with unusual contents. */
import fc, { type Arbitrary } from 'fast-check';
import { alternatives, flattenSchema, isClosed, isValid, type Schema, typesOf } from './schema.ts';
import { awkwardTexts, textsOfFormat } from './texts.ts';

/** Maximum length of generated texts. Only a mutation that exceeds a limit may be longer. */
const maxTextLength = 20_000;
const freeNames = fc.constantFrom('a', 'b', 'A', '', ' ', 'a.b', 'a/b', '__proto__', 'constructor', 'toString', '$ref', 'é', '😀');

/** Generates values that the contract allows. @param name of the field or parameter */
export function valuesOf(schema: Schema, name = ''): Arbitrary<unknown> {
  return unfiltered(schema, name).filter((value) => isValid(schema, withPaddedMarks(value)));
}

function unfiltered(schema: Schema, name: string): Arbitrary<unknown> {
  const choices = alternatives(schema);
  if (choices) return fc.oneof(...choices.map((choice) => unfiltered(choice, name)));
  const flatSchema = flattenSchema(schema);
  if (flatSchema.const !== undefined) return fc.constant(flatSchema.const);
  if (flatSchema.enum) return fc.constantFrom(...flatSchema.enum);
  return fc.oneof(...typesOf(flatSchema).map((type) => valuesOfType(type, flatSchema, name)));
}

function valuesOfType(type: string, schema: Schema, name: string): Arbitrary<unknown> {
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

function numbers({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 0 }: Schema, isInteger: boolean): Arbitrary<number> {
  const step = multipleOf || (isInteger ? 1 : 0);
  const min = minimum ?? (exclusiveMinimum === undefined ? -Number.MAX_SAFE_INTEGER : exclusiveMinimum + (step || 1e-6));
  const max = maximum ?? (exclusiveMaximum === undefined ? Number.MAX_SAFE_INTEGER : exclusiveMaximum - (step || 1e-6));
  if (step)
    return fc.oneof(
      fc.constantFrom(min, max),
      fc.integer({ min: Math.ceil(min / step), max: Math.floor(max / step) }).map((count) => count * step),
    );
  // JSON cannot distinguish minus zero from zero, so adding 0 removes the sign.
  return fc.oneof(fc.constantFrom(min, max), fc.double({ min, max, noNaN: true, noDefaultInfinity: true })).map((number) => number + 0);
}

/** Whether a text may be the id of a record: ids have no format or pattern in the contract. */
const mayBeId = ({ format, pattern, maxLength = maxTextLength, contentEncoding }: Schema) =>
  format === undefined && pattern === undefined && contentEncoding === undefined && maxLength >= 48;

/** @returns a placeholder for the id of an existing record, which is replaced when the request is sent (world.ts) */
export const idMark = (prefix: string, index: number) => `@id:${prefix}:${index}`;

/** Placeholder for the cursor of the latest page of the list. */
export const cursorMark = '@cursor';

/** Placeholder for a valid signature of the address that contains it. */
export const signatureMark = '@signature';

/** @returns the prefix of the ids that a description mentions, such as `mem_…`; undefined if it mentions none */
export const prefixIn = (description = '') => /`([a-z][a-z_]*)_…`/.exec(description)?.[1];

/** @returns the value with each mark for an id padded to the length of an id */
function withPaddedMarks(value: unknown): unknown {
  return mapTexts(value, (text) => (/^@id:\w+:\d+$/.test(text) ? text.padEnd(28, '0') : text));
}

/** @returns the value with `change` applied to each text in it */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change)]));
}

function texts(schema: Schema, name: string): Arbitrary<string> {
  const { minLength = 0, maxLength = maxTextLength, format, pattern, contentEncoding, description } = schema;
  const maxLengthUsed = Math.min(maxLength, maxTextLength);
  const text: Schema = { ...schema, type: 'string' };
  if (contentEncoding === 'base64')
    return fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64')),
      fc.constant(pixel),
    );
  if (format !== undefined) return textsOfFormat(format);
  const validAwkwardTexts = awkwardTexts.filter((one) => isValid(text, one));
  const awkwardChoice = validAwkwardTexts.length ? [{ arbitrary: fc.constantFrom(...validAwkwardTexts), weight: 2 }] : [];
  if (pattern !== undefined)
    return fc.oneof(
      { arbitrary: fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: maxLengthUsed, size: 'small' }), weight: 4 },
      ...awkwardChoice,
    );
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
    { arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLengthUsed, 30)) }), weight: 3 },
    { arbitrary: fc.constantFrom(minLength, maxLengthUsed).map((length) => 'x'.repeat(length)), weight: 1 },
    ...awkwardChoice,
    ...ids,
  );
}

/** The smallest possible PNG file, in base64. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function lists(
  { items = {}, minItems = 0, maxItems = 1000, uniqueItems = false, description }: Schema,
  name: string,
): Arbitrary<unknown[]> {
  const item = unfiltered(
    prefixIn(flattenSchema(items).description) === undefined && description !== undefined
      ? { ...flattenSchema(items), description }
      : items,
    name,
  );
  const bounds = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 4) };
  if (uniqueItems) return fc.uniqueArray(item, { ...bounds, selector: (value) => JSON.stringify(value) });
  const shortLists = fc.array(item, bounds);
  return maxItems > 250
    ? shortLists
    : fc.oneof(
        { arbitrary: shortLists, weight: 8 },
        { arbitrary: fc.array(item, { minLength: maxItems, maxLength: maxItems }), weight: 1 },
      );
}

function objects(schema: Schema): Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const declaredProperties = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, unfiltered(property, name)])),
    {
      requiredKeys: [...required].filter((name) => name in properties),
    },
  );
  if (isClosed(schema)) return declaredProperties;
  const additionalValues = typeof additionalProperties === 'object' ? unfiltered(additionalProperties, '') : fc.jsonValue({ maxDepth: 2 });
  return fc
    .tuple(declaredProperties, fc.dictionary(freeNames, additionalValues, { maxKeys: 3 }))
    .map(([declared, additional]) => Object.fromEntries([...Object.entries(additional), ...Object.entries(declared)]));
}
