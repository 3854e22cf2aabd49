/** Rates risks (risks, rule 2). The register, acceptances and statistics use the same functions, so that their ratings always agree. */
import type { FieldError, FieldErrors } from '#platform/refusals/field-errors';
import type { components } from '#generated/api';
import { levelLabels, levelOf } from '#domain/ratings/levels';
import { scoreOf } from '#domain/ratings/scores';

type Schemas = components['schemas'];
type Bands = Schemas['RiskRatingBands'];

/** The values from which a rating is computed. */
export interface RatedValues {
  /** A value from 0 to 10. */
  readonly probability: number;
  /** A value from 0 to 10. */
  readonly impact: number;
  /** Whether the risk was assessed. If not, the values are 0 and mean nothing. */
  readonly assessed: boolean;
}

/** @returns the rating. Its level depends on the bands of the organization; a risk that was not assessed has the lowest level. */
export function ratingOf({ probability, impact, assessed }: RatedValues, bands: Bands): Schemas['RiskRating'] {
  const raw = probability * impact;
  const score = scoreOf(probability, impact);
  const level = assessed ? levelOf(score, bands) : 'very_low';
  return { assessed, raw, score, level, levelLabel: levelLabels[level] };
}

/** Checks that each band is greater than the band before. @returns a map from field to validation error, empty if the bands are valid */
export function validateBands({ veryLow, low, medium, high }: Bands): FieldErrors {
  return {
    ...(low <= veryLow && { low: notGreater('veryLow', veryLow) }),
    ...(medium <= low && { medium: notGreater('low', low) }),
    ...(high <= medium && { high: notGreater('medium', medium) }),
  };
}

const notGreater = (lowerName: string, lower: number): FieldError => ({
  code: 'too_small',
  message: `must be greater than ${lowerName}`,
  params: { minimum: lower + 1 },
});

/** @param value from 0 to 10 @returns the row or column of the value in the heat map, from 1 to 5 */
export function heatMapStepOf(value: number): number {
  return Math.max(1, Math.ceil(value / 2));
}
