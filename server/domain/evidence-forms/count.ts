/** The evidence forms that count toward the score, and how long a submission is fresh (frameworks, rule 5). */
import type { FormType } from './definition.ts';
import { forms } from './forms/index.ts';

export type { FormType } from './definition.ts';

const expectedForms = forms.filter(({ hidden, optional }) => !hidden && !optional).map(({ type }) => type);
/** 6 × 30 days, in ms. */
const freshMs = 6 * 30 * 24 * 3_600_000;

/** @param submittedAt of the latest submission, regardless of its review; undefined when there is none */
export function isFresh(submittedAt: string | undefined, now: Date): boolean {
  return submittedAt !== undefined && now.getTime() - Date.parse(submittedAt) <= freshMs;
}

/** The form and its kinds: the minutes of any meeting count as meeting minutes. */
function typesCountingFor(expected: FormType): FormType[] {
  return forms.filter(({ type, kindOf }) => type === expected || kindOf === expected).map(({ type }) => type);
}

/**
 * Counts the forms for the whole organization.
 * @param latest when each form was last submitted @param notRelevant forms that do not apply to the organization
 */
export function countForms(
  latest: ReadonlyMap<FormType, string>,
  notRelevant: ReadonlySet<FormType>,
  now: Date,
): { readonly total: number; readonly outstanding: number } {
  const counted = expectedForms.filter((form) => !notRelevant.has(form));
  const outstanding = counted.filter((form) => !typesCountingFor(form).some((one) => isFresh(latest.get(one), now)));
  return { total: counted.length, outstanding: outstanding.length };
}
