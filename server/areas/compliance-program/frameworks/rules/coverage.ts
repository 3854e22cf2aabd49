/** Coverage of a requirement by controls that are done (frameworks, rules 38 and 39). */
import type { components } from '#generated/api';
import type { Strength } from '#domain/catalogue/types';

type Schemas = components['schemas'];
type Coverage = Schemas['RequirementCoverage'];

/** A control of a requirement, and how much of it is done. */
export interface ControlProgress {
  readonly strength: Strength;
  readonly done: 'all' | 'some' | 'nothing';
}

/** Several controls that each meet a part of a requirement count as meeting it together. */
export function coverageOf(controls: readonly ControlProgress[]): Coverage {
  const meeting = controls.filter(({ strength }) => strength !== 'supports');
  const whole = meeting.filter(({ done }) => done === 'all');
  if (whole.some(({ strength }) => strength === 'full') || (meeting.length > 1 && whole.length === meeting.length)) return 'full';
  return meeting.some(({ done }) => done !== 'nothing') ? 'partial' : 'none';
}

/** Counts the requirements by coverage. */
export function countsOf(requirements: readonly { readonly coverage: Coverage }[]) {
  const count = (wanted: Coverage) => requirements.filter(({ coverage }) => coverage === wanted).length;
  return {
    requirementCount: requirements.length,
    fullCount: count('full'),
    partialCount: count('partial'),
    noneCount: count('none'),
  };
}
