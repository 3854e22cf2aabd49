/** Computes the dates of phases (timelines, rules 4, 5 and 15). */
import type { Phase, Timeline } from './timeline.ts';

const weekMs = 7 * 24 * 3_600_000;
/** The latest time that the database and the contract support. */
const maxTime = Date.parse('9999-12-31T23:59:59.999Z');

/** Adds milliseconds to a time, without exceeding the end of the year 9999. */
function addMs(date: string, ms: number): string {
  return new Date(Math.min(Date.parse(date) + ms, maxTime)).toISOString();
}

/** @returns the end of a phase that starts at this time and lasts this many weeks */
export function endOfPhase(startDate: string, weeks: number): string {
  return addMs(startDate, weeks * weekMs);
}

/**
 * @param date a date, or a date and time, from a request
 * @returns the exact time
 */
export function parseTime(date: string): string {
  return new Date(date.toUpperCase()).toISOString();
}

/**
 * Computes the dates of the phases from a position on, except those that are completed or pinned (rule 4).
 * @param timeline returned unchanged if it has no start date, because it is a draft
 * @param firstIndex position of the first phase whose dates are computed
 */
export function computeDates(timeline: Timeline, firstIndex = 0): Timeline {
  if (timeline.startDate === null) return timeline;
  let previousEnd = timeline.startDate;
  const phases = timeline.phases.map((phase, index) => {
    const datedPhase = index < firstIndex || phase.status === 'completed' ? phase : withDates(phase, previousEnd);
    previousEnd = datedPhase.endDate ?? previousEnd;
    return datedPhase;
  });
  return { ...timeline, phases };
}

/** Computes the dates of a phase. A pinned phase keeps its dates and gets only the missing ones. */
function withDates(phase: Phase, previousEnd: string): Phase {
  const pinnedDates = phase.datesPinned ? phase : { startDate: null, endDate: null };
  const startDate =
    pinnedDates.startDate ?? (pinnedDates.endDate !== null && pinnedDates.endDate < previousEnd ? pinnedDates.endDate : previousEnd);
  return { ...phase, startDate, endDate: pinnedDates.endDate ?? endOfPhase(startDate, phase.durationWeeks) };
}

/** Moves the dates of phases that are neither completed nor pinned by the duration of a pause (rule 15). */
export function shiftDates(phases: readonly Phase[], pausedAt: string, now: string): Phase[] {
  const ms = Math.max(Date.parse(now) - Date.parse(pausedAt), 0);
  const shiftDate = (date: string | null) => date && addMs(date, ms);
  return phases.map((phase) =>
    phase.status === 'completed' || phase.datesPinned
      ? phase
      : { ...phase, startDate: shiftDate(phase.startDate), endDate: shiftDate(phase.endDate) },
  );
}
