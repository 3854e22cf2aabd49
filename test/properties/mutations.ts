/** Changes a valid value in one place, so that it no longer fits its schema. Each change names the field that it makes invalid. */
import { alternatives, flattenSchema, isClosed, isValid, type Schema, typesOf } from './schema.ts';
import { invalidCharacters } from './texts.ts';
import { normalizeEmail } from '#platform/identity/email-address';

export interface Mutation {
  readonly how: string;
  /** The names under which `details` may report the error: the field, or the field whose alternatives it belongs to. */
  readonly names: readonly string[];
  readonly value: unknown;
}

const maxTextLength = 200_000;
const unknownNames = ['nonsense', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '😀'];
const valueByType: Readonly<Record<string, unknown>> = { null: null, boolean: true, number: 7, string: 'x', array: [], object: {} };

/** @param value a valid value @param steps the path of the value @param above names of the fields whose alternatives contain it */
export function mutationsOf(schema: Schema, value: unknown, steps: readonly string[] = [], above: readonly string[] = []): Mutation[] {
  const choices = alternatives(schema);
  if (choices) return mutationsOfAlternatives(schema, choices, value, steps, above);
  const flatSchema = flattenSchema(schema);
  const names = namesOf(steps, above);
  const ownMutations: readonly Omit<Mutation, 'names'>[] = [
    ...otherTypes(flatSchema),
    ...((flatSchema.enum ?? flatSchema.const !== undefined)
      ? [
          { how: 'unknown value', value: 'nonsense' },
          { how: 'unknown value', value: typeof value === 'string' ? value.toUpperCase() + value : 'nonsense' },
        ]
      : []),
    ...(flatSchema.not?.enum ?? []).map((forbiddenValue) => ({ how: 'a value that is not allowed', value: forbiddenValue })),
    ...(typeof value === 'string' ? invalidTexts(flatSchema, value) : []),
    ...(typeof value === 'number' ? invalidNumbers(flatSchema) : []),
    ...(Array.isArray(value) ? invalidLists(flatSchema, value) : []),
  ];
  return [...ownMutations.map((mutation) => ({ ...mutation, names })), ...innerMutations(flatSchema, value, steps, above)];
}

const namesOf = (steps: readonly string[], above: readonly string[]) => [steps.join('.') || '_errors', ...above];

function mutationsOfAlternatives(
  schema: Schema,
  choices: readonly Schema[],
  value: unknown,
  steps: readonly string[],
  above: readonly string[],
): Mutation[] {
  const fieldNames = namesOf(steps, above);
  const validChoice = choices.find((choice) => isValid(choice, value));
  const validChoiceMutations = validChoice ? mutationsOf(validChoice, value, steps, fieldNames) : [];
  const { oneOf } = flattenSchema(schema);
  // A value that one alternative rejects may be valid for another alternative.
  const isInvalid = (mutation: Mutation) => isInvalidText(mutation) || !isValid(schema, mutation.value);
  const merged =
    oneOf && typeof value === 'object' && value !== null
      ? [{ how: 'two alternatives at once', names: fieldNames, value: { ...allRequiredFields(oneOf), ...value } }]
      : [];
  return [...validChoiceMutations, ...merged].filter(isInvalid);
}

/** @returns a value for each required field of all alternatives */
function allRequiredFields(choices: readonly Schema[]): object {
  return Object.fromEntries(choices.flatMap((choice) => (flattenSchema(choice).required ?? []).map((name) => [name, 'x'])));
}

/** Whether a mutation contains characters that JSON Schema cannot forbid but the service rejects. */
const isInvalidText = ({ how }: Pick<Mutation, 'how'>) => how.startsWith('a text with');

function otherTypes(schema: Schema): Omit<Mutation, 'names'>[] {
  const allowed = typesOf(schema).map((type) => (type === 'integer' ? 'number' : type));
  return Object.entries(valueByType)
    .filter(([type]) => !allowed.includes(type))
    .map(([type, value]) => ({ how: `another type: ${type}`, value }));
}

/** Whether a value is a valid e-mail address once it is normalized, as the service does before validation. */
function isOtherSpelling(format: string, value: string): boolean {
  return format === 'email' && normalizeEmail(value) !== undefined;
}

function invalidTexts(schema: Schema, value: string): Omit<Mutation, 'names'>[] {
  const { minLength = 0, maxLength = Infinity, format, pattern, enum: values, const: constant } = schema;
  if (values || constant !== undefined) return [];
  const text: Schema = { ...schema, type: 'string' };
  // Spaces around a text are removed before validation.
  const storedForm = (one: string) => (schema['x-trim'] ? one.trim() : one);
  const length = [...storedForm(value)].length;
  const invalidTextsOfLength = ['', ' ', '\n', '!', 'ä', '😀', 'a b', `${value}\n`, ` ${value}`].filter(
    (one) => [...one].length >= minLength && [...one].length <= maxLength && !isValid(text, storedForm(one)),
  );
  return [
    ...(minLength > 0 ? [{ how: 'too short', value: [...value].slice(0, minLength - 1).join('') }] : []),
    ...(maxLength < maxTextLength ? [{ how: 'too long', value: storedForm(value) + 'a'.repeat(Math.max(0, maxLength + 1 - length)) }] : []),
    ...(pattern === undefined ? [] : invalidTextsOfLength.map((one) => ({ how: 'another pattern', value: one }))),
    ...(format === undefined
      ? []
      : ['nonsense', '', `${value}!`, `\n${value}`]
          .map((one) => ({ how: 'another format', value: one }))
          .filter((one) => !isValid(text, storedForm(one.value)) && !isOtherSpelling(format, one.value))),
    // Base64 is not decoded here, and a text with a format or a pattern would have two errors.
    ...(format === undefined && pattern === undefined && length < maxLength
      ? invalidCharacters.map((one) => ({ how: `a text with ${JSON.stringify(one)}`, value: value + one }))
      : []),
  ];
}

function invalidNumbers({
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf,
  enum: values,
  type = [],
}: Schema): Omit<Mutation, 'names'>[] {
  if (values) return [];
  const isInteger = [type].flat().includes('integer');
  const step = multipleOf ?? (isInteger ? 1 : 0.001);
  return [
    ...(minimum === undefined ? [] : [{ how: 'too small', value: minimum - step }]),
    ...(maximum === undefined
      ? []
      : [
          { how: 'too large', value: maximum + step },
          { how: 'too large', value: 1e300 },
        ]),
    ...(exclusiveMinimum === undefined ? [] : [{ how: 'too small', value: exclusiveMinimum }]),
    ...(exclusiveMaximum === undefined ? [] : [{ how: 'too large', value: exclusiveMaximum }]),
    ...(isInteger ? [{ how: 'not whole', value: (minimum ?? 0) + 0.5 }] : []),
    ...(multipleOf === undefined ? [] : [{ how: 'not a multiple', value: (minimum ?? 0) + multipleOf / 2 }]),
  ];
}

function invalidLists(
  { minItems = 0, maxItems = Infinity, uniqueItems = false }: Schema,
  value: readonly unknown[],
): Omit<Mutation, 'names'>[] {
  const [first] = value;
  return [
    ...(minItems > 0 ? [{ how: 'too few', value: value.slice(0, minItems - 1) }] : []),
    ...(maxItems < 1000 && value.length
      ? [{ how: 'too many', value: [...value, ...Array.from({ length: maxItems + 1 - value.length }, () => first)] }]
      : []),
    ...(uniqueItems && value.length && maxItems > 1 ? [{ how: 'the same twice', value: [...value.slice(0, maxItems - 1), first] }] : []),
  ];
}

function innerMutations(schema: Schema, value: unknown, steps: readonly string[], above: readonly string[]): Mutation[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (!items || !value.length) return [];
    // Only the last item is changed, on behalf of all items.
    const [last, index] = [value.at(-1), value.length - 1];
    return mutationsOf(items, last, [...steps, String(index)], above).map((mutation) => ({
      ...mutation,
      value: value.with(index, mutation.value),
    }));
  }
  if (typeof value !== 'object' || value === null) return [];
  const { properties = {}, required = [], minProperties = 0, maxProperties = Infinity } = schema;
  const entries = Object.entries(value);
  const withoutField = (name: string) => Object.fromEntries(entries.filter(([other]) => other !== name));
  const withField = (name: string, inner: unknown) => Object.fromEntries([...entries.filter(([other]) => other !== name), [name, inner]]);
  return [
    ...required
      .filter((name) => name in value)
      .map((name) => ({ how: 'missing', names: namesOf([...steps, name], above), value: withoutField(name) })),
    ...(isClosed(schema)
      ? unknownNames.map((name) => ({
          how: `unknown field ${JSON.stringify(name)}`,
          names: namesOf([...steps, name], above),
          value: withField(name, 1),
        }))
      : []),
    ...(minProperties > 0
      ? [{ how: 'too few fields', names: namesOf(steps, above), value: Object.fromEntries(entries.slice(0, minProperties - 1)) }]
      : []),
    ...(maxProperties < 100 && !isClosed(schema)
      ? [
          {
            how: 'too many fields',
            names: namesOf(steps, above),
            value: { ...value, ...Object.fromEntries(Array.from({ length: maxProperties + 1 }, (_, n) => [`more${n}`, 1])) },
          },
        ]
      : []),
    ...entries.flatMap(([name, inner]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return property
        ? mutationsOf(property, inner, [...steps, name], above).map((mutation) => ({ ...mutation, value: withField(name, mutation.value) }))
        : [];
    }),
  ];
}
