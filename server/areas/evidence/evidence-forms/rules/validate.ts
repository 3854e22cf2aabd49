/** Validates submitted values against the definition of the form (evidence-forms, rules 1 to 5). */
import { formats } from '#contract/formats';
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
} from '#domain/evidence-forms/definition';
import { type FormRow, type FormValue, type FormValues, type NamedFile, stringProperties } from '#domain/evidence-forms/values';
import { isObject, type JsonObject } from '#platform/json-object';

/** Error messages by path. */
type Faults = Readonly<Record<string, string>>;
/** Valid values. The files are also among the values, but have not been looked up yet. */
export interface ValidForm {
  readonly values: FormValues;
  readonly files: readonly SentFile[];
}
export interface SentFile extends NamedFile {
  readonly field: FileField;
}
interface Invalid {
  readonly faults: Faults;
}
/** A valid value, or its errors. */
type Checked<T> = { readonly value: T } | Invalid;

const maxLengths = { text: 1_000, textarea: 50_000, cell: 1_000, name: 255, key: 1_024 } as const;
const maxRows = 1_000;
const missing = 'is required';
const submissionDate: DateField = { key: 'submissionDate', label: 'Day of the submission', type: 'date', required: true };

/**
 * Validates the fields of a submission.
 * @param sent `data` of the request @param now the time of the submission
 * @returns the values of the fields, or an error for each invalid one
 */
export function validateValues(form: FormDefinition, sent: JsonObject, now: Date): ValidForm | Invalid {
  const values: Record<string, FormValue> = {};
  const files: SentFile[] = [];
  const faults: Record<string, string> = {};
  if (form.submissionDateMode === 'auto') values[submissionDate.key] = now.toISOString();
  for (const field of form.submissionDateMode === 'auto' ? form.fields : [submissionDate, ...form.fields]) {
    const place = `data.${field.key}`;
    const value = ownProperty(sent, field.key);
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

export function isValidForm(checked: ValidForm | Invalid): checked is ValidForm {
  return 'values' in checked;
}

/** Requires one of the alternative fields, unless one of them already has an error. */
function addMissingAlternative({ oneOf }: FormDefinition, values: FormValues, faults: Record<string, string>): void {
  const [first, ...others] = oneOf ?? [];
  if (first === undefined || oneOf?.some((key) => key in values)) return;
  const hasError = Object.keys(faults).some((place) => oneOf?.includes(place.split('.')[1] ?? ''));
  if (!hasError) faults[`data.${first}`] = `is required without ${others.join(', ')}`;
}

function check(field: FormField, value: unknown, place: string, sent: JsonObject): Checked<FormValue> {
  switch (field.type) {
    case 'text':
    case 'textarea':
      return textOf(field, value, place);
    case 'date':
      return isDate(value) ? { value } : invalidValue(place, 'must be a date (YYYY-MM-DD), or a date and time');
    case 'select':
      return optionOf(field, value, place);
    case 'file':
      return fileOf(value, place);
    case 'matrix':
      return rowsOf(field, value, place, sent);
  }
}

function textOf({ type, trimmed, isAddress }: TextField, value: unknown, place: string): Checked<string> {
  if (typeof value !== 'string') return invalidValue(place, 'must be a text');
  const text = trimmed ? value.trim() : value;
  if (text.length > maxLengths[type]) return invalidValue(place, tooLong(maxLengths[type]));
  return isAddress && !isWebAddress(text) ? invalidValue(place, 'must be an http or https address') : { value: text };
}

function optionOf({ options }: Pick<SelectField, 'options'>, value: unknown, place: string): Checked<string> {
  return typeof value === 'string' && options.some((option) => option.value === value)
    ? { value }
    : invalidValue(place, oneOfThese(options));
}

function fileOf(value: unknown, place: string): Checked<NamedFile> {
  if (!isObject(value)) return invalidValue(place, 'must be a file with fileName and fileKey');
  const [fileName, fileKey] = [ownProperty(value, 'fileName'), ownProperty(value, 'fileKey')];
  const faults = {
    ...nameFaults(`${place}.fileName`, fileName, maxLengths.name),
    ...nameFaults(`${place}.fileKey`, fileKey, maxLengths.key),
  };
  return typeof fileName === 'string' && typeof fileKey === 'string' && !Object.keys(faults).length
    ? { value: { fileName: fileName.trim(), fileKey } }
    : { faults };
}

function nameFaults(place: string, name: unknown, maxLength: number): Faults {
  if (name === undefined || name === null || (typeof name === 'string' && !name.trim())) return { [place]: missing };
  if (typeof name !== 'string') return { [place]: 'must be a text' };
  return name.length > maxLength ? { [place]: tooLong(maxLength) } : {};
}

/** The limit counts all sent rows, including empty ones that are skipped. */
function rowsOf({ columns, skipsEmptyRows, replacedBy }: MatrixField, value: unknown, place: string, sent: JsonObject): Checked<FormRow[]> {
  const isReplaced = replacedBy !== undefined && !isBlank(ownProperty(sent, replacedBy), { type: 'file' });
  if (isReplaced) return { value: looseRows(columns, value) };
  if (!Array.isArray(value)) return invalidValue(place, 'must be a list of rows');
  if (value.length > maxRows) return invalidValue(place, `must have at most ${maxRows} rows`);
  const rows: FormRow[] = [];
  const faults: Record<string, string> = {};
  for (const [index, row] of value.entries()) {
    if (!isObject(row)) faults[`${place}.${index}`] = 'must be a row with values by the keys of the columns';
    else if (!(skipsEmptyRows && columns.every(({ key }) => isBlank(ownProperty(row, key), cell)))) {
      const found = rowOf(columns, row, `${place}.${index}`);
      if ('faults' in found) Object.assign(faults, found.faults);
      else rows.push(found.value);
    }
  }
  return Object.keys(faults).length ? { faults } : { value: rows };
}

const cell = { type: 'text', trimmed: true } as const;

function rowOf(columns: readonly FormColumn[], row: JsonObject, place: string): Checked<FormRow> {
  const texts: Record<string, string> = {};
  const faults: Record<string, string> = {};
  for (const { key, required, requiredWhen, options } of columns) {
    const value = ownProperty(row, key);
    const at = `${place}.${key}`;
    if (isBlank(value, cell)) {
      if (required || (requiredWhen && stringProperties(row)[requiredWhen.column]?.trim() === requiredWhen.value)) faults[at] = missing;
    } else if (typeof value !== 'string') faults[at] = 'must be a text';
    else if (value.trim().length > maxLengths.cell) faults[at] = tooLong(maxLengths.cell);
    else if (options && !options.some((option) => option.value === value.trim())) faults[at] = oneOfThese(options);
    else texts[key] = value.trim();
  }
  return Object.keys(faults).length ? { faults } : { value: texts };
}

/** Keeps whatever is valid in rows that a file replaces. */
function looseRows(columns: readonly FormColumn[], value: unknown): FormRow[] {
  return (Array.isArray(value) ? value : []).slice(0, maxRows).flatMap((row) => {
    const texts = stringProperties(row);
    const cells = columns.flatMap(({ key }) => {
      const text = Object.hasOwn(texts, key) ? (texts[key] ?? '').trim() : '';
      return text && text.length <= maxLengths.cell ? [[key, text] as const] : [];
    });
    return cells.length ? [Object.fromEntries(cells)] : [];
  });
}

function invalidValue(place: string, message: string): Invalid {
  return { faults: { [place]: message } };
}

const tooLong = (maxLength: number) => `must have at most ${maxLength} characters`;
const oneOfThese = (options: readonly FormOption[]) => `must be one of: ${options.map(({ value }) => value).join(', ')}`;

function ownProperty(object: JsonObject, key: string): unknown {
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
