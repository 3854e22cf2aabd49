/** How a risk is rated (spec/areas/risks, rule 2). Registers, acceptances and statistics all ask here, so they never disagree. */
import type { components } from '../../../../generated/api.d.ts';
import { labels, levelOf } from '../../../domain/ratings/levels.ts';
import { scoreOf } from '../../../domain/ratings/scores.ts';

type Schemas = components['schemas'];
type Bands = Schemas['RiskRatingBands'];

export interface Rated {
  /** 0 to 10, as is `impact`. */
  readonly probability: number;
  readonly impact: number;
  /** Whether anybody has rated it; else 0 times 0 says nothing. */
  readonly assessed: boolean;
}

/** @returns the rating, with its level by the bands of the organization */
export function ratingOf({ probability, impact, assessed }: Rated, bands: Bands): Schemas['RiskRating'] {
  const raw = probability * impact;
  const score = scoreOf(probability, impact);
  const level = assessed ? levelOf(score, bands) : 'very_low';
  return { assessed, raw, score, level, levelLabel: labels[level] };
}

/** Bands that do not rise, each under its own name; nothing when all of them do. */
export function bandFaults({ veryLow, low, medium, high }: Bands): Record<string, string> {
  const must = (field: string, than: string) => ({ [field]: `must be greater than ${than}` });
  return {
    ...(low <= veryLow && must('low', 'veryLow')),
    ...(medium <= low && must('medium', 'low')),
    ...(high <= medium && must('high', 'medium')),
  };
}

/** The band, 1 to 5, of a value between 0 and 10. */
export function bandOf(value: number): number {
  return Math.max(1, Math.ceil(value / 2));
}
