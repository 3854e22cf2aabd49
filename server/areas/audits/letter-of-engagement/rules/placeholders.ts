/** Fills placeholders in the texts of templates and drafts (letter-of-engagement, rules 2 and 16). */
import { dateInWords } from './dates.ts';

export const placeholders = ['organizationLegalName', 'auditorFirm', 'framework', 'periodStart', 'periodEnd', 'reportDueDate'] as const;
type Placeholder = (typeof placeholders)[number];

/** The texts that may contain placeholders. */
export const textFields = [
  'scope',
  'criteria',
  'organizationResponsibilities',
  'auditorResponsibilities',
  'independenceStatement',
  'confidentialityTerms',
  'otherTerms',
] as const;
type TextField = (typeof textFields)[number];
export type Texts = Readonly<Record<TextField, string | null>> & { readonly deliverables: readonly string[] };

/** The values of the placeholders. A value is null if it is not known yet. */
export type Values = Readonly<Record<Placeholder, string | null>>;

const isPlaceholder = (name: string): name is Placeholder => placeholders.some((placeholder) => placeholder === name);

/** @returns the distinct names of the placeholders in a text, including unknown ones */
export function findPlaceholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim()))];
}

export function findUnknownPlaceholder(text: string): string | undefined {
  return findPlaceholders(text).find((name) => !isPlaceholder(name));
}

/** @returns the text with all known values filled in */
export function fillPlaceholders(text: string, values: Values): string {
  return text.replace(/\{\{([^{}]*)\}\}/g, (match, inner: string) => {
    const name = inner.trim();
    return (isPlaceholder(name) ? values[name] : null) ?? match;
  });
}

/** The fields of a letter that placeholders refer to. */
interface ReferencedFields {
  readonly organizationLegalName: string;
  readonly auditorFirm: string;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  readonly reportDueDate: string | null;
}

export function placeholderValuesOf(
  { organizationLegalName, auditorFirm, periodStart, periodEnd, reportDueDate }: ReferencedFields,
  framework: string | null,
): Values {
  const formatDay = (date: string | null) => date && dateInWords(date);
  return {
    organizationLegalName,
    auditorFirm,
    framework,
    periodStart: formatDay(periodStart),
    periodEnd: formatDay(periodEnd),
    reportDueDate: formatDay(reportDueDate),
  };
}

/** @returns the texts of a draft with all known values filled in */
export function fillDraftPlaceholders<T extends Texts & { readonly scope: string }>(draft: T, values: Values): T {
  const fillText = (template: string | null) => template && fillPlaceholders(template, values);
  return {
    ...draft,
    scope: fillPlaceholders(draft.scope, values),
    criteria: fillText(draft.criteria),
    organizationResponsibilities: fillText(draft.organizationResponsibilities),
    auditorResponsibilities: fillText(draft.auditorResponsibilities),
    independenceStatement: fillText(draft.independenceStatement),
    confidentialityTerms: fillText(draft.confidentialityTerms),
    otherTerms: fillText(draft.otherTerms),
    deliverables: draft.deliverables.map((deliverable) => fillPlaceholders(deliverable, values)),
  };
}
