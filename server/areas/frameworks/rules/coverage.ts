/** How much of a requirement is met by controls that are done (spec/areas/frameworks, rules 38 and 39). */
import type { components } from '../../../../generated/api.d.ts';
import type { Strength } from '../../../domain/catalogue/types.ts';

type Schemas = components['schemas'];
type Coverage = Schemas['RequirementCoverage'];

/** A control of a requirement, and how much of it is done. */
export interface Counted {
  readonly strength: Strength;
  readonly done: 'all' | 'some' | 'nothing';
}

/** Several controls that each meet a part of a requirement are held to meet it together. */
export function coverageOf(controls: readonly Counted[]): Coverage {
  const meeting = controls.filter(({ strength }) => strength !== 'supports');
  const whole = meeting.filter(({ done }) => done === 'all');
  if (whole.some(({ strength }) => strength === 'full') || (meeting.length > 1 && whole.length === meeting.length)) return 'full';
  return meeting.some(({ done }) => done !== 'nothing') ? 'partial' : 'none';
}

/** The requirements in numbers. */
export function countsOf(requirements: readonly { readonly coverage: Coverage }[]) {
  const count = (wanted: Coverage) => requirements.filter(({ coverage }) => coverage === wanted).length;
  return {
    requirementCount: requirements.length,
    fullCount: count('full'),
    partialCount: count('partial'),
    noneCount: count('none'),
  };
}
