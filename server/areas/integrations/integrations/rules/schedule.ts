/** Determines when connections are due, in UTC (integrations, rule 4). */
import { type FieldError, fieldErrors } from '#platform/refusals/field-errors';
import { Cron } from 'croner';

/** The default schedules, as cron expressions in UTC. The cadence of a connection replaces all of them except the schedule of scans. */
export const defaultSchedules = { scans: '0 5 * * *', checks: '0 6 * * *', devices: '0 6 * * *', employees: '0 7 * * *' } as const;

const quarterHourMs = 15 * 60_000;
/** The number of upcoming runs between which the time is checked. */
const checkedRunCount = 100;

/** @returns a validation error for a cron expression, or undefined if it is valid */
export function validateCadence(expression: string): FieldError | undefined {
  const cron = parseCron(expression);
  if (!cron) return fieldErrors.invalidFormat('a cron expression with five fields');
  const times = cron.nextRuns(checkedRunCount, new Date()).map((time) => time.getTime());
  if (times.length === 0) return fieldErrors.notAllowed('must come due at some time');
  return times.some((time, index) => index > 0 && time - (times[index - 1] ?? 0) < quarterHourMs)
    ? fieldErrors.notAllowed('must not come due more often than every 15 minutes')
    : undefined;
}

/** @param expression a valid cron expression @returns the next time in ISO 8601, or null if there is none */
export function nextAfter(expression: string, now: Date): string | null {
  return parseCron(expression)?.nextRun(now)?.toISOString() ?? null;
}

function parseCron(expression: string): Cron | undefined {
  try {
    return new Cron(expression, { timezone: 'UTC', mode: '5-part' });
  } catch {
    return undefined;
  }
}
