/** The dates of phases (spec/areas/timelines, rules 4, 5 and 15). */
import type { Phase, Timeline } from './timeline.ts';

const week = 7 * 24 * 3_600_000;
/** The last moment that the database and the contract have. */
const end = Date.parse('9999-12-31T23:59:59.999Z');

/** @returns the moment that is this much later, in ms, and no later than the year 9999 */
function later(date: string, ms: number): string {
  return new Date(Math.min(Date.parse(date) + ms, end)).toISOString();
}

/** @returns the end of a phase that starts at this moment */
export function endAfter(startDate: string, weeks: number): string {
  return later(startDate, weeks * week);
}

/** @param date a date or a date and time of a request @returns the moment that it means */
export function momentOf(date: string): string {
  return new Date(date.toUpperCase()).toISOString();
}

/**
 * Computes the dates of the phases from a position on, except those that are completed or pinned (rule 4).
 * @param timeline one without a start, which is a draft, stays as it is @param from position of the first phase that is laid out
 */
export function laidOut(timeline: Timeline, from = 0): Timeline {
  if (timeline.startDate === null) return timeline;
  let previous = timeline.startDate;
  const phases = timeline.phases.map((phase, index) => {
    const laid = index < from || phase.status === 'COMPLETED' ? phase : dated(phase, previous);
    previous = laid.endDate ?? previous;
    return laid;
  });
  return { ...timeline, phases };
}

/** A pinned phase keeps the dates that it has, and gets the one that it lacks. */
function dated(phase: Phase, previous: string): Phase {
  const pinned = phase.datesPinned ? phase : { startDate: null, endDate: null };
  const startDate = pinned.startDate ?? (pinned.endDate !== null && pinned.endDate < previous ? pinned.endDate : previous);
  return { ...phase, startDate, endDate: pinned.endDate ?? endAfter(startDate, phase.durationWeeks) };
}

/** Moves the phases that are neither completed nor pinned by the duration of a pause (rule 15). */
export function shifted(phases: readonly Phase[], pausedAt: string, now: string): Phase[] {
  const ms = Math.max(Date.parse(now) - Date.parse(pausedAt), 0);
  const moved = (date: string | null) => date && later(date, ms);
  return phases.map((phase) =>
    phase.status === 'COMPLETED' || phase.datesPinned
      ? phase
      : { ...phase, startDate: moved(phase.startDate), endDate: moved(phase.endDate) },
  );
}
