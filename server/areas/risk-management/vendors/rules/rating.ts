/** Rates vendors on scales with five steps, and with the levels of risks (vendors, rule 3). */
import type { components } from '#generated/api';
import { levelLabels, levelOf } from '#domain/ratings/levels';
import { scoreOfSteps } from '#domain/ratings/scores';

type Schemas = components['schemas'];
type Bands = Schemas['RiskRatingBands'];

/** The steps of each scale in ascending order. The first step counts 1 point, and the last step 5 points. */
export const likelihoods = ['very_unlikely', 'unlikely', 'possible', 'likely', 'very_likely'] as const satisfies Schemas['Likelihood'][];
export const impacts = ['insignificant', 'minor', 'moderate', 'major', 'severe'] as const satisfies Schemas['Impact'][];

export interface ProbabilityAndImpact {
  readonly probability: Schemas['Likelihood'];
  readonly impact: Schemas['Impact'];
}

/** @returns the rating of a vendor. Its level depends on the bands of the organization. */
export function ratingOf({ probability, impact }: ProbabilityAndImpact, bands: Bands): Schemas['VendorRating'] {
  const [probabilityPoints, impactPoints] = [likelihoods.indexOf(probability) + 1, impacts.indexOf(impact) + 1];
  const [raw, score] = [probabilityPoints * impactPoints, scoreOfSteps(probabilityPoints, impactPoints)];
  const level = levelOf(score, bands);
  return { raw, score, level, levelLabel: levelLabels[level] };
}

/** @returns the step that is `offset` steps higher (lower if negative), or the end of the scale if the scale is too short */
export function moveStep<Step>(scale: readonly Step[], currentStep: Step, offset: number): Step {
  const index = Math.min(Math.max(scale.indexOf(currentStep) + offset, 0), scale.length - 1);
  return scale[index] ?? currentStep;
}
