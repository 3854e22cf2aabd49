/** The context in which every part of the demonstration is created. */
import type { Calendar } from './calendar.ts';
import type { Log } from './log.ts';

export interface BaseContext {
  readonly organizationId: string;
  readonly calendar: Calendar;
}

/** Adds the log, which requires the members. */
export interface DemoContext extends BaseContext {
  readonly log: Log;
}
