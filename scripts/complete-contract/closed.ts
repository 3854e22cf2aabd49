/** Closes schemas that do not specify this: they allow described properties only. A `…Core` stays open for schemas that include it. */
import type { Document, Schema } from './document.ts';

export function closeSchemas({ components }: Document): void {
  for (const [name, schema] of Object.entries(components.schemas)) components.schemas[name] = close(schema, !name.endsWith('Core'));
}

/** @param isWhole whether the schema describes a whole value, not one of its alternatives or parts */
function close(schema: Schema, isWhole: boolean): Schema {
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties' ? closeEach(value) : key === 'items' ? close(value, true) : value,
    ]),
  );
  const keyword = schema.allOf ? 'unevaluatedProperties' : 'additionalProperties';
  if (!isWhole || !(schema.properties || schema.allOf) || keyword in schema) return inner;
  // Inserts the keyword after the head of the schema, where a reader expects it.
  const isHead = ([key]: [string, unknown]) => ['type', 'description', 'allOf'].includes(key);
  const entries = Object.entries(inner);
  const head = entries.findIndex((entry) => !isHead(entry));
  const place = head < 0 ? entries.length : head;
  return Object.fromEntries([...entries.slice(0, place), [keyword, false], ...entries.slice(place)]);
}

function closeEach(properties: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, close(property, true)]));
}
