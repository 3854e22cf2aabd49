/**
 * Makes components of objects that stand inside of a `…Core`, of a member of an `allOf`, or where null may stand instead: generators of other
 * languages name these after the operation that happens to come first, or drop them.
 */
import type { Document, Schema } from './document.ts';

export function nameInnerObjects({ components: { schemas } }: Document): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const record = name.replace(/Core$/, '');
    const isOpen = name !== record;
    walk(schema, record, isOpen);
    for (const member of schema.allOf ?? []) walk(member, record, true);
  }

  /** @param everywhere whether all objects in it become components, and not only those that may be null */
  function walk(schema: Schema, name: string, everywhere: boolean) {
    for (const [property, inner] of Object.entries(schema.properties ?? {}))
      if (schema.properties) schema.properties[property] = component(inner, name + capitalized(property), everywhere);
  }

  function component(schema: Schema, name: string, everywhere: boolean): Schema {
    if (schema.items) return { ...schema, items: component(schema.items, singular(name), everywhere) };
    if (!schema.properties) return schema;
    walk(schema, name, everywhere);
    const isNullable = Array.isArray(schema.type) && schema.type.includes('null');
    if (!everywhere && !isNullable) return schema;
    if (schemas[name]) throw new Error(`${name} is the name of two schemas`);
    const { type: _type, description, ...shape } = schema;
    const reference = { $ref: `#/components/schemas/${name}` };
    const about = description === undefined ? {} : { description };
    schemas[name] = { type: 'object', ...about, ...shape };
    return isNullable ? { ...about, oneOf: [reference, { type: 'null' }] } : { ...reference, ...about };
  }
}

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
