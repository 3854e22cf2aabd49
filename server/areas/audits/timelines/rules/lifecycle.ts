/**
 * Status transitions of timelines and phases (timelines, rules 10 to 16). Callers must check that the timeline's status allows the
 * change.
 */
import { computeDates, shiftDates } from './dates.ts';
import type { Act, Phase, Timeline } from './timeline.ts';

/** Starts a draft. @param startDate when the first phase starts */
export function activate(timeline: Timeline, startDate: string, act: Act): Timeline {
  return computeDates(advance({ ...timeline, status: 'ACTIVE', startDate }, act));
}

/** Stops automatic changes until the timeline is resumed. */
export function pause(timeline: Timeline, { now }: Act): Timeline {
  return { ...timeline, status: 'PAUSED', pausedAt: now };
}

/** Continues a paused timeline, and moves its dates by the duration of the pause (rule 15). */
export function resume(timeline: Timeline, { now }: Act): Timeline {
  return { ...timeline, status: 'ACTIVE', pausedAt: null, phases: shiftDates(timeline.phases, timeline.pausedAt ?? now, now) };
}

/** Removes the lock (rule 14). */
export function unlock(timeline: Timeline, unlockReason: string, { now, by }: Act): Timeline {
  const { userId: unlockedById, via: unlockedVia } = by;
  return { ...timeline, lockedAt: null, lockedById: null, lockedVia: null, unlockedAt: now, unlockedById, unlockedVia, unlockReason };
}

/** Completes the phase in progress and starts the next one (rule 11). */
export function completePhase(timeline: Timeline, phaseId: string, act: Act): Timeline {
  const index = timeline.phases.findIndex(({ id }) => id === phaseId);
  const phases = timeline.phases.map((phase) => (phase.id === phaseId ? endPhase(phase, act) : phase));
  const shouldLock = phases[index]?.locksTimelineOnComplete === true;
  return computeDates(advance(shouldLock ? lockTimeline({ ...timeline, phases }, act) : { ...timeline, phases }, act), index + 1);
}

/** Completes a phase. If it is completed before its planned end, its end becomes now. */
function endPhase(phase: Phase, { now, by }: Act): Phase {
  const { userId: completedById, via: completedVia } = by;
  const completed: Phase = { ...phase, status: 'COMPLETED', completedAt: now, completedById, completedVia, regressedAt: null };
  if (phase.endDate !== null && phase.endDate <= now) return completed;
  const startDate = phase.startDate !== null && phase.startDate > now ? now : phase.startDate;
  return { ...completed, startDate, endDate: now, datesPinned: true };
}

/** Ensures that a phase is in progress; if all phases are completed, completes and locks the timeline (rule 11). */
export function advance(timeline: Timeline, act: Act): Timeline {
  if (timeline.phases.some(({ status }) => status === 'IN_PROGRESS')) return timeline;
  const next = timeline.phases.find(({ status }) => status === 'PENDING');
  if (!next) return lockTimeline({ ...timeline, status: 'COMPLETED', completedAt: act.now, pausedAt: null }, act);
  return { ...timeline, phases: timeline.phases.map((phase) => (phase === next ? { ...phase, status: 'IN_PROGRESS' } : phase)) };
}

function lockTimeline(timeline: Timeline, { now, by }: Act): Timeline {
  return timeline.lockedAt === null ? { ...timeline, lockedAt: now, lockedById: by.userId, lockedVia: by.via } : timeline;
}

/** Marks a phase as ready for review (rule 16). */
export function markReady(timeline: Timeline, phaseId: string, { now }: Act): Timeline {
  return {
    ...timeline,
    phases: timeline.phases.map((phase) => (phase.id === phaseId ? { ...phase, readyForReview: true, readyForReviewAt: now } : phase)),
  };
}
