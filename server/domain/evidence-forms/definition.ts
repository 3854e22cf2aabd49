/** What a form of evidence is made of. The forms themselves are in `forms/`, a file for each or for several of a kind. */
import type { components } from '../../../generated/api.d.ts';

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

/** One line, or several. */
export interface TextField extends Described {
  readonly type: 'text' | 'textarea';
  /** Whether surrounding white space is removed. */
  readonly trimmed?: boolean;
  /** Whether it is an address of the web. */
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
  /** Extensions with their dots, in lower case. */
  readonly accept: readonly string[];
}
export interface MatrixField extends Described {
  readonly type: 'matrix';
  readonly columns: readonly FormColumn[];
  readonly addRowLabel: string;
  /** What a new submission begins with. */
  readonly defaultRows?: readonly Readonly<Record<string, string>>[];
  /** Whether rows without any text are left out. Otherwise they are incomplete. */
  readonly skipsEmptyRows?: boolean;
  /** Key of the file that takes the place of the rows: with it they may be incomplete. */
  readonly replacedBy?: string;
}
export interface FormColumn extends Described {
  readonly type: 'text' | 'select';
  readonly options?: readonly FormOption[];
  /** Makes the column required in rows in which another one has this value. */
  readonly requiredWhen?: { readonly column: string; readonly value: string };
}
export type FormField = TextField | DateField | SelectField | FileField | MatrixField;

export interface FormDefinition {
  readonly type: FormType;
  readonly title: string;
  readonly description: string;
  readonly category: Schemas['EvidenceFormCategory'];
  /** `custom`: the submission says what day it is of. `auto`: it is of the moment at which it arrives. */
  readonly submissionDateMode: Schemas['EvidenceFormDateMode'];
  readonly portalAccessible?: boolean;
  readonly hidden?: boolean;
  readonly optional?: boolean;
  /** The form that it is a kind of: a submission of this one counts for that one as well. */
  readonly kindOf?: FormType;
  readonly fields: readonly FormField[];
  /** Keys of fields of which one has to be there. The message stands at the first. */
  readonly oneOf?: readonly string[];
}
