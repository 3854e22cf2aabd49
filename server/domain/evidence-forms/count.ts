/** Counts the evidence forms for the score. A form is outstanding without a fresh submission (frameworks, rule 5). */
import type { FormType } from './definition.ts';
import { forms } from './forms/index.ts';

export type { FormType } from './definition.ts';

const expectedForms = forms.filter(({ hidden, optional }) => !hidden && !optional).map(({ type }) => type);
/** A submission is fresh for 6 × 30 days, here in milliseconds. */
const freshMs = 6 * 30 * 24 * 3_600_000;

/** @param submittedAt time of the latest submission, reviewed or not; undefined if there is none */
export function isFresh(submittedAt: string | undefined, now: Date): boolean {
  return submittedAt !== undefined && now.getTime() - Date.parse(submittedAt) <= freshMs;
}

/** @returns the form and its more specific forms: the minutes of any kind of meeting count as meeting minutes */
function typesCountingFor(expected: FormType): FormType[] {
  return forms.filter(({ type, kindOf }) => type === expected || kindOf === expected).map(({ type }) => type);
}

/**
 * Counts the expected forms of the organization, and how many of them are outstanding.
 * @param latest the time when each form was last submitted @param notRelevant forms that do not apply to the organization
 */
export function countForms(
  latest: ReadonlyMap<FormType, string>,
  notRelevant: ReadonlySet<FormType>,
  now: Date,
): { readonly total: number; readonly outstanding: number } {
  const relevantForms = expectedForms.filter((form) => !notRelevant.has(form));
  const outstandingForms = relevantForms.filter((form) => !typesCountingFor(form).some((type) => isFresh(latest.get(type), now)));
  return { total: relevantForms.length, outstanding: outstandingForms.length };
}
