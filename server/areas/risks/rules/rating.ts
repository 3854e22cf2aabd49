/** How a risk is rated (spec/areas/risks, rule 2). Registers, acceptances and statistics all ask here, so they never disagree. */
import type { components } from '../../../../generated/api.d.ts';

type Schemas = components['schemas'];
const levels: readonly [Schemas['RiskLevel'], Schemas['RiskLevelLabel']][] = [
  ['very_low', 'Very low'],
  ['low', 'Low'],
  ['medium', 'Medium'],
  ['high', 'High'],
  ['very_high', 'Very high'],
];

/** @param probability 0 to 10, as is `impact` */
export function ratingOf(probability: number, impact: number): Schemas['RiskRating'] {
  const raw = probability * impact;
  const score = Math.max(1, Math.ceil(raw / 10));
  const [level, levelLabel] = levels[Math.ceil(score / 2) - 1] ?? ['very_high', 'Very high'];
  return { raw, score, level, levelLabel };
}

/** The band, 1 to 5, of a value between 0 and 10. */
export function bandOf(value: number): number {
  return Math.max(1, Math.ceil(value / 2));
}
