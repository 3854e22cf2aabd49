/** Schedule of connections (integrations, rule 4), in UTC. */
import { Cron } from 'croner';

/** Cloud scans at 5:00, checks and devices at 6:00, people at 7:00, unless the connection has its own cadence. */
export const daily = { scans: '0 5 * * *', checks: '0 6 * * *', devices: '0 6 * * *', employees: '0 7 * * *' } as const;

const quarterHour = 15 * 60_000;
const checkedRuns = 100;

/** @returns a validation error of a cron expression, or undefined */
export function validateCadence(expression: string): string | undefined {
  const cron = parseCron(expression);
  if (!cron) return 'must be a cron expression with five fields';
  const times = cron.nextRuns(checkedRuns, new Date()).map((time) => time.getTime());
  if (times.length === 0) return 'must come due at some time';
  return times.some((time, index) => index > 0 && time - (times[index - 1] ?? 0) < quarterHour)
    ? 'must not come due more often than every 15 minutes'
    : undefined;
}

/** @param expression validated when it was stored @returns ISO 8601, or null if it never comes due again */
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
