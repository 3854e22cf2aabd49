/** The changes that a completed assessment makes to a vendor (vendors, rules 5 and 7). */
import type { components } from '#generated/api';
import type { ProbabilityAndImpact } from './rating.ts';

type Schemas = components['schemas'];
type Values = Pick<Schemas['Vendor'], 'inherentProbability' | 'inherentImpact' | 'residualProbability' | 'residualImpact'>;
export type RatingField = keyof Values;

/** The ratings of a vendor that nobody has rated yet. */
export const unrated: Values = {
  inherentProbability: 'very_unlikely',
  inherentImpact: 'insignificant',
  residualProbability: 'very_unlikely',
  residualImpact: 'insignificant',
};
export const ratingFields = ['inherentProbability', 'inherentImpact', 'residualProbability', 'residualImpact'] as const;

/** Shorter rationales are ignored. */
const shortestRationale = 20;

/** @returns the rating of an assessment, if it has one with a rationale */
export function ratingIn({
  inherentProbability,
  inherentImpact,
  rationale,
}: Schemas['VendorAssessment']): ProbabilityAndImpact | undefined {
  if (inherentProbability === null || inherentImpact === null || (rationale ?? '').length < shortestRationale) return undefined;
  return { probability: inherentProbability, impact: inherentImpact };
}

/**
 * @param before the ratings of the vendor
 * @param found the rating of the assessment
 * @param unsent in a first assessment, the fields that were left out when the vendor was created; undefined in a later one
 * @returns the values to write
 */
export function valuesOf(before: Values, found: ProbabilityAndImpact, unsent: readonly RatingField[] | undefined): Partial<Values> {
  const inherent = { inherentProbability: found.probability, inherentImpact: found.impact };
  const newValues: Values = { ...inherent, residualProbability: found.probability, residualImpact: found.impact };
  if (unsent) {
    // Ratings that were changed in the meantime are kept.
    const unchanged = unsent.filter((field) => before[field] === unrated[field]);
    return Object.fromEntries(unchanged.map((field) => [field, newValues[field]]));
  }
  const differsFromInherent = before.residualProbability !== before.inherentProbability || before.residualImpact !== before.inherentImpact;
  return differsFromInherent ? inherent : newValues;
}
