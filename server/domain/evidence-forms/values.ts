/** What the fields of a form hold, as it is stored. */
import type { components } from '../../../generated/api.d.ts';
import { isObject } from '../../platform/json-object.ts';
import type { FormDefinition } from './definition.ts';

export type FormRow = components['schemas']['EvidenceFormRow'];
export interface NamedFile {
  readonly fileName: string;
  readonly fileKey: string;
}
export type FormValue = string | NamedFile | readonly FormRow[];
/** By the keys of the fields, with `submissionDate`. */
export type FormValues = Readonly<Record<string, FormValue>>;

/** The key of a document that was submitted in place of the fields. */
export const documentKey = 'evidenceFile';

/** @returns the values in a column of the database; what is none is left out */
export function valuesIn(stored: unknown): FormValues {
  const values: Record<string, FormValue> = {};
  for (const [key, value] of Object.entries(isObject(stored) ? stored : {})) {
    if (typeof value === 'string' || isFile(value)) values[key] = value;
    else if (Array.isArray(value)) values[key] = value.filter(isObject).map(textsIn);
  }
  return values;
}

/** @returns the members of an object that are texts */
export function textsIn(object: unknown): FormRow {
  const entries = Object.entries(isObject(object) ? object : {});
  return Object.fromEntries(entries.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text] as const] : [])));
}

/** @returns whether a value is a file */
export function isFile(value: unknown): value is NamedFile {
  return isObject(value) && typeof value.fileName === 'string' && typeof value.fileKey === 'string';
}

/** @returns all texts of the values, for a search: those of cells, and of files their names */
export function searchTextOf(values: FormValues): string {
  return Object.values(values)
    .flatMap((value) =>
      typeof value === 'string' ? [value] : isFile(value) ? [value.fileName] : value.flatMap((row) => Object.values(row)),
    )
    .join('\n');
}

/** @returns the keys of the values that lists leave out (spec/areas/evidence-forms, rule 19) */
export function longKeysOf({ fields }: FormDefinition): string[] {
  const long = fields.filter(({ type }) => type === 'textarea' || type === 'matrix' || type === 'file').map(({ key }) => key);
  return [...new Set([...long, documentKey])];
}
