/** What a completed assessment changes of a vendor (spec/areas/vendors, rules 5 and 7). */
import type { components } from '../../../../generated/api.d.ts';
import type { Rated } from './rating.ts';

type Schemas = components['schemas'];
type Values = Pick<Schemas['Vendor'], 'inherentProbability' | 'inherentImpact' | 'residualProbability' | 'residualImpact'>;
export type RatingField = keyof Values;

/** What a vendor is rated before anybody has rated it. */
export const unrated: Values = {
  inherentProbability: 'very_unlikely',
  inherentImpact: 'insignificant',
  residualProbability: 'very_unlikely',
  residualImpact: 'insignificant',
};
export const ratingFields = ['inherentProbability', 'inherentImpact', 'residualProbability', 'residualImpact'] as const;

/** A shorter reason is none. */
const shortestRationale = 20;

/** @returns the rating of an assessment, if it has one with its reason */
export function ratingIn({ inherentProbability, inherentImpact, rationale }: Schemas['VendorAssessment']): Rated | undefined {
  if (inherentProbability === null || inherentImpact === null || (rationale ?? '').length < shortestRationale) return undefined;
  return { probability: inherentProbability, impact: inherentImpact };
}

/**
 * @param before the values of the vendor
 * @param found the rating of the assessment
 * @param unsent of the first assessment the fields that the creation left out; undefined for a later one
 * @returns the values that are written
 */
export function valuesOf(before: Values, found: Rated, unsent: readonly RatingField[] | undefined): Partial<Values> {
  const inherent = { inherentProbability: found.probability, inherentImpact: found.impact };
  const all: Values = { ...inherent, residualProbability: found.probability, residualImpact: found.impact };
  if (unsent) {
    // What somebody has rated meanwhile stays.
    const open = unsent.filter((field) => before[field] === unrated[field]);
    return Object.fromEntries(open.map((field) => [field, all[field]]));
  }
  const isSetApart = before.residualProbability !== before.inherentProbability || before.residualImpact !== before.inherentImpact;
  return isSetApart ? inherent : all;
}
