/** Defines the structure of an evidence form. The folder `forms/` contains the forms. */
import type { components } from '#generated/api';

type Schemas = components['schemas'];
export type FormType = Schemas['EvidenceFormType'];
export type FormOption = Schemas['EvidenceFormOption'];

interface FieldDescription {
  readonly key: string;
  readonly label: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly placeholder?: string;
}

/** A single-line or multi-line text field. */
export interface TextField extends FieldDescription {
  readonly type: 'text' | 'textarea';
  /** Whether surrounding white space is removed. */
  readonly trimmed?: boolean;
  /** Whether the value has to be a URL. */
  readonly isAddress?: boolean;
}
export interface DateField extends FieldDescription {
  readonly type: 'date';
}
export interface SelectField extends FieldDescription {
  readonly type: 'select';
  readonly options: readonly FormOption[];
}
export interface FileField extends FieldDescription {
  readonly type: 'file';
  /** The accepted file extensions in lowercase, with a dot. */
  readonly accept: readonly string[];
}
export interface MatrixField extends FieldDescription {
  readonly type: 'matrix';
  readonly columns: readonly FormColumn[];
  readonly addRowLabel: string;
  /** The initial rows of a new submission. */
  readonly defaultRows?: readonly Readonly<Record<string, string>>[];
  /** Whether rows without any text are dropped. Otherwise they cause validation errors. */
  readonly skipsEmptyRows?: boolean;
  /** Key of the file field that can replace the rows. If a file is submitted, the rows may be incomplete. */
  readonly replacedBy?: string;
}
export interface FormColumn extends FieldDescription {
  readonly type: 'text' | 'select';
  readonly options?: readonly FormOption[];
  /** Makes the column required in rows where another column has this value. */
  readonly requiredWhen?: { readonly column: string; readonly value: string };
}
export type FormField = TextField | DateField | SelectField | FileField | MatrixField;

export interface FormDefinition {
  readonly type: FormType;
  readonly title: string;
  readonly description: string;
  readonly category: Schemas['EvidenceFormCategory'];
  /** With `custom`, the submission contains a date. With `auto`, the date is the time of the submission. */
  readonly submissionDateMode: Schemas['EvidenceFormDateMode'];
  readonly portalAccessible?: boolean;
  readonly hidden?: boolean;
  readonly optional?: boolean;
  /** The more general form; a submission of this form counts as a submission of the general form, too. */
  readonly kindOf?: FormType;
  readonly fields: readonly FormField[];
  /** Keys of fields of which at least one is required. The validation error is reported for the first key. */
  readonly oneOf?: readonly string[];
}
