/**
 * Rewrites schemas for code generators of other languages: properties next to an `allOf` become a member of it, a schema with several types
 * becomes an `anyOf`, and duplicate titles get the name of their schema as a prefix.
 */
import { type Document, type Schema, wordsOf } from './document.ts';

export function shapeSchemas({ components }: Document): void {
  const titles = new Map<string, number>();
  for (const schema of Object.values(components.schemas)) countTitles(schema, titles);
  for (const [name, schema] of Object.entries(components.schemas))
    components.schemas[name] = rewrite(schema, (title) =>
      (titles.get(title) ?? 0) > 1 ? `${wordsOf(name)}: ${uncapitalize(title)}` : title,
    );
}

function countTitles(schema: Schema, titles: Map<string, number>): void {
  if (schema.title !== undefined) titles.set(schema.title, (titles.get(schema.title) ?? 0) + 1);
  for (const part of schema.oneOf ?? []) countTitles(part, titles);
}

function rewrite(schema: Schema, retitle: (title: string) => string): Schema {
  const { oneOf, title, properties, ...otherKeywords } = schema;
  const inner = {
    ...(title !== undefined && { title: retitle(title) }),
    ...otherKeywords,
    ...(oneOf && { oneOf: oneOf.map((part) => rewrite(part, retitle)) }),
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, rewrite(part, retitle)])) }),
  };
  return typeof inner.additionalProperties === 'object'
    ? { ...alternatives(compose(inner)), additionalProperties: alternatives(inner.additionalProperties) }
    : alternatives(compose(inner));
}

/** Moves the properties and `required` next to an `allOf` with one member into a second member. */
function compose(schema: Schema): Schema {
  const { allOf, properties, required, ...otherKeywords } = schema;
  if (allOf?.length !== 1 || !properties) return schema;
  return { ...otherKeywords, allOf: [...allOf, { type: 'object', ...(required && { required }), properties }] };
}

const keywordsByType: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
};

/** Splits a schema with several types into an `anyOf` with one schema for each type and its keywords. A nullable type is not split. */
function alternatives(schema: Schema): Schema {
  const { type } = schema;
  if (!Array.isArray(type) || type.filter((one) => one !== 'null').length < 2) return schema;
  const typeSpecificKeywords = Object.values(keywordsByType).flat();
  const { type: _type, ...withoutType } = schema;
  const otherEntries = Object.entries(withoutType);
  return {
    ...Object.fromEntries(otherEntries.filter(([keyword]) => !typeSpecificKeywords.includes(keyword))),
    anyOf: type.map((one: string) => ({
      type: one,
      ...Object.fromEntries(otherEntries.filter(([keyword]) => keywordsByType[one]?.includes(keyword))),
    })),
  };
}

function uncapitalize(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}
