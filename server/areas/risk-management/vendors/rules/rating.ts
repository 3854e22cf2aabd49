/** The rating of vendors: five steps, with the levels of risks (vendors, rule 3). */
import type { components } from '#generated/api';
import { levelLabels, levelOf } from '#domain/ratings/levels';
import { scoreOfSteps } from '#domain/ratings/scores';

type Schemas = components['schemas'];
type Bands = Schemas['RiskRatingBands'];

/** The steps in order. The first one counts 1 point. */
export const likelihoods = ['very_unlikely', 'unlikely', 'possible', 'likely', 'very_likely'] as const satisfies Schemas['Likelihood'][];
export const impacts = ['insignificant', 'minor', 'moderate', 'major', 'severe'] as const satisfies Schemas['Impact'][];

/** A probability and an impact. */
export interface ProbabilityAndImpact {
  readonly probability: Schemas['Likelihood'];
  readonly impact: Schemas['Impact'];
}

/** @returns the rating, with its level by the bands of the organization */
export function ratingOf({ probability, impact }: ProbabilityAndImpact, bands: Bands): Schemas['VendorRating'] {
  const [likelihood, effect] = [likelihoods.indexOf(probability) + 1, impacts.indexOf(impact) + 1];
  const [raw, score] = [likelihood * effect, scoreOfSteps(likelihood, effect)];
  const level = levelOf(score, bands);
  return { raw, score, level, levelLabel: levelLabels[level] };
}

/** @returns the step that is `by` steps higher, or lower if negative; the end of the scale if there is none */
export function moveStep<Step>(scale: readonly Step[], from: Step, by: number): Step {
  const index = Math.min(Math.max(scale.indexOf(from) + by, 0), scale.length - 1);
  return scale[index] ?? from;
}
