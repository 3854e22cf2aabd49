/** Whether what was sent fits its form, value by value (spec/areas/evidence-forms, rules 1 to 5). It follows from the definition of the form. */
import { formats } from '../../../contract/formats.ts';
import type {
  DateField,
  FileField,
  FormColumn,
  FormDefinition,
  FormField,
  FormOption,
  MatrixField,
  SelectField,
  TextField,
} from '../../../domain/evidence-forms/definition.ts';
import { type FormRow, type FormValue, type FormValues, type NamedFile, textsIn } from '../../../domain/evidence-forms/values.ts';
import { isObject, type JsonObject } from '../../../platform/json-object.ts';

/** Messages by the place of what does not fit. */
type Faults = Readonly<Record<string, string>>;
/** The files are among the values, too, and nobody has looked for them yet. */
export interface Fitting {
  readonly values: FormValues;
  readonly files: readonly SentFile[];
}
export interface SentFile extends NamedFile {
  readonly field: FileField;
}
interface Unfit {
  readonly faults: Faults;
}
/** A value that fits, or what is wrong with it. */
type Found<T> = { readonly value: T } | Unfit;

const longest = { text: 1_000, textarea: 50_000, cell: 1_000, name: 255, key: 1_024 } as const;
const mostRows = 1_000;
const missing = 'is required';
const submissionDate: DateField = { key: 'submissionDate', label: 'Day of the submission', type: 'date', required: true };

/**
 * Checks what was sent for the fields of a form.
 * @param sent `data` of the request @param now the time of the submission
 * @returns the values of the fields, or a message for each that does not fit
 */
export function checkValues(form: FormDefinition, sent: JsonObject, now: Date): Fitting | Unfit {
  const values: Record<string, FormValue> = {};
  const files: SentFile[] = [];
  const faults: Record<string, string> = {};
  if (form.submissionDateMode === 'auto') values[submissionDate.key] = now.toISOString();
  for (const field of form.submissionDateMode === 'auto' ? form.fields : [submissionDate, ...form.fields]) {
    const place = `data.${field.key}`;
    const value = own(sent, field.key);
    if (isBlank(value, field)) {
      if (field.required) faults[place] = field.type === 'matrix' ? 'must have at least 1 row' : missing;
      continue;
    }
    const found = check(field, value, place, sent);
    if ('faults' in found) Object.assign(faults, found.faults);
    else if (Array.isArray(found.value) && found.value.length === 0) {
      if (field.required) faults[place] = 'must have at least 1 row';
    } else {
      values[field.key] = found.value;
      if (field.type === 'file' && isNamed(found.value)) files.push({ ...found.value, field });
    }
  }
  addMissingAlternative(form, values, faults);
  return Object.keys(faults).length ? { faults } : { values, files };
}

export function isFitting(checked: Fitting | Unfit): checked is Fitting {
  return 'values' in checked;
}

/** One of the fields has to be there, unless one of them was sent and does not fit. */
function addMissingAlternative({ oneOf }: FormDefinition, values: FormValues, faults: Record<string, string>): void {
  const [first, ...others] = oneOf ?? [];
  if (first === undefined || oneOf?.some((key) => key in values)) return;
  const isTold = Object.keys(faults).some((place) => oneOf?.includes(place.split('.')[1] ?? ''));
  if (!isTold) faults[`data.${first}`] = `is required without ${others.join(', ')}`;
}

function check(field: FormField, value: unknown, place: string, sent: JsonObject): Found<FormValue> {
  switch (field.type) {
    case 'text':
    case 'textarea':
      return textOf(field, value, place);
    case 'date':
      return isDate(value) ? { value } : unfit(place, 'must be a date (YYYY-MM-DD), or a date and time');
    case 'select':
      return optionOf(field, value, place);
    case 'file':
      return fileOf(value, place);
    case 'matrix':
      return rowsOf(field, value, place, sent);
  }
}

function textOf({ type, trimmed, isAddress }: TextField, value: unknown, place: string): Found<string> {
  if (typeof value !== 'string') return unfit(place, 'must be a text');
  const text = trimmed ? value.trim() : value;
  if (text.length > longest[type]) return unfit(place, tooLong(longest[type]));
  return isAddress && !isWebAddress(text) ? unfit(place, 'must be an http or https address') : { value: text };
}

function optionOf({ options }: Pick<SelectField, 'options'>, value: unknown, place: string): Found<string> {
  return typeof value === 'string' && options.some((option) => option.value === value) ? { value } : unfit(place, oneOfThese(options));
}

function fileOf(value: unknown, place: string): Found<NamedFile> {
  if (!isObject(value)) return unfit(place, 'must be a file with fileName and fileKey');
  const [fileName, fileKey] = [own(value, 'fileName'), own(value, 'fileKey')];
  const faults = { ...nameFaults(`${place}.fileName`, fileName, longest.name), ...nameFaults(`${place}.fileKey`, fileKey, longest.key) };
  return typeof fileName === 'string' && typeof fileKey === 'string' && !Object.keys(faults).length
    ? { value: { fileName: fileName.trim(), fileKey } }
    : { faults };
}

function nameFaults(place: string, name: unknown, most: number): Faults {
  if (name === undefined || name === null || (typeof name === 'string' && !name.trim())) return { [place]: missing };
  if (typeof name !== 'string') return { [place]: 'must be a text' };
  return name.length > most ? { [place]: tooLong(most) } : {};
}

/** Rows are counted as they were sent, those that are dropped included. */
function rowsOf({ columns, skipsEmptyRows, replacedBy }: MatrixField, value: unknown, place: string, sent: JsonObject): Found<FormRow[]> {
  const isReplaced = replacedBy !== undefined && !isBlank(own(sent, replacedBy), { type: 'file' });
  if (isReplaced) return { value: looseRows(columns, value) };
  if (!Array.isArray(value)) return unfit(place, 'must be a list of rows');
  if (value.length > mostRows) return unfit(place, `must have at most ${mostRows} rows`);
  const rows: FormRow[] = [];
  const faults: Record<string, string> = {};
  for (const [index, row] of value.entries()) {
    if (!isObject(row)) faults[`${place}.${index}`] = 'must be a row with values by the keys of the columns';
    else if (!(skipsEmptyRows && columns.every(({ key }) => isBlank(own(row, key), cell)))) {
      const found = rowOf(columns, row, `${place}.${index}`);
      if ('faults' in found) Object.assign(faults, found.faults);
      else rows.push(found.value);
    }
  }
  return Object.keys(faults).length ? { faults } : { value: rows };
}

const cell = { type: 'text', trimmed: true } as const;

function rowOf(columns: readonly FormColumn[], row: JsonObject, place: string): Found<FormRow> {
  const texts: Record<string, string> = {};
  const faults: Record<string, string> = {};
  for (const { key, required, requiredWhen, options } of columns) {
    const value = own(row, key);
    const at = `${place}.${key}`;
    if (isBlank(value, cell)) {
      if (required || (requiredWhen && textsIn(row)[requiredWhen.column]?.trim() === requiredWhen.value)) faults[at] = missing;
    } else if (typeof value !== 'string') faults[at] = 'must be a text';
    else if (value.trim().length > longest.cell) faults[at] = tooLong(longest.cell);
    else if (options && !options.some((option) => option.value === value.trim())) faults[at] = oneOfThese(options);
    else texts[key] = value.trim();
  }
  return Object.keys(faults).length ? { faults } : { value: texts };
}

/** What can be kept of rows that nobody relies on. */
function looseRows(columns: readonly FormColumn[], value: unknown): FormRow[] {
  return (Array.isArray(value) ? value : []).slice(0, mostRows).flatMap((row) => {
    const texts = textsIn(row);
    const kept = columns.flatMap(({ key }) => {
      const text = Object.hasOwn(texts, key) ? (texts[key] ?? '').trim() : '';
      return text && text.length <= longest.cell ? [[key, text] as const] : [];
    });
    return kept.length ? [Object.fromEntries(kept)] : [];
  });
}

function unfit(place: string, message: string): Unfit {
  return { faults: { [place]: message } };
}

const tooLong = (most: number) => `must have at most ${most} characters`;
const oneOfThese = (options: readonly FormOption[]) => `must be one of: ${options.map(({ value }) => value).join(', ')}`;

function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isBlank(value: unknown, field: { readonly type: FormField['type']; readonly trimmed?: boolean }): boolean {
  return value === undefined || value === null || (typeof value === 'string' && (field.trimmed ? value.trim() : value) === '');
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && (formats.date.validate(value) || formats['date-time'].validate(value));
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function isNamed(value: FormValue): value is NamedFile {
  return typeof value === 'object' && 'fileKey' in value;
}
