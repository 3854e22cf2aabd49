/** Closes schemas: no property beyond those that are described, unless a schema says otherwise itself. A `…Core` stays open, for those made of it. */
import type { Document, Schema } from './document.ts';

export function closeSchemas({ components }: Document): void {
  for (const [name, schema] of Object.entries(components.schemas)) components.schemas[name] = closed(schema, !name.endsWith('Core'));
}

/** @param closes whether the schema stands for a whole value, and not for one of the alternatives or parts of one */
function closed(schema: Schema, closes: boolean): Schema {
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties' ? eachOf(value) : key === 'items' ? closed(value, true) : value,
    ]),
  );
  const keyword = schema.allOf ? 'unevaluatedProperties' : 'additionalProperties';
  if (!closes || !(schema.properties || schema.allOf) || keyword in schema) return inner;
  // Where one would look for it: behind what the schema is.
  const isHead = ([key]: [string, unknown]) => ['type', 'description', 'allOf'].includes(key);
  const entries = Object.entries(inner);
  const head = entries.findIndex((entry) => !isHead(entry));
  const place = head < 0 ? entries.length : head;
  return Object.fromEntries([...entries.slice(0, place), [keyword, false], ...entries.slice(place)]);
}

function eachOf(properties: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, closed(property, true)]));
}
