/** Properties get the values that they have in the examples of the operations, where the contract gives them none of their own. */
import { type Document, type Json, type Media, operationsOf, resolved, type Schema } from './contract.ts';

/** Beyond this an example of one property would only be in the way. */
const longest = 200;

/**
 * Changes the schemas of `document`. The first example that has a property wins; else what a property of that name has in
 * another schema of the same record, or anywhere: the contract has one word for one thing.
 */
export function addExamples(document: Document): void {
  const { schemas, examples, responses } = document.components;
  for (const { operation } of operationsOf(document)) {
    const answers = Object.values(operation.responses).map((answer) => resolved(responses, answer).content);
    for (const { schema, examples: given = {} } of [operation.requestBody?.content, ...answers].flatMap((media): Media[] =>
      Object.values(media ?? {}),
    ))
      for (const example of Object.values(given)) if (schema) show(schema, resolved(examples, example).value);
  }
  const all = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).map(([property, schema]) => ({ property, schema, record: recordOf(name) })),
  );
  const namesakes = Map.groupBy(all, ({ property }) => property);
  for (const { property, schema, record } of all) {
    const [kin, others] = partition(namesakes.get(property) ?? [], (other) => other.record === record);
    const values = [...kin, ...others].map((other) => other.schema.example);
    const value = values.find((example) => example !== undefined && needsExample(schema, example));
    if (value !== undefined) schema.example = value;
  }

  function show(schema: Schema, value: Json | undefined) {
    const whole = resolved(schemas, schema);
    for (const part of [...(whole.allOf ?? []), ...(whole.oneOf ?? []), ...(whole.anyOf ?? [])]) show(part, value);
    if (Array.isArray(value)) {
      for (const item of value) if (whole.items) show(whole.items, item);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        const property = whole.properties?.[name];
        if (!property) continue;
        if (isShort(inner) && needsExample(property, inner)) property.example = inner;
        show(property, inner);
      }
    }
  }

  /** Whether it has no value yet, and this one is of its type: of several alternatives an example is only one. */
  function needsExample(property: Schema, value: Json): boolean {
    const { type = [], enum: values, const: only, example } = { ...resolved(schemas, property), ...property };
    const types = [type].flat();
    const fits = types.includes(typeOf(value)) || (types.includes('integer') && Number.isInteger(value));
    return example === undefined && values === undefined && only === undefined && fits && typeof value !== 'boolean';
  }
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** The record that a schema is named after: RiskCreate and RiskUpdate are about a Risk. */
function recordOf(schema: string): string {
  return /^[A-Z][a-z]*/.exec(schema)?.[0] ?? schema;
}

function typeOf(value: Json): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function isShort(value: Json | undefined): value is Json {
  if (value === undefined || value === null) return false;
  const isPlain =
    typeof value !== 'object' || (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item !== 'object'));
  return isPlain && JSON.stringify(value).length <= longest;
}
