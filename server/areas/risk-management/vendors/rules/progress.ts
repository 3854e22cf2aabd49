/** Creates the results that an assessment run reports as its progress (vendors, rules 6 and 22). */
import type { components } from '#generated/api';
import type { Actor } from '#platform/identity/actor';
import { authorOf, noAuthor } from '#platform/identity/author';

type Result = components['schemas']['VendorAssessmentResult'];

/**
 * @param actor the actor who started the run
 * @returns the result of a run that has not begun yet
 */
export function initialResult(vendorId: string, actor: Pick<Actor, 'via' | 'user'>): Result {
  const { userId, via } = actor.via === 'schedule' ? noAuthor : authorOf({ ...actor, memberId: undefined });
  return {
    vendorId,
    stage: 'starting',
    outcome: null,
    messages: [],
    coreReady: false,
    newsReady: false,
    riskAssessmentVersion: null,
    requestedById: userId,
    requestedVia: via,
  };
}

/** @returns the result of a run for a vendor that cannot be assessed */
export function skippedResult(initial: Result, skipReason: NonNullable<Result['skipReason']>): Result {
  return { ...initial, stage: 'completed', outcome: 'skipped', skipReason };
}
