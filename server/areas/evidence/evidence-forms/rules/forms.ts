/** Forms in the API, and the permissions that they require. */
import type { components } from '#generated/api';
import type { FormColumn, FormDefinition, FormField, FormType } from '#domain/evidence-forms/definition';

type Schemas = components['schemas'];

/** @returns the form in the shape of the API */
export function formResponseOf(form: FormDefinition): Schemas['EvidenceForm'] {
  const { type, title, description, category, submissionDateMode, portalAccessible = false, hidden = false, optional = false } = form;
  return {
    type,
    title,
    description,
    category,
    submissionDateMode,
    portalAccessible,
    hidden,
    optional,
    fields: form.fields.map(fieldResponseOf),
  };
}

function fieldResponseOf(field: FormField): Schemas['EvidenceFormField'] {
  const { type, ...texts } = described(field);
  switch (field.type) {
    case 'select':
      return { ...texts, type: field.type, options: [...field.options] };
    case 'file':
      return { ...texts, type: field.type, accept: field.accept.join(',') };
    case 'matrix':
      return {
        ...texts,
        type: field.type,
        columns: field.columns.map(columnResponseOf),
        addRowLabel: field.addRowLabel,
        ...(field.defaultRows && { defaultRows: [...field.defaultRows] }),
      };
    default:
      return { ...texts, type };
  }
}

function columnResponseOf(column: FormColumn): Schemas['EvidenceFormColumn'] {
  return { ...described(column), ...(column.options && { options: [...column.options] }) };
}

function described<Type extends string>({
  key,
  label,
  type,
  required = false,
  description,
  placeholder,
}: {
  readonly key: string;
  readonly label: string;
  readonly type: Type;
  readonly required?: boolean;
  readonly description?: string;
  readonly placeholder?: string;
}) {
  return {
    key,
    label,
    type,
    required,
    ...(description !== undefined && { description }),
    ...(placeholder !== undefined && { placeholder }),
  };
}

/** Settings of the organization that enable forms. */
const switches: Readonly<Partial<Record<FormType, keyof FormSwitches>>> = {
  'whistleblower-report': 'whistleblowerReportEnabled',
  'access-request': 'accessRequestFormEnabled',
};
export interface FormSwitches {
  readonly whistleblowerReportEnabled: boolean;
  readonly accessRequestFormEnabled: boolean;
}

/** @returns whether the organization has switched a form off (evidence-forms, rule 13) */
export function isSwitchedOff(type: FormType, set: FormSwitches): boolean {
  const name = switches[type];
  return name !== undefined && !set[name];
}

/** @returns whether these permissions suffice to see the form (evidence-forms, rule 11) */
export function maySeeForm(permissions: ReadonlySet<string>, { portalAccessible = false }: FormDefinition): boolean {
  return portalAccessible || permissions.has('evidence:read');
}

/** @returns whether these permissions suffice to submit the form (evidence-forms, rule 11) */
export function maySubmit(permissions: ReadonlySet<string>, { portalAccessible = false }: FormDefinition): boolean {
  return portalAccessible || permissions.has('evidence:create');
}

/** @returns whether a submission of this form has no author (evidence-forms, rule 12) @param anonymous the choice in the request */
export function isAnonymous(type: FormType, anonymous = true): boolean {
  return type === 'whistleblower-report' && anonymous;
}
