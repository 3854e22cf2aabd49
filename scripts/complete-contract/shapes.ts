/**
 * Gives schemas the shapes that generators of other languages read: what a schema adds to another is a member of its `allOf`, a value of
 * several types is one of several schemas, and no two titles are the same.
 */
import { type Document, type Schema, wordsOf } from './document.ts';

export function shapeSchemas({ components }: Document): void {
  const titles = new Map<string, number>();
  for (const schema of Object.values(components.schemas)) countTitles(schema, titles);
  for (const [name, schema] of Object.entries(components.schemas))
    components.schemas[name] = shaped(schema, (title) => ((titles.get(title) ?? 0) > 1 ? `${wordsOf(name)}: ${lowered(title)}` : title));
}

function countTitles(schema: Schema, titles: Map<string, number>): void {
  if (schema.title !== undefined) titles.set(schema.title, (titles.get(schema.title) ?? 0) + 1);
  for (const part of schema.oneOf ?? []) countTitles(part, titles);
}

function shaped(schema: Schema, titled: (title: string) => string): Schema {
  const { oneOf, title, properties, ...more } = schema;
  const inner = {
    ...(title !== undefined && { title: titled(title) }),
    ...more,
    ...(oneOf && { oneOf: oneOf.map((part) => shaped(part, titled)) }),
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, shaped(part, titled)])) }),
  };
  return typeof inner.additionalProperties === 'object'
    ? { ...alternatives(composed(inner)), additionalProperties: alternatives(inner.additionalProperties) }
    : alternatives(composed(inner));
}

/** What stands beside the one member of an `allOf` becomes the second one. */
function composed(schema: Schema): Schema {
  const { allOf, properties, required, ...more } = schema;
  if (allOf?.length !== 1 || !properties) return schema;
  return { ...more, allOf: [...allOf, { type: 'object', ...(required && { required }), properties }] };
}

const keywords: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
};

/** Each type with the keywords that are about it. That a value may be null is no type of its own. */
function alternatives(schema: Schema): Schema {
  const { type } = schema;
  if (!Array.isArray(type) || type.filter((one) => one !== 'null').length < 2) return schema;
  const about = Object.values(keywords).flat();
  const { type: _type, ...rest } = schema;
  const own = Object.entries(rest);
  return {
    ...Object.fromEntries(own.filter(([keyword]) => !about.includes(keyword))),
    anyOf: type.map((one: string) => ({ type: one, ...Object.fromEntries(own.filter(([keyword]) => keywords[one]?.includes(keyword))) })),
  };
}

function lowered(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}
