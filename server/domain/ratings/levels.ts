/** The levels of ratings, which risks and vendors share (spec/areas/risks, rule 2). */
import type { components } from '../../../generated/api.d.ts';

type Schemas = components['schemas'];
type Bands = Schemas['RiskRatingBands'];

/** The highest score of each level, unless the organization has set others. */
export const usualBands: Bands = { veryLow: 2, low: 4, medium: 6, high: 8 };

/** How each level is shown. */
export const labels: Readonly<Record<Schemas['RiskLevel'], Schemas['RiskLevelLabel']>> = {
  very_low: 'Very low',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  very_high: 'Very high',
};

/** @param score from 1 to 10 @returns its level by the bands of the organization */
export function levelOf(score: number, { veryLow, low, medium, high }: Bands): Schemas['RiskLevel'] {
  if (score <= veryLow) return 'very_low';
  if (score <= low) return 'low';
  if (score <= medium) return 'medium';
  return score <= high ? 'high' : 'very_high';
}
