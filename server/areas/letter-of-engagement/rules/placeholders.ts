/** Placeholders in the texts of templates and drafts (spec/areas/letter-of-engagement, rules 2 and 16). */
import { dateInWords } from './dates.ts';

export const placeholders = ['organizationLegalName', 'auditorFirm', 'framework', 'periodStart', 'periodEnd', 'reportDueDate'] as const;
type Placeholder = (typeof placeholders)[number];

/** The texts that may have placeholders. */
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

/** What the placeholders stand for; null as long as that is not known. */
export type Values = Readonly<Record<Placeholder, string | null>>;

const isPlaceholder = (name: string): name is Placeholder => placeholders.some((known) => known === name);

/** @returns the names of the placeholders in a text, also of those that nobody knows, each once */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim()))];
}

export function unknownIn(text: string): string | undefined {
  return placeholdersIn(text).find((name) => !isPlaceholder(name));
}

/** @returns the text with the values that are known */
export function filled(text: string, values: Values): string {
  return text.replace(/\{\{([^{}]*)\}\}/g, (whole, inner: string) => {
    const name = inner.trim();
    return (isPlaceholder(name) ? values[name] : null) ?? whole;
  });
}

/** What of a letter its texts can name. */
interface Named {
  readonly organizationLegalName: string;
  readonly auditorFirm: string;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  readonly reportDueDate: string | null;
}

export function valuesOf(
  { organizationLegalName, auditorFirm, periodStart, periodEnd, reportDueDate }: Named,
  framework: string | null,
): Values {
  const day = (date: string | null) => date && dateInWords(date);
  return {
    organizationLegalName,
    auditorFirm,
    framework,
    periodStart: day(periodStart),
    periodEnd: day(periodEnd),
    reportDueDate: day(reportDueDate),
  };
}

/** @returns the texts of a draft with the values that are known */
export function withValues<T extends Texts & { readonly scope: string }>(draft: T, values: Values): T {
  const text = (given: string | null) => given && filled(given, values);
  return {
    ...draft,
    scope: filled(draft.scope, values),
    criteria: text(draft.criteria),
    organizationResponsibilities: text(draft.organizationResponsibilities),
    auditorResponsibilities: text(draft.auditorResponsibilities),
    independenceStatement: text(draft.independenceStatement),
    confidentialityTerms: text(draft.confidentialityTerms),
    otherTerms: text(draft.otherTerms),
    deliverables: draft.deliverables.map((one) => filled(one, values)),
  };
}
