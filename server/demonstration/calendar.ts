/** Calculates the dates of the demonstration relative to the time of loading, so that the demonstration is never out of date. */
import { createHash } from 'node:crypto';

const msPerHour = 3_600_000;
const msPerDay = 24 * msPerHour;

export interface Calendar {
  /** The time of loading. */
  readonly now: string;
  /**
   * Returns a time between 7:00 and 17:00 on the day `days` (at least 1) before today. The event determines the time of day, so that
   * different events have different times.
   */
  ago(days: number, event: string): string;
  /** Returns midnight of the day `days` after today. Negative numbers are days in the past. */
  midnightInDays(days: number): string;
}

/** @param now the time of loading */
export function calendarFrom(now: Date): Calendar {
  const midnight = now.getTime() - (now.getTime() % msPerDay);
  return {
    now: now.toISOString(),
    ago: (days, event) => toIso(midnight - days * msPerDay + 7 * msPerHour + fractionOf(event) * 10 * msPerHour),
    midnightInDays: (days) => toIso(midnight + days * msPerDay),
  };
}

/** Returns the time that is a number of seconds after another time. */
export function addSeconds(time: string, seconds: number): string {
  return toIso(Date.parse(time) + seconds * 1_000);
}

function toIso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Derives a number from 0 to 1 from a text. The same text always has the same number. */
function fractionOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}
