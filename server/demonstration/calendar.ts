/** The dates of the demonstration, relative to the time of loading, so that it is never out of date. */
import { createHash } from 'node:crypto';

const hour = 3_600_000;
const day = 24 * hour;

export interface Calendar {
  /** The time of loading. */
  readonly now: string;
  /**
   * A time between 7:00 and 17:00, `days` (at least 1) ago. The same event always has the same time of day, different events have different
   * ones.
   */
  ago(days: number, event: string): string;
  /** Midnight `days` from now; negative values are in the past. */
  due(days: number): string;
}

export function calendarFrom(now: Date): Calendar {
  const midnight = now.getTime() - (now.getTime() % day);
  return {
    now: now.toISOString(),
    ago: (days, event) => isoOf(midnight - days * day + 7 * hour + fractionOf(event) * 10 * hour),
    due: (days) => isoOf(midnight + days * day),
  };
}

export function later(moment: string, seconds: number): string {
  return isoOf(Date.parse(moment) + seconds * 1_000);
}

function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** A number from 0 to 1. */
function fractionOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}
