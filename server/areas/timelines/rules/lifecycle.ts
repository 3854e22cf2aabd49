/** The states of a timeline and its phases (spec/areas/timelines, rules 10 to 16). Each function takes a state that allows the change. */
import { laidOut, shifted } from './dates.ts';
import type { Act, Phase, Timeline } from './timeline.ts';

/** Starts a draft. @param startDate when the first phase starts */
export function activated(timeline: Timeline, startDate: string, act: Act): Timeline {
  return laidOut(advanced({ ...timeline, status: 'ACTIVE', startDate }, act));
}

/** Stops automatic changes until the timeline is resumed. */
export function paused(timeline: Timeline, { now }: Act): Timeline {
  return { ...timeline, status: 'PAUSED', pausedAt: now };
}

/** Continues a paused timeline, with dates that are later by the duration of the pause (rule 15). */
export function resumed(timeline: Timeline, { now }: Act): Timeline {
  return { ...timeline, status: 'ACTIVE', pausedAt: null, phases: shifted(timeline.phases, timeline.pausedAt ?? now, now) };
}

/** Lifts the lock (rule 14). */
export function unlocked(timeline: Timeline, unlockReason: string, { now, userId }: Act): Timeline {
  return { ...timeline, lockedAt: null, lockedById: null, unlockedAt: now, unlockedById: userId, unlockReason };
}

/** Completes the phase in progress and starts the next one (rule 11). */
export function completed(timeline: Timeline, phaseId: string, act: Act): Timeline {
  const index = timeline.phases.findIndex(({ id }) => id === phaseId);
  const phases = timeline.phases.map((phase) => (phase.id === phaseId ? ended(phase, act) : phase));
  const locks = phases[index]?.locksTimelineOnComplete === true;
  return laidOut(advanced(locks ? locked({ ...timeline, phases }, act) : { ...timeline, phases }, act), index + 1);
}

/** A phase that was completed before its planned end ends now. */
function ended(phase: Phase, { now, userId }: Act): Phase {
  const done: Phase = { ...phase, status: 'COMPLETED', completedAt: now, completedById: userId, regressedAt: null };
  if (phase.endDate !== null && phase.endDate <= now) return done;
  const startDate = phase.startDate !== null && phase.startDate > now ? now : phase.startDate;
  return { ...done, startDate, endDate: now, datesPinned: true };
}

/** Sees to it that a phase is in progress, or that a timeline whose phases are all completed is completed and locked (rule 11). */
export function advanced(timeline: Timeline, act: Act): Timeline {
  if (timeline.phases.some(({ status }) => status === 'IN_PROGRESS')) return timeline;
  const next = timeline.phases.find(({ status }) => status === 'PENDING');
  if (!next) return locked({ ...timeline, status: 'COMPLETED', completedAt: act.now, pausedAt: null }, act);
  return { ...timeline, phases: timeline.phases.map((phase) => (phase === next ? { ...phase, status: 'IN_PROGRESS' } : phase)) };
}

function locked(timeline: Timeline, { now, userId }: Act): Timeline {
  return timeline.lockedAt === null ? { ...timeline, lockedAt: now, lockedById: userId } : timeline;
}

/** Marks a phase as ready for review (rule 16). */
export function ready(timeline: Timeline, phaseId: string, { now }: Act): Timeline {
  return {
    ...timeline,
    phases: timeline.phases.map((phase) => (phase.id === phaseId ? { ...phase, readyForReview: true, readyForReviewAt: now } : phase)),
  };
}
