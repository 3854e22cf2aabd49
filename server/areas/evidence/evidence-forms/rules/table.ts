/** Converts the submissions of a form to the rows of a table (evidence-forms, rule 17). */
import type { components } from '#generated/api';
import type { FormDefinition, FormField } from '#domain/evidence-forms/definition';
import { documentKey, type FormRow, type FormValue, type FormValues, isFile } from '#domain/evidence-forms/values';

export interface ExportedSubmission extends Omit<components['schemas']['EvidenceSubmissionCore'], 'organizationId' | 'formType'> {
  readonly values: FormValues;
}

/** The columns that every form has, before the columns of its fields. */
const commonColumns = [
  'submissionId',
  'submissionDate',
  'submittedByName',
  'submittedByEmail',
  'status',
  'reviewedByName',
  'reviewedAt',
  'reviewReason',
] as const;

/** @returns the column headings of a form */
export function headingsOf(form: FormDefinition): string[] {
  return [...commonColumns, ...fieldKeysOf(form)];
}

/** @returns the cells of a submission in the order of the headings. @param submissionUrl the URL of the submission, shown in file cells */
export function rowOf(form: FormDefinition, submission: ExportedSubmission, submissionUrl: string): string[] {
  const { id, submittedBy, submittedAt, status, reviewedBy, reviewedAt, reviewReason, values } = submission;
  const submissionDate = values.submissionDate;
  return [
    id,
    typeof submissionDate === 'string' ? submissionDate : submittedAt,
    submittedBy?.name ?? '',
    submittedBy?.email ?? '',
    status,
    reviewedBy?.name ?? '',
    reviewedAt ?? '',
    reviewReason ?? '',
    ...fieldKeysOf(form).map((key) =>
      cellOf(
        values[key],
        form.fields.find((field) => field.key === key),
        submissionUrl,
      ),
    ),
  ];
}

function fieldKeysOf({ fields }: FormDefinition): string[] {
  return [...new Set([...fields.map(({ key }) => key), documentKey])];
}

function cellOf(value: FormValue | undefined, field: FormField | undefined, submissionUrl: string): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (isFile(value)) return `${value.fileName} ${submissionUrl}`;
  return value.map((row) => matrixRowText(row, field)).join(' || ');
}

/** Writes one row of a matrix as text, in the order of the columns. Empty cells are omitted. */
function matrixRowText(row: FormRow, field: FormField | undefined): string {
  const columns = field?.type === 'matrix' ? field.columns : [];
  return columns.flatMap(({ key, label }) => (row[key] === undefined ? [] : [`${label}: ${row[key]}`])).join(' | ');
}
