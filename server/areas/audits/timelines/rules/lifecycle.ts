/**
 * Status transitions of timelines and phases (timelines, rules 10 to 16). Callers must check that the timeline's status allows the
 * change.
 */
import { computeDates, shiftDates } from './dates.ts';
import type { ActionContext, Phase, Timeline } from './timeline.ts';

/** Starts a draft. @param startDate when the first phase starts */
export function activate(timeline: Timeline, startDate: string, actionContext: ActionContext): Timeline {
  return computeDates(advance({ ...timeline, status: 'active', startDate }, actionContext));
}

/** Stops automatic changes until the timeline is resumed. */
export function pause(timeline: Timeline, { now }: ActionContext): Timeline {
  return { ...timeline, status: 'paused', pausedAt: now };
}

/** Continues a paused timeline, and moves its dates by the duration of the pause (rule 15). */
export function resume(timeline: Timeline, { now }: ActionContext): Timeline {
  return { ...timeline, status: 'active', pausedAt: null, phases: shiftDates(timeline.phases, timeline.pausedAt ?? now, now) };
}

/** Removes the lock (rule 14). */
export function unlock(timeline: Timeline, unlockReason: string, { now, by }: ActionContext): Timeline {
  const { userId: unlockedById, via: unlockedVia } = by;
  return { ...timeline, lockedAt: null, lockedById: null, lockedVia: null, unlockedAt: now, unlockedById, unlockedVia, unlockReason };
}

/** Completes the phase in progress and starts the next one (rule 11). */
export function completePhase(timeline: Timeline, phaseId: string, actionContext: ActionContext): Timeline {
  const index = timeline.phases.findIndex(({ id }) => id === phaseId);
  const phases = timeline.phases.map((phase) => (phase.id === phaseId ? endPhase(phase, actionContext) : phase));
  const shouldLock = phases[index]?.locksTimelineOnComplete === true;
  return computeDates(
    advance(shouldLock ? lockTimeline({ ...timeline, phases }, actionContext) : { ...timeline, phases }, actionContext),
    index + 1,
  );
}

/** Completes a phase. If it is completed before its planned end, its end becomes now. */
function endPhase(phase: Phase, { now, by }: ActionContext): Phase {
  const { userId: completedById, via: completedVia } = by;
  const completedPhase: Phase = { ...phase, status: 'completed', completedAt: now, completedById, completedVia, regressedAt: null };
  if (phase.endDate !== null && phase.endDate <= now) return completedPhase;
  const startDate = phase.startDate !== null && phase.startDate > now ? now : phase.startDate;
  return { ...completedPhase, startDate, endDate: now, datesPinned: true };
}

/** Ensures that a phase is in progress; if all phases are completed, completes and locks the timeline (rule 11). */
export function advance(timeline: Timeline, actionContext: ActionContext): Timeline {
  if (timeline.phases.some(({ status }) => status === 'in_progress')) return timeline;
  const nextPhase = timeline.phases.find(({ status }) => status === 'pending');
  if (!nextPhase) return lockTimeline({ ...timeline, status: 'completed', completedAt: actionContext.now, pausedAt: null }, actionContext);
  return { ...timeline, phases: timeline.phases.map((phase) => (phase === nextPhase ? { ...phase, status: 'in_progress' } : phase)) };
}

function lockTimeline(timeline: Timeline, { now, by }: ActionContext): Timeline {
  return timeline.lockedAt === null ? { ...timeline, lockedAt: now, lockedById: by.userId, lockedVia: by.via } : timeline;
}

/** Marks a phase as ready for review (rule 16). */
export function markReady(timeline: Timeline, phaseId: string, { now }: ActionContext): Timeline {
  return {
    ...timeline,
    phases: timeline.phases.map((phase) => (phase.id === phaseId ? { ...phase, readyForReview: true, readyForReviewAt: now } : phase)),
  };
}
