/** Everything that is one step away from a value that fits its schema, and no longer fits. Each step knows the field it broke. */
import { alternatives, flat, isClosed, isValid, type Schema, typesOf } from './schema.ts';
import { broken } from './texts.ts';
import { normalEmail } from '#platform/identity/email-address';

export interface Mutation {
  readonly how: string;
  /** The names under which `details` may say so: the field, or where alternatives are the matter, what they are alternatives of. */
  readonly names: readonly string[];
  readonly value: unknown;
}

const longest = 200_000;
const unknownNames = ['nonsense', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '😀'];
const ofType: Readonly<Record<string, unknown>> = { null: null, boolean: true, number: 7, string: 'x', array: [], object: {} };

/** @param value that fits @param steps where it stands @param above names of what it is an alternative in */
export function mutationsOf(schema: Schema, value: unknown, steps: readonly string[] = [], above: readonly string[] = []): Mutation[] {
  const choices = alternatives(schema);
  if (choices) return ofAlternatives(schema, choices, value, steps, above);
  const own = flat(schema);
  const names = namesOf(steps, above);
  const all: readonly Omit<Mutation, 'names'>[] = [
    ...otherTypes(own),
    ...((own.enum ?? own.const !== undefined)
      ? [
          { how: 'unknown value', value: 'nonsense' },
          { how: 'unknown value', value: typeof value === 'string' ? value.toUpperCase() + value : 'nonsense' },
        ]
      : []),
    ...(own.not?.enum ?? []).map((taken) => ({ how: 'a value that is not allowed', value: taken })),
    ...(typeof value === 'string' ? brokenTexts(own, value) : []),
    ...(typeof value === 'number' ? brokenNumbers(own) : []),
    ...(Array.isArray(value) ? brokenLists(own, value) : []),
  ];
  return [...all.map((mutation) => ({ ...mutation, names })), ...inside(own, value, steps, above)];
}

const namesOf = (steps: readonly string[], above: readonly string[]) => [steps.join('.') || '_errors', ...above];

function ofAlternatives(
  schema: Schema,
  choices: readonly Schema[],
  value: unknown,
  steps: readonly string[],
  above: readonly string[],
): Mutation[] {
  const place = namesOf(steps, above);
  const fitting = choices.find((choice) => isValid(choice, value));
  const within = fitting ? mutationsOf(fitting, value, steps, place) : [];
  const { oneOf } = flat(schema);
  // Whatever one alternative no longer takes, another might.
  const isBroken = (mutation: Mutation) => isUnspeakable(mutation) || !isValid(schema, mutation.value);
  const merged =
    oneOf && typeof value === 'object' && value !== null
      ? [{ how: 'two alternatives at once', names: place, value: { ...allMarks(oneOf), ...value } }]
      : [];
  return [...within, ...merged].filter(isBroken);
}

/** A value for each field that an alternative is known by. */
function allMarks(choices: readonly Schema[]): object {
  return Object.fromEntries(choices.flatMap((choice) => (flat(choice).required ?? []).map((name) => [name, 'x'])));
}

/** What JSON Schema has no word for and the service refuses all the same: no text at all. */
const isUnspeakable = ({ how }: Pick<Mutation, 'how'>) => how.startsWith('a text with');

function otherTypes(schema: Schema): Omit<Mutation, 'names'>[] {
  const allowed = typesOf(schema).map((type) => (type === 'integer' ? 'number' : type));
  return Object.entries(ofType)
    .filter(([type]) => !allowed.includes(type))
    .map(([type, value]) => ({ how: `another type: ${type}`, value }));
}

/** White space around an e-mail address is removed before it is checked. */
function isOtherSpelling(format: string, value: string): boolean {
  return format === 'email' && normalEmail(value) !== undefined;
}

function brokenTexts(schema: Schema, value: string): Omit<Mutation, 'names'>[] {
  const { minLength = 0, maxLength = Infinity, format, pattern, enum: values, const: only } = schema;
  if (values || only !== undefined) return [];
  const text: Schema = { ...schema, type: 'string' };
  // Blanks around a text are removed before it is checked.
  const stored = (one: string) => (schema['x-trim'] ? one.trim() : one);
  const length = [...stored(value)].length;
  const validationErrors = ['', ' ', '\n', '!', 'ä', '😀', 'a b', `${value}\n`, ` ${value}`].filter(
    (one) => [...one].length >= minLength && [...one].length <= maxLength && !isValid(text, stored(one)),
  );
  return [
    ...(minLength > 0 ? [{ how: 'too short', value: [...value].slice(0, minLength - 1).join('') }] : []),
    ...(maxLength < longest ? [{ how: 'too long', value: stored(value) + 'a'.repeat(Math.max(0, maxLength + 1 - length)) }] : []),
    ...(pattern === undefined ? [] : validationErrors.map((one) => ({ how: 'another pattern', value: one }))),
    ...(format === undefined
      ? []
      : ['nonsense', '', `${value}!`, `\n${value}`]
          .map((one) => ({ how: 'another format', value: one }))
          .filter((one) => !isValid(text, stored(one.value)) && !isOtherSpelling(format, one.value))),
    // Base64 is not decoded here, and of a format or a pattern two things would be wrong.
    ...(format === undefined && pattern === undefined && length < maxLength
      ? broken.map((one) => ({ how: `a text with ${JSON.stringify(one)}`, value: value + one }))
      : []),
  ];
}

function brokenNumbers({
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf,
  enum: values,
  type = [],
}: Schema): Omit<Mutation, 'names'>[] {
  if (values) return [];
  const whole = [type].flat().includes('integer');
  const step = multipleOf ?? (whole ? 1 : 0.001);
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
    ...(whole ? [{ how: 'not whole', value: (minimum ?? 0) + 0.5 }] : []),
    ...(multipleOf === undefined ? [] : [{ how: 'not a multiple', value: (minimum ?? 0) + multipleOf / 2 }]),
  ];
}

function brokenLists(
  { minItems = 0, maxItems = Infinity, uniqueItems = false }: Schema,
  value: readonly unknown[],
): Omit<Mutation, 'names'>[] {
  const [first] = value;
  return [
    ...(minItems > 0 ? [{ how: 'too few', value: value.slice(0, minItems - 1) }] : []),
    ...(maxItems < 1000 && value.length
      ? [{ how: 'too many', value: [...value, ...Array.from({ length: maxItems + 1 - value.length }, () => first)] }]
      : []),
    ...(uniqueItems && value.length ? [{ how: 'the same twice', value: [...value.slice(0, maxItems - 1), first] }] : []),
  ];
}

function inside(schema: Schema, value: unknown, steps: readonly string[], above: readonly string[]): Mutation[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (!items || !value.length) return [];
    // One item speaks for all: the last.
    const [last, index] = [value.at(-1), value.length - 1];
    return mutationsOf(items, last, [...steps, String(index)], above).map((mutation) => ({
      ...mutation,
      value: value.with(index, mutation.value),
    }));
  }
  if (typeof value !== 'object' || value === null) return [];
  const { properties = {}, required = [], minProperties = 0, maxProperties = Infinity } = schema;
  const entries = Object.entries(value);
  const without = (name: string) => Object.fromEntries(entries.filter(([other]) => other !== name));
  const and = (name: string, inner: unknown) => Object.fromEntries([...entries.filter(([other]) => other !== name), [name, inner]]);
  return [
    ...required
      .filter((name) => name in value)
      .map((name) => ({ how: 'missing', names: namesOf([...steps, name], above), value: without(name) })),
    ...(isClosed(schema)
      ? unknownNames.map((name) => ({
          how: `unknown field ${JSON.stringify(name)}`,
          names: namesOf([...steps, name], above),
          value: and(name, 1),
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
        ? mutationsOf(property, inner, [...steps, name], above).map((mutation) => ({ ...mutation, value: and(name, mutation.value) }))
        : [];
    }),
  ];
}
