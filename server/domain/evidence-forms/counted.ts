/** Which forms of evidence an organization is expected to hand in, and how long a submission is fresh (spec/areas/frameworks, rule 5). */
import type { FormType } from './definition.ts';
import { forms } from './forms/index.ts';

export type { FormType } from './definition.ts';

const expectedForms = forms.filter(({ hidden, optional }) => !hidden && !optional).map(({ type }) => type);
/** 6 × 30 days, in ms. */
const freshFor = 6 * 30 * 24 * 3_600_000;

/** @param submittedAt of the latest submission, whatever became of its review; undefined when there is none */
export function isFresh(submittedAt: string | undefined, now: Date): boolean {
  return submittedAt !== undefined && now.getTime() - Date.parse(submittedAt) <= freshFor;
}

/** The form itself and its kinds: minutes of any meeting are minutes of a meeting. */
function countingFor(expected: FormType): FormType[] {
  return forms.filter(({ type, kindOf }) => type === expected || kindOf === expected).map(({ type }) => type);
}

/**
 * The forms that count for the whole organization.
 * @param latest when each form was last handed in @param notRelevant those that do not apply to the organization
 */
export function countForms(
  latest: ReadonlyMap<FormType, string>,
  notRelevant: ReadonlySet<FormType>,
  now: Date,
): { readonly total: number; readonly outstanding: number } {
  const counted = expectedForms.filter((form) => !notRelevant.has(form));
  const outstanding = counted.filter((form) => !countingFor(form).some((one) => isFresh(latest.get(one), now)));
  return { total: counted.length, outstanding: outstanding.length };
}
