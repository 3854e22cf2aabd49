/** Calculates to what extent finished controls cover a requirement (frameworks, rules 38 and 39). */
import type { components } from '#generated/api';
import type { Strength } from '#domain/catalogue/types';

type Schemas = components['schemas'];
type Coverage = Schemas['RequirementCoverage'];

/** The strength of a control for a requirement, and how much of the control is done. */
export interface ControlProgress {
  readonly strength: Strength;
  readonly done: 'all' | 'some' | 'nothing';
}

/** Calculates the coverage. Several controls that are all finished count as full coverage, even if each meets only a part. */
export function coverageOf(controls: readonly ControlProgress[]): Coverage {
  const meetingControls = controls.filter(({ strength }) => strength !== 'supports');
  const finishedControls = meetingControls.filter(({ done }) => done === 'all');
  if (
    finishedControls.some(({ strength }) => strength === 'full') ||
    (meetingControls.length > 1 && finishedControls.length === meetingControls.length)
  )
    return 'full';
  return meetingControls.some(({ done }) => done !== 'nothing') ? 'partial' : 'none';
}

/** Counts the requirements by coverage. */
export function countsOf(requirements: readonly { readonly coverage: Coverage }[]) {
  const count = (value: Coverage) => requirements.filter(({ coverage }) => coverage === value).length;
  return {
    requirementCount: requirements.length,
    fullCount: count('full'),
    partialCount: count('partial'),
    noneCount: count('none'),
  };
}
