/** The rating of risks (risks, rule 2). Registers, acceptances and statistics all use this, so they always agree. */
import type { components } from '#generated/api';
import { levelLabels, levelOf } from '#domain/ratings/levels';
import { scoreOf } from '#domain/ratings/scores';

type Schemas = components['schemas'];
type Bands = Schemas['RiskRatingBands'];

export interface Rated {
  /** 0 to 10, like `impact`. */
  readonly probability: number;
  readonly impact: number;
  /** Whether the risk was rated. If not, 0 times 0 means nothing. */
  readonly assessed: boolean;
}

/** @returns the rating, with its level by the bands of the organization */
export function ratingOf({ probability, impact, assessed }: Rated, bands: Bands): Schemas['RiskRating'] {
  const raw = probability * impact;
  const score = scoreOf(probability, impact);
  const level = assessed ? levelOf(score, bands) : 'very_low';
  return { assessed, raw, score, level, levelLabel: levelLabels[level] };
}

/** Validation errors for bands that do not rise, by field; empty if they all do. */
export function validateBands({ veryLow, low, medium, high }: Bands): Record<string, string> {
  const mustExceed = (field: string, lower: string) => ({ [field]: `must be greater than ${lower}` });
  return {
    ...(low <= veryLow && mustExceed('low', 'veryLow')),
    ...(medium <= low && mustExceed('medium', 'low')),
    ...(high <= medium && mustExceed('high', 'medium')),
  };
}

/** The band, 1 to 5, of a value from 0 to 10. */
export function bandOf(value: number): number {
  return Math.max(1, Math.ceil(value / 2));
}
