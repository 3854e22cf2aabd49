/** Decides how a completed assessment changes the ratings of a vendor (vendors, rules 5 and 7). */
import type { components } from '#generated/api';
import type { ProbabilityAndImpact } from './rating.ts';

type Schemas = components['schemas'];
type Ratings = Pick<Schemas['Vendor'], 'inherentProbability' | 'inherentImpact' | 'residualProbability' | 'residualImpact'>;
export type RatingField = keyof Ratings;

/** The ratings of a vendor that has not been rated yet. */
export const unratedValues: Ratings = {
  inherentProbability: 'very_unlikely',
  inherentImpact: 'insignificant',
  residualProbability: 'very_unlikely',
  residualImpact: 'insignificant',
};
export const ratingFields = ['inherentProbability', 'inherentImpact', 'residualProbability', 'residualImpact'] as const;

/** A rating whose rationale has fewer characters is ignored. */
const minRationaleLength = 20;

/** @returns the rating of an assessment; undefined if the assessment contains no rating, or its rationale is too short */
export function ratingOfAssessment({
  inherentProbability,
  inherentImpact,
  rationale,
}: Schemas['VendorAssessment']): ProbabilityAndImpact | undefined {
  if (inherentProbability === null || inherentImpact === null || (rationale ?? '').length < minRationaleLength) return undefined;
  return { probability: inherentProbability, impact: inherentImpact };
}

/**
 * @param before the current ratings of the vendor
 * @param assessedRating the rating of the assessment
 * @param unsentFields in a first assessment, the rating fields that the request to create the vendor did not include; otherwise undefined
 * @returns the rating fields to change, with their new values
 */
export function newRatingsOf(
  before: Ratings,
  assessedRating: ProbabilityAndImpact,
  unsentFields: readonly RatingField[] | undefined,
): Partial<Ratings> {
  const inherent = { inherentProbability: assessedRating.probability, inherentImpact: assessedRating.impact };
  const newValues: Ratings = { ...inherent, residualProbability: assessedRating.probability, residualImpact: assessedRating.impact };
  if (unsentFields) {
    // Ratings that were changed since the creation of the vendor are kept.
    const unchangedFields = unsentFields.filter((field) => before[field] === unratedValues[field]);
    return Object.fromEntries(unchangedFields.map((field) => [field, newValues[field]]));
  }
  // A residual rating that differs from the inherent rating was set on purpose, so it is kept.
  const differsFromInherent = before.residualProbability !== before.inherentProbability || before.residualImpact !== before.inherentImpact;
  return differsFromInherent ? inherent : newValues;
}
