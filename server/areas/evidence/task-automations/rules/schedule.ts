/** Computes when automations are due (task-automations, rule 2). All times are UTC. */
import type { components } from '#generated/api';

type Frequency = components['schemas']['TaskFrequency'];

/** Automations are due at this hour of the day. */
const dueHour = 6;
const dayMs = 24 * 3_600_000;
/** The number of months between two runs. */
const runMonths = { monthly: 1, quarterly: 3, yearly: 12 } as const;

/**
 * @param lastRunAt when the last run of the automation began, or null if it was never run
 * @param now the returned time is always later than this time
 * @returns the next morning on which an enabled automation is due, as ISO 8601 timestamp
 */
export function nextDue(frequency: Frequency, lastRunAt: string | null, now: Date): string {
  const thisMorning = midnightOf(now) + dueHour * 3_600_000;
  const nextMorning = thisMorning > now.getTime() ? thisMorning : thisMorning + dayMs;
  if (lastRunAt === null || frequency === 'daily') return new Date(nextMorning).toISOString();
  const lastRun = new Date(lastRunAt);
  const due = (frequency === 'weekly' ? midnightOf(lastRun) + 7 * dayMs : monthsAfter(lastRun, runMonths[frequency])) + dueHour * 3_600_000;
  return new Date(Math.max(due, nextMorning)).toISOString();
}

function midnightOf(time: Date): number {
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate());
}

/** @returns midnight of the same day `count` months later, or of the last day of a shorter month */
function monthsAfter(time: Date, count: number): number {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth() + count];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(time.getUTCDate(), lastDay));
}
