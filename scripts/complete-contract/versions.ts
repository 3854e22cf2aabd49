/**
 * Adds the version to each record that counts its changes, and to the examples of the record. `x-version` of a schema names the property:
 * `version`, or `recordVersion` where `version` already is the number or the edition of a document. In the examples, a record has a version
 * for each of its states, in the order of their times of change. A path such as `requirement.version` says where an answer that is more than
 * its record has the version, and adds nothing.
 */
import { type Answer, type Document, type Example, nameIn, operationsOf, type Schema } from './document.ts';

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
  const records = answers
    .flatMap(({ content = {} }) => Object.values(content))
    .flatMap(({ schema, examples = {} }) =>
      Object.values(examples).flatMap((example) => recordsIn(document, schema, valueOf(document, example))),
    );
  const changeTimes = changeTimesOf(records);
  for (const { record, member } of records) record[member] ??= versionOf(record, changeTimes);
}

/** @returns the version of the record in the first example of an answer; undefined if it has none */
export function exampleVersionOf(document: Document, { content = {} }: Answer): number | undefined {
  const { schema, examples = {} } = content['application/json'] ?? {};
  const [example] = Object.values(examples);
  const members = versionMemberOf(document, schema)?.split('.');
  if (!example || !members) return undefined;
  const version = members.reduce((value, member) => (isObject(value) ? value[member] : undefined), valueOf(document, example));
  return typeof version === 'number' ? version : undefined;
}

/** @returns the name of the member with the version of the record, inside `data` where the envelope is prescribed; undefined without one */
export function versionMemberOf(document: VersionedSchemas, schema: Schema | undefined, path = ''): string | undefined {
  const { properties = {}, allOf = [], oneOf = [], 'x-version': place } = resolve(document, schema);
  if (place !== undefined) return path + place;
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
  if (name.includes('.')) return { ...schema, 'x-version': name };
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

function valueOf(document: Document, example: Example): unknown {
  return (example.$ref === undefined ? example : (document.components.examples[nameIn(example.$ref)] ?? {})).value;
}

/** A record in an example, with the name of its member for the version. */
interface VersionedRecord {
  readonly record: Record<string, unknown>;
  readonly member: string;
}

/** @returns the records in a value that have a version */
function recordsIn(document: Document, schema: Schema | undefined, value: unknown): VersionedRecord[] {
  const { properties = {}, items, allOf = [], oneOf = [], anyOf = [] } = resolve(document, schema);
  if (Array.isArray(value)) return value.flatMap((item) => recordsIn(document, items, item));
  if (!isObject(value)) return [];
  const parts = [...allOf, ...[...oneOf, ...anyOf].filter((one) => fits(document, one, value))];
  return [
    ...Object.entries(properties).flatMap(([name, property]) =>
      property.$ref === reference ? [{ record: value, member: name }] : recordsIn(document, property, value[name]),
    ),
    ...parts.flatMap((part) => recordsIn(document, part, value)),
  ];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** @returns the different times of change of each record, by its id and in their order */
function changeTimesOf(records: readonly VersionedRecord[]): ReadonlyMap<unknown, readonly unknown[]> {
  const recordsById = Map.groupBy(records, ({ record }) => record.id);
  return new Map([...recordsById].map(([id, states]) => [id, [...new Set(states.map(({ record }) => record.updatedAt))].toSorted()]));
}

/** The first state that the examples show is the first of all if it was never changed, otherwise the second. */
function versionOf(
  { id, createdAt, updatedAt = createdAt }: Record<string, unknown>,
  changeTimes: ReadonlyMap<unknown, readonly unknown[]>,
) {
  const times = id === undefined ? [] : (changeTimes.get(id) ?? []);
  const firstVersion = (times[0] ?? updatedAt) === createdAt ? 1 : 2;
  return firstVersion + Math.max(times.indexOf(updatedAt), 0);
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
