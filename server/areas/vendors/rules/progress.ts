/** What the reader of an assessment run is shown (spec/areas/vendors, rules 6 and 22). */
import type { components } from '../../../../generated/api.d.ts';
import type { Actor } from '../../../platform/identity/actor.ts';

type Result = components['schemas']['VendorAssessmentResult'];

/** @param actor who started the run @returns what is known of a run before it begins */
export function atStart(vendorId: string, { via, user }: Pick<Actor, 'via' | 'user'>): Result {
  return {
    vendorId,
    stage: 'starting',
    outcome: null,
    messages: [],
    coreReady: false,
    newsReady: false,
    riskAssessmentVersion: null,
    requestedById: via === 'schedule' ? null : (user?.id ?? null),
  };
}

/** @returns the result of a run that has nothing to assess */
export function skipped(start: Result, skipReason: NonNullable<Result['skipReason']>): Result {
  return { ...start, stage: 'complete', outcome: 'skipped', skipReason };
}
