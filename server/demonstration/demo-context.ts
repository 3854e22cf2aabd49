/** What every part of the demonstration is made with. */
import type { Calendar } from './calendar.ts';
import type { Log } from './log.ts';

export interface Stage {
  readonly organizationId: string;
  readonly calendar: Calendar;
}

/** With the log, which needs to know the members. */
export interface DemoContext extends Stage {
  readonly log: Log;
}
