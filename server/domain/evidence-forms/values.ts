/** Reads the stored values of a form's fields. */
import type { components } from '#generated/api';
import { isObject } from '#platform/json-object';
import type { FormDefinition } from './definition.ts';

export type FormRow = components['schemas']['EvidenceFormRow'];
export interface NamedFile {
  readonly fileName: string;
  readonly fileKey: string;
}
export type FormValue = string | NamedFile | readonly FormRow[];
/** The values by field key, including the key `submissionDate`. */
export type FormValues = Readonly<Record<string, FormValue>>;

/** The key of a document that was submitted instead of the fields. */
export const documentKey = 'evidenceFile';

/** @returns the values in a database column without invalid values */
export function parseFormValues(stored: unknown): FormValues {
  const values: Record<string, FormValue> = {};
  for (const [key, value] of Object.entries(isObject(stored) ? stored : {})) {
    if (typeof value === 'string' || isFile(value)) values[key] = value;
    else if (Array.isArray(value)) values[key] = value.filter(isObject).map(stringProperties);
  }
  return values;
}

/** @returns the object's properties that have a string value */
export function stringProperties(object: unknown): FormRow {
  const entries = Object.entries(isObject(object) ? object : {});
  return Object.fromEntries(entries.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text] as const] : [])));
}

/** @returns whether a value is a file */
export function isFile(value: unknown): value is NamedFile {
  return isObject(value) && typeof value.fileName === 'string' && typeof value.fileKey === 'string';
}

/** @returns all text in the values for full-text search, including cells and file names */
export function searchTextOf(values: FormValues): string {
  return Object.values(values)
    .flatMap((value) =>
      typeof value === 'string' ? [value] : isFile(value) ? [value.fileName] : value.flatMap((row) => Object.values(row)),
    )
    .join('\n');
}

/** @returns the keys of the values that lists of submissions do not contain (evidence-forms, rule 19) */
export function keysOmittedFromLists({ fields }: FormDefinition): string[] {
  const longFieldKeys = fields.filter(({ type }) => type === 'textarea' || type === 'matrix' || type === 'file').map(({ key }) => key);
  return [...new Set([...longFieldKeys, documentKey])];
}
