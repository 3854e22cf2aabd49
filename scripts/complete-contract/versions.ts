/**
 * Adds the version to each record that counts its changes, and to the examples of the record. `x-version` of a schema names the property:
 * `version`, or `recordVersion` where `version` already is the number or the edition of a document.
 */
import { type Document, type Media, nameIn, operationsOf, type Schema } from './document.ts';

const reference = '#/components/schemas/RecordVersion';

export function addVersions(document: Document): void {
  const { schemas } = document.components;
  for (const [name, schema] of Object.entries(schemas)) schemas[name] = withVersion(schema);
  const answers = [
    ...Object.values(document.paths)
      .flatMap(operationsOf)
      .flatMap(({ responses }) => Object.values(responses)),
    ...Object.values(document.components.responses),
  ];
  for (const { content = {} } of answers) for (const media of Object.values(content)) completeExamples(document, media);
}

/** @returns the name of the member with the version of the record, inside `data` where the envelope is prescribed; undefined without one */
export function versionMemberOf(document: VersionedSchemas, schema: Schema | undefined, path = ''): string | undefined {
  const { properties = {}, allOf = [], oneOf = [] } = resolve(document, schema);
  const own = Object.keys(properties).find((name) => properties[name]?.$ref === reference);
  if (own !== undefined) return path + own;
  const inParts = [...allOf, ...oneOf].map((part) => versionMemberOf(document, part, path)).find((member) => member !== undefined);
  return inParts ?? (properties.success && path === '' ? versionMemberOf(document, properties.data, 'data.') : undefined);
}

/** The part of the document in which references are resolved. */
interface VersionedSchemas {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

function resolve({ components }: VersionedSchemas, schema: Schema | undefined): Schema {
  return schema?.$ref === undefined ? (schema ?? {}) : (components.schemas[nameIn(schema.$ref)] ?? {});
}

/** Adds the property after the time of the last change, or at the end. */
function withVersion({ 'x-version': name, ...schema }: Schema): Schema {
  if (name === undefined) return schema;
  const { properties = {}, required = [] } = schema;
  const isLast = (other: string, names: readonly string[]) =>
    names.includes('updatedAt') ? other === 'updatedAt' : other === names.at(-1);
  return {
    ...schema,
    required: required.flatMap((other) => (isLast(other, required) ? [other, name] : [other])),
    properties: Object.fromEntries(
      Object.entries(properties).flatMap(([other, property]) =>
        isLast(other, Object.keys(properties)) ? [[other, property] as const, [name, { $ref: reference }] as const] : [[other, property]],
      ),
    ),
  };
}

function completeExamples(document: Document, { schema, examples = {} }: Media) {
  for (const example of Object.values(examples)) {
    const { value } = example.$ref === undefined ? example : (document.components.examples[nameIn(example.$ref)] ?? {});
    addToValue(document, schema, value);
  }
}

/** Adds the version to the records in a value: 1, or 2 if the record was changed after its creation. */
function addToValue(document: Document, schema: Schema | undefined, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const { properties = {}, items, allOf = [], oneOf = [], anyOf = [] } = resolve(document, schema);
  if (Array.isArray(value)) return void value.forEach((item) => addToValue(document, items, item));
  const record: Record<string, unknown> = Object.assign(value);
  for (const [name, property] of Object.entries(properties)) {
    if (property.$ref === reference) record[name] ??= (record.updatedAt ?? record.createdAt) === record.createdAt ? 1 : 2;
    else addToValue(document, property, record[name]);
  }
  for (const part of allOf) addToValue(document, part, value);
  for (const part of [...oneOf, ...anyOf].filter((one) => fits(document, one, record))) addToValue(document, part, value);
}

/** Whether a value has everything that a schema requires, except for the version. */
function fits(document: Document, schema: Schema, value: Readonly<Record<string, unknown>>): boolean {
  const { required = [], properties = {}, allOf = [], type } = resolve(document, schema);
  return (
    type !== 'null' &&
    required.every((name) => name in value || properties[name]?.$ref === reference) &&
    allOf.every((part) => fits(document, part, value))
  );
}
