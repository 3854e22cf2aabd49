/** Exports the submissions of a form as a table (evidence-forms, rule 17). */
import type { components } from '#generated/api';
import type { FormDefinition, FormField } from '#domain/evidence-forms/definition';
import { documentKey, type FormRow, type FormValue, type FormValues, isFile } from '#domain/evidence-forms/values';

export interface ExportedSubmission extends Omit<components['schemas']['EvidenceSubmissionCore'], 'organizationId' | 'formType'> {
  readonly values: FormValues;
}

const common = [
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
  return [...common, ...keysOf(form)];
}

/** @returns a submission as a row in the order of the headings @param address of the submission in the interface */
export function rowOf(form: FormDefinition, submission: ExportedSubmission, address: string): string[] {
  const { id, submittedBy, submittedAt, status, reviewedBy, reviewedAt, reviewReason, values } = submission;
  const day = values.submissionDate;
  return [
    id,
    typeof day === 'string' ? day : submittedAt,
    submittedBy?.name ?? '',
    submittedBy?.email ?? '',
    status,
    reviewedBy?.name ?? '',
    reviewedAt ?? '',
    reviewReason ?? '',
    ...keysOf(form).map((key) =>
      cellOf(
        values[key],
        form.fields.find((field) => field.key === key),
        address,
      ),
    ),
  ];
}

function keysOf({ fields }: FormDefinition): string[] {
  return [...new Set([...fields.map(({ key }) => key), documentKey])];
}

function cellOf(value: FormValue | undefined, field: FormField | undefined, address: string): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (isFile(value)) return `${value.fileName} ${address}`;
  return value.map((row) => lineOf(row, field)).join(' || ');
}

/** Keeps the order of the columns and skips empty cells. */
function lineOf(row: FormRow, field: FormField | undefined): string {
  const columns = field?.type === 'matrix' ? field.columns : [];
  return columns.flatMap(({ key, label }) => (row[key] === undefined ? [] : [`${label}: ${row[key]}`])).join(' | ');
}
