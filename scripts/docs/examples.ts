/** Adds example values to properties that have none in the contract, from the examples of the operations. */
import { type Document, type Json, type Media, operationsOf, resolveReference, type Schema } from './contract.ts';

/** Maximum length of an example value in characters. Longer values would distract in the example of a single property. */
const maxLength = 200;

/**
 * Changes the schemas of `document`. The first example that has a property wins; otherwise the value of a property with that name in
 * another schema of the same record, or in any schema, because a name means the same everywhere in the contract.
 */
export function addExamples(document: Document): void {
  const { schemas, examples, responses } = document.components;
  for (const { operation } of operationsOf(document)) {
    const answers = Object.values(operation.responses).map((answer) => resolveReference(responses, answer).content);
    for (const { schema, examples: contentExamples = {} } of [operation.requestBody?.content, ...answers].flatMap((media): Media[] =>
      Object.values(media ?? {}),
    ))
      for (const example of Object.values(contentExamples)) if (schema) addExamplesFrom(schema, resolveReference(examples, example).value);
  }
  const schemaProperties = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).map(([property, schema]) => ({ property, schema, record: recordOf(name) })),
  );
  const namesakes = Map.groupBy(schemaProperties, ({ property }) => property);
  for (const { property, schema, record } of schemaProperties) {
    const [related, unrelated] = partition(namesakes.get(property) ?? [], (other) => other.record === record);
    const values = [...related, ...unrelated].map((other) => other.schema.example);
    const value = values.find((example) => example !== undefined && needsExample(schema, example));
    if (value !== undefined) schema.example = value;
  }

  function addExamplesFrom(schema: Schema, value: Json | undefined) {
    const resolvedSchema = resolveReference(schemas, schema);
    for (const part of [...(resolvedSchema.allOf ?? []), ...(resolvedSchema.oneOf ?? []), ...(resolvedSchema.anyOf ?? [])])
      addExamplesFrom(part, value);
    if (Array.isArray(value)) {
      for (const item of value) if (resolvedSchema.items) addExamplesFrom(resolvedSchema.items, item);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        const property = resolvedSchema.properties?.[name];
        if (!property) continue;
        if (isShort(inner) && needsExample(property, inner)) property.example = inner;
        addExamplesFrom(property, inner);
      }
    }
  }

  /**
   * Whether the value can become the example of a property. Properties with an enumeration, a constant or alternatives get none: it would
   * show only one of several values or forms.
   */
  function needsExample(property: Schema, value: Json): boolean {
    const { type = [], enum: values, const: constant, example } = { ...resolveReference(schemas, property), ...property };
    const types = [type].flat();
    const hasType = types.includes(typeOf(value)) || (types.includes('integer') && Number.isInteger(value));
    return example === undefined && values === undefined && constant === undefined && hasType && typeof value !== 'boolean';
  }
}

function partition<T>(items: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((one) => !isFirst(one))];
}

/** @returns the record that a schema is named after: Risk for RiskCreate and RiskUpdate */
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
  return isPlain && JSON.stringify(value).length <= maxLength;
}
