/** The context that all parts of the demonstration share. */
import type { Calendar } from './calendar.ts';
import type { Log } from './log.ts';

export interface BaseContext {
  readonly organizationId: string;
  readonly calendar: Calendar;
}

/** The context after the members exist, because the log needs the members. */
export interface DemoContext extends BaseContext {
  readonly log: Log;
}
