/** The structure of an evidence form. The forms themselves are in `forms/`. */
import type { components } from '#generated/api';

type Schemas = components['schemas'];
export type FormType = Schemas['EvidenceFormType'];
export type FormOption = Schemas['EvidenceFormOption'];

interface Described {
  readonly key: string;
  readonly label: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly placeholder?: string;
}

/** A single-line or multi-line text field. */
export interface TextField extends Described {
  readonly type: 'text' | 'textarea';
  /** Whether surrounding white space is removed. */
  readonly trimmed?: boolean;
  /** Whether the value has to be a web address. */
  readonly isAddress?: boolean;
}
export interface DateField extends Described {
  readonly type: 'date';
}
export interface SelectField extends Described {
  readonly type: 'select';
  readonly options: readonly FormOption[];
}
export interface FileField extends Described {
  readonly type: 'file';
  /** Extensions with their dots, in lowercase. */
  readonly accept: readonly string[];
}
export interface MatrixField extends Described {
  readonly type: 'matrix';
  readonly columns: readonly FormColumn[];
  readonly addRowLabel: string;
  /** The initial rows of a new submission. */
  readonly defaultRows?: readonly Readonly<Record<string, string>>[];
  /** Whether rows without any text are left out. Otherwise they are validation errors. */
  readonly skipsEmptyRows?: boolean;
  /** Key of the file field that can replace the rows: when the file is present, they may be incomplete. */
  readonly replacedBy?: string;
}
export interface FormColumn extends Described {
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
  /** `custom`: the submission states its date. `auto`: the date is the time of the submission. */
  readonly submissionDateMode: Schemas['EvidenceFormDateMode'];
  readonly portalAccessible?: boolean;
  readonly hidden?: boolean;
  readonly optional?: boolean;
  /** The form that this is a kind of: a submission of this form counts for that form as well. */
  readonly kindOf?: FormType;
  readonly fields: readonly FormField[];
  /** Keys of fields of which at least one is required. The validation error is reported for the first. */
  readonly oneOf?: readonly string[];
}
