/**
 * Turns objects inside a `…Core`, in a member of an `allOf`, or with null as an alternative into components. Code generators of other
 * languages name such objects after an arbitrary operation, or drop them.
 */
import type { Document, Schema } from './document.ts';

export function nameInnerObjects({ components: { schemas } }: Document): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const record = name.replace(/Core$/, '');
    const isOpen = name !== record;
    walk(schema, record, isOpen);
    for (const member of schema.allOf ?? []) walk(member, record, true);
  }

  /** @param includesAll whether all objects inside become components, or only nullable ones */
  function walk(schema: Schema, name: string, includesAll: boolean) {
    for (const [property, inner] of Object.entries(schema.properties ?? {}))
      if (schema.properties) schema.properties[property] = component(inner, name + capitalize(property), includesAll);
  }

  function component(schema: Schema, name: string, includesAll: boolean): Schema {
    if (schema.items) return { ...schema, items: component(schema.items, toSingular(name), includesAll) };
    if (!schema.properties) return schema;
    walk(schema, name, includesAll);
    const isNullable = Array.isArray(schema.type) && schema.type.includes('null');
    if (!includesAll && !isNullable) return schema;
    if (schemas[name]) throw new Error(`${name} is the name of two schemas`);
    const { type: _type, description, ...shape } = schema;
    const reference = { $ref: `#/components/schemas/${name}` };
    const descriptionPart = description === undefined ? {} : { description };
    schemas[name] = { type: 'object', ...descriptionPart, ...shape };
    return isNullable ? { ...descriptionPart, oneOf: [reference, { type: 'null' }] } : { ...reference, ...descriptionPart };
  }
}

function toSingular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
