/** Converts form definitions to API responses, and decides who may see and submit forms. */
import type { components } from '#generated/api';
import type { FormColumn, FormDefinition, FormField, FormType } from '#domain/evidence-forms/definition';

type Schemas = components['schemas'];

/** @returns the form definition as the API describes it */
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
  const { type, ...commonProperties } = commonPropertiesOf(field);
  switch (field.type) {
    case 'select':
      return { ...commonProperties, type: field.type, options: [...field.options] };
    case 'file':
      return { ...commonProperties, type: field.type, accept: field.accept.join(',') };
    case 'matrix':
      return {
        ...commonProperties,
        type: field.type,
        columns: field.columns.map(columnResponseOf),
        addRowLabel: field.addRowLabel,
        ...(field.defaultRows && { defaultRows: [...field.defaultRows] }),
      };
    default:
      return { ...commonProperties, type };
  }
}

function columnResponseOf(column: FormColumn): Schemas['EvidenceFormColumn'] {
  return { ...commonPropertiesOf(column), ...(column.options && { options: [...column.options] }) };
}

function commonPropertiesOf<Type extends string>({
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

/** The organization's settings that enable these forms. All other forms are always enabled. */
const switchNames: Readonly<Partial<Record<FormType, keyof FormSwitches>>> = {
  'whistleblower-report': 'whistleblowerReportEnabled',
  'access-request': 'accessRequestFormEnabled',
};
export interface FormSwitches {
  readonly whistleblowerReportEnabled: boolean;
  readonly accessRequestFormEnabled: boolean;
}

/** @returns whether the organization has switched a form off (evidence-forms, rule 13) */
export function isSwitchedOff(type: FormType, switches: FormSwitches): boolean {
  const name = switchNames[type];
  return name !== undefined && !switches[name];
}

/** @returns whether a caller with these permissions may see the form (evidence-forms, rule 11) */
export function maySeeForm(permissions: ReadonlySet<string>, { portalAccessible = false }: FormDefinition): boolean {
  return portalAccessible || permissions.has('evidence:read');
}

/** @returns whether a caller with these permissions may submit the form (evidence-forms, rule 11) */
export function maySubmit(permissions: ReadonlySet<string>, { portalAccessible = false }: FormDefinition): boolean {
  return portalAccessible || permissions.has('evidence:create');
}

/** @returns whether a submission is stored without its author (evidence-forms, rule 12). @param anonymous the choice in the request */
export function isAnonymous(type: FormType, anonymous = true): boolean {
  return type === 'whistleblower-report' && anonymous;
}
