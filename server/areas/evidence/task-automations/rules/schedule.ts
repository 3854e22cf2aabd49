/** The schedule of automations (task-automations, rule 2). All times are UTC. */
import type { components } from '#generated/api';

type Frequency = components['schemas']['TaskFrequency'];

const hour = 6;
const day = 24 * 3_600_000;
const months = { monthly: 1, quarterly: 3, yearly: 12 } as const;

/**
 * @param lastRunAt when a run of the automation last began
 * @param now the result is later
 * @returns the next morning on which an enabled automation is due, in ISO 8601
 */
export function nextDue(frequency: Frequency, lastRunAt: string | null, now: Date): string {
  const today = midnightOf(now) + hour * 3_600_000;
  const next = today > now.getTime() ? today : today + day;
  if (lastRunAt === null || frequency === 'daily') return new Date(next).toISOString();
  const last = new Date(lastRunAt);
  const due = (frequency === 'weekly' ? midnightOf(last) + 7 * day : monthsAfter(last, months[frequency])) + hour * 3_600_000;
  return new Date(Math.max(due, next)).toISOString();
}

function midnightOf(time: Date): number {
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate());
}

/** The same day of a later month, or its last day if the month is shorter. */
function monthsAfter(time: Date, count: number): number {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth() + count];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(time.getUTCDate(), lastDay));
}
