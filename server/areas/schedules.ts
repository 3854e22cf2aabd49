import type { Database } from '../platform/database/open.ts';
import type { Due } from '../platform/jobs/schedule.ts';
import { startDue } from './integrations/runs/schedule.ts';

/** What comes due by the clock. */
export function schedules(database: Database): Due[] {
  return [(now) => startDue(database, now)];
}
