/** When the schedule uses a connection (spec/areas/integrations, rule 4). All of it in UTC. */
import { Cron } from 'croner';

/** Scans of clouds at 5 o'clock, checks and devices at 6, people at 7, unless the connection has a cadence of its own. */
export const daily = { scans: '0 5 * * *', checks: '0 6 * * *', devices: '0 6 * * *', employees: '0 7 * * *' } as const;

const quarter = 15 * 60_000;
const looked = 100;

/** @returns what is wrong with a cron expression */
export function cadenceFault(expression: string): string | undefined {
  const cron = parsed(expression);
  if (!cron) return 'must be a cron expression with five fields';
  const times = cron.nextRuns(looked, new Date()).map((time) => time.getTime());
  if (times.length === 0) return 'must come due at some time';
  return times.some((time, index) => index > 0 && time - (times[index - 1] ?? 0) < quarter)
    ? 'must not come due more often than every 15 minutes'
    : undefined;
}

/** @param expression that was checked when it was stored @returns ISO 8601; null when it does not come due any more */
export function nextAfter(expression: string, now: Date): string | null {
  return parsed(expression)?.nextRun(now)?.toISOString() ?? null;
}

function parsed(expression: string): Cron | undefined {
  try {
    return new Cron(expression, { timezone: 'UTC', mode: '5-part' });
  } catch {
    return undefined;
  }
}
