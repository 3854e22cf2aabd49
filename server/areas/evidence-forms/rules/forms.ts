/** Forms as the interface shows them, and which of them a caller has. */
import type { components } from '../../../../generated/api.d.ts';
import type { FormColumn, FormDefinition, FormField, FormType } from '../../../domain/evidence-forms/definition.ts';

type Schemas = components['schemas'];

/** @returns the form as the interface shows it */
export function shownForm(form: FormDefinition): Schemas['EvidenceForm'] {
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
    fields: form.fields.map(shownField),
  };
}

function shownField(field: FormField): Schemas['EvidenceFormField'] {
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
        columns: field.columns.map(shownColumn),
        addRowLabel: field.addRowLabel,
        ...(field.defaultRows && { defaultRows: [...field.defaultRows] }),
      };
    default:
      return { ...texts, type };
  }
}

function shownColumn(column: FormColumn): Schemas['EvidenceFormColumn'] {
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

/** The switches of the organization, by the forms that they are for. */
const switches: Readonly<Partial<Record<FormType, keyof Switches>>> = {
  'whistleblower-report': 'whistleblowerReportEnabled',
  'access-request': 'accessRequestFormEnabled',
};
export interface Switches {
  readonly whistleblowerReportEnabled: boolean;
  readonly accessRequestFormEnabled: boolean;
}

/** @returns whether the organization has switched a form off (spec/areas/evidence-forms, rule 13) */
export function isSwitchedOff(type: FormType, set: Switches): boolean {
  const name = switches[type];
  return name !== undefined && !set[name];
}

/** @returns whether somebody with these permissions sees a form (spec/areas/evidence-forms, rule 11) */
export function isShownTo(permissions: ReadonlySet<string>, { portalAccessible = false }: FormDefinition): boolean {
  return portalAccessible || permissions.has('evidence:read');
}

/** @returns whether somebody with these permissions may submit a form (spec/areas/evidence-forms, rule 11) */
export function maySubmit(permissions: ReadonlySet<string>, { portalAccessible = false }: FormDefinition): boolean {
  return portalAccessible || permissions.has('evidence:create');
}

/** @returns whether a submission of this form has no author (spec/areas/evidence-forms, rule 12) @param anonymous as the request says */
export function isAnonymous(type: FormType, anonymous = true): boolean {
  return type === 'whistleblower-report' && anonymous;
}
