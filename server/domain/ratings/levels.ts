/** Converts scores of risks and vendors to rating levels (risks, rule 2). */
import type { components } from '#generated/api';

type Schemas = components['schemas'];
type Bands = Schemas['RiskRatingBands'];

/** The default highest score of each level. */
export const defaultBands: Bands = { veryLow: 2, low: 4, medium: 6, high: 8 };

/** The display name of each level. */
export const levelLabels: Readonly<Record<Schemas['RiskLevel'], Schemas['RiskLevelLabel']>> = {
  very_low: 'Very low',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  very_high: 'Very high',
};

/** @param score a score from 1 to 10 @returns the level of the score in the organization's bands */
export function levelOf(score: number, { veryLow, low, medium, high }: Bands): Schemas['RiskLevel'] {
  if (score <= veryLow) return 'very_low';
  if (score <= low) return 'low';
  if (score <= medium) return 'medium';
  return score <= high ? 'high' : 'very_high';
}
