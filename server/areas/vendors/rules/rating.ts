/** How a vendor is rated: in five steps, on the levels of risks (spec/areas/vendors, rule 3). */
import type { components } from '../../../../generated/api.d.ts';
import { labels, levelOf } from '../../../domain/ratings/levels.ts';
import { scoreOfSteps } from '../../../domain/ratings/scores.ts';

type Schemas = components['schemas'];
type Bands = Schemas['RiskRatingBands'];

/** The steps in their order: the first one counts 1 point. */
export const likelihoods = ['very_unlikely', 'unlikely', 'possible', 'likely', 'very_likely'] as const satisfies Schemas['Likelihood'][];
export const impacts = ['insignificant', 'minor', 'moderate', 'major', 'severe'] as const satisfies Schemas['Impact'][];

/** A probability and an impact. */
export interface Rated {
  readonly probability: Schemas['Likelihood'];
  readonly impact: Schemas['Impact'];
}

/** @returns the rating, with its level by the bands of the organization */
export function ratingOf({ probability, impact }: Rated, bands: Bands): Schemas['VendorRating'] {
  const [likelihood, effect] = [likelihoods.indexOf(probability) + 1, impacts.indexOf(impact) + 1];
  const [raw, score] = [likelihood * effect, scoreOfSteps(likelihood, effect)];
  const level = levelOf(score, bands);
  return { raw, score, level, levelLabel: labels[level] };
}

/** @returns the step that is so many steps higher, or lower; the end of the scale where there is none */
export function moved<Step>(scale: readonly Step[], from: Step, by: number): Step {
  const index = Math.min(Math.max(scale.indexOf(from) + by, 0), scale.length - 1);
  return scale[index] ?? from;
}
