/** Adds `previousCursor` to each page of a list, after `nextCursor`. */
import type { Document, Schema } from './document.ts';

/** The ranking of the search only goes forward. */
const forwardOnly = ['SearchPage'];

export function addPreviousCursor({ components: { schemas } }: Document): void {
  for (const [name, schema] of Object.entries(schemas))
    if (schema.properties?.nextCursor && !forwardOnly.includes(name))
      schemas[name] = { ...schema, properties: withPrevious(schema.properties) };
}

function withPrevious(properties: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      name === 'nextCursor'
        ? [
            [name, property],
            ['previousCursor', { $ref: '#/components/schemas/PreviousCursor' }],
          ]
        : [[name, property]],
    ),
  );
}
