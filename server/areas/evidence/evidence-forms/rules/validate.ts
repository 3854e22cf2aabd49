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
import { type FieldError, type FieldErrors, fieldErrors } from '#platform/refusals/field-errors';
import { isObject, type JsonObject } from '#platform/json-object';

/** Valid values. `files` repeats the values of file fields, whose stored files have not been looked up yet. */
export interface ValidForm {
  readonly values: FormValues;
  readonly files: readonly SubmittedFile[];
}
export interface SubmittedFile extends NamedFile {
  readonly field: FileField;
}
interface ValidationErrors {
  readonly faults: FieldErrors;
}
/** A valid value, or the errors of an invalid value. */
type Result<T> = { readonly value: T } | ValidationErrors;

const maxLengths = { text: 1_000, textarea: 50_000, cell: 1_000, name: 255, key: 1_024 } as const;
const maxRows = 1_000;
const notAText: FieldError = { code: 'wrong_type', message: 'must be a text', params: { expected: ['string'] } };
const submissionDate: DateField = { key: 'submissionDate', label: 'Day of the submission', type: 'date', required: true };

/**
 * Validates the fields of a submission.
 * @param data the `data` of the request @param now the time of the submission
 * @returns the values of all fields, or an error for each invalid field
 */
export function validateValues(form: FormDefinition, data: JsonObject, now: Date): ValidForm | ValidationErrors {
  const values: Record<string, FormValue> = {};
  const files: SubmittedFile[] = [];
  const errors: Record<string, FieldError> = {};
  if (form.submissionDateMode === 'auto') values[submissionDate.key] = now.toISOString();
  for (const field of form.submissionDateMode === 'auto' ? form.fields : [submissionDate, ...form.fields]) {
    const path = `data.${field.key}`;
    const value = ownProperty(data, field.key);
    if (isBlank(value, field)) {
      if (field.required) errors[path] = field.type === 'matrix' ? fieldErrors.tooFew(1, 'row') : fieldErrors.required();
      continue;
    }
    const result = readField(field, value, path, data);
    if ('faults' in result) Object.assign(errors, result.faults);
    else if (Array.isArray(result.value) && result.value.length === 0) {
      if (field.required) errors[path] = fieldErrors.tooFew(1, 'row');
    } else {
      values[field.key] = result.value;
      if (field.type === 'file' && isNamedFile(result.value)) files.push({ ...result.value, field });
    }
  }
  requireOneOf(form, values, errors);
  return Object.keys(errors).length ? { faults: errors } : { values, files };
}

export function isValidForm(result: ValidForm | ValidationErrors): result is ValidForm {
  return 'values' in result;
}

/** Adds an error if all alternative fields are missing. If one of them is invalid, its own error is enough. */
function requireOneOf({ oneOf }: FormDefinition, values: FormValues, errors: Record<string, FieldError>): void {
  const [firstKey, ...otherKeys] = oneOf ?? [];
  if (firstKey === undefined || oneOf?.some((key) => key in values)) return;
  const hasError = Object.keys(errors).some((path) => oneOf?.includes(path.split('.')[1] ?? ''));
  if (!hasError) errors[`data.${firstKey}`] = fieldErrors.required(`without ${otherKeys.join(', ')}`);
}

function readField(field: FormField, value: unknown, path: string, data: JsonObject): Result<FormValue> {
  switch (field.type) {
    case 'text':
    case 'textarea':
      return readText(field, value, path);
    case 'date':
      return isDate(value)
        ? { value }
        : invalidValue(path, { code: 'invalid_date', message: 'must be a date (YYYY-MM-DD), or a date and time' });
    case 'select':
      return readOption(field, value, path);
    case 'file':
      return readFile(value, path);
    case 'matrix':
      return readRows(field, value, path, data);
  }
}

function readText({ type, trimmed, isAddress }: TextField, value: unknown, path: string): Result<string> {
  if (typeof value !== 'string') return invalidValue(path, notAText);
  const text = trimmed ? value.trim() : value;
  if (text.length > maxLengths[type]) return invalidValue(path, fieldErrors.tooLong(maxLengths[type]));
  return isAddress && !isWebAddress(text) ? invalidValue(path, fieldErrors.invalidUrl('an http or https address')) : { value: text };
}

function readOption({ options }: Pick<SelectField, 'options'>, value: unknown, path: string): Result<string> {
  return typeof value === 'string' && options.some((option) => option.value === value)
    ? { value }
    : invalidValue(path, mustBeOneOf(options));
}

function readFile(value: unknown, path: string): Result<NamedFile> {
  if (!isObject(value)) return invalidValue(path, fieldErrors.invalidFormat('a file with fileName and fileKey'));
  const [fileName, fileKey] = [ownProperty(value, 'fileName'), ownProperty(value, 'fileKey')];
  const errors = {
    ...checkName(`${path}.fileName`, fileName, maxLengths.name),
    ...checkName(`${path}.fileKey`, fileKey, maxLengths.key),
  };
  return typeof fileName === 'string' && typeof fileKey === 'string' && !Object.keys(errors).length
    ? { value: { fileName: fileName.trim(), fileKey } }
    : { faults: errors };
}

function checkName(path: string, name: unknown, maxLength: number): FieldErrors {
  if (name === undefined || name === null || (typeof name === 'string' && !name.trim())) return { [path]: fieldErrors.required() };
  if (typeof name !== 'string') return { [path]: notAText };
  return name.length > maxLength ? { [path]: fieldErrors.tooLong(maxLength) } : {};
}

/** `maxRows` limits the number of sent rows, including empty rows that are skipped. */
function readRows({ columns, skipsEmptyRows, replacedBy }: MatrixField, value: unknown, path: string, data: JsonObject): Result<FormRow[]> {
  const isReplaced = replacedBy !== undefined && !isBlank(ownProperty(data, replacedBy), { type: 'file' });
  if (isReplaced) return { value: keepCellTexts(columns, value) };
  if (!Array.isArray(value)) return invalidValue(path, fieldErrors.invalidFormat('a list of rows'));
  if (value.length > maxRows) return invalidValue(path, fieldErrors.tooMany(maxRows, 'row'));
  const rows: FormRow[] = [];
  const errors: Record<string, FieldError> = {};
  for (const [index, row] of value.entries()) {
    if (!isObject(row)) errors[`${path}.${index}`] = fieldErrors.invalidFormat('a row with values by the keys of the columns');
    else if (!(skipsEmptyRows && columns.every(({ key }) => isBlank(ownProperty(row, key), cellField)))) {
      const result = readRow(columns, row, `${path}.${index}`);
      if ('faults' in result) Object.assign(errors, result.faults);
      else rows.push(result.value);
    }
  }
  return Object.keys(errors).length ? { faults: errors } : { value: rows };
}

const cellField = { type: 'text', trimmed: true } as const;

function readRow(columns: readonly FormColumn[], row: JsonObject, path: string): Result<FormRow> {
  const texts: Record<string, string> = {};
  const errors: Record<string, FieldError> = {};
  for (const { key, required, requiredWhen, options } of columns) {
    const value = ownProperty(row, key);
    const cellPath = `${path}.${key}`;
    if (isBlank(value, cellField)) {
      if (required || (requiredWhen && stringProperties(row)[requiredWhen.column]?.trim() === requiredWhen.value))
        errors[cellPath] = fieldErrors.required();
    } else if (typeof value !== 'string') errors[cellPath] = notAText;
    else if (value.trim().length > maxLengths.cell) errors[cellPath] = fieldErrors.tooLong(maxLengths.cell);
    else if (options && !options.some((option) => option.value === value.trim())) errors[cellPath] = mustBeOneOf(options);
    else texts[key] = value.trim();
  }
  return Object.keys(errors).length ? { faults: errors } : { value: texts };
}

/** For rows that a file replaces: keeps the cells that are texts of an allowed length, and never rejects a row. Options are not checked. */
function keepCellTexts(columns: readonly FormColumn[], value: unknown): FormRow[] {
  return (Array.isArray(value) ? value : []).slice(0, maxRows).flatMap((row) => {
    const texts = stringProperties(row);
    const cells = columns.flatMap(({ key }) => {
      const text = Object.hasOwn(texts, key) ? (texts[key] ?? '').trim() : '';
      return text && text.length <= maxLengths.cell ? [[key, text] as const] : [];
    });
    return cells.length ? [Object.fromEntries(cells)] : [];
  });
}

function invalidValue(path: string, error: FieldError): ValidationErrors {
  return { faults: { [path]: error } };
}

const mustBeOneOf = (options: readonly FormOption[]) => fieldErrors.notInList(options.map(({ value }) => value));

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

function isNamedFile(value: FormValue): value is NamedFile {
  return typeof value === 'object' && 'fileKey' in value;
}
