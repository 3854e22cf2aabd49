/** Formats and validates the dates of letters. */
import { type FieldErrors, fieldErrors } from '#platform/refusals/field-errors';

/** Formats a date in UTC, such as `March 12, 2026`. @param time a date or a time */
export function dateInWords(time: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));
}

interface Dates {
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  readonly fieldworkStart: string | null;
  readonly fieldworkEnd: string | null;
  readonly reportDueDate: string | null;
}

/** @returns errors about the order of the dates, by field */
export function validateOrder({ periodStart, periodEnd, fieldworkStart, fieldworkEnd, reportDueDate }: Dates): FieldErrors {
  const isBefore = (first: string | null, second: string | null) => first !== null && second !== null && first < second;
  return {
    ...(isBefore(periodEnd, periodStart) && { periodEnd: fieldErrors.tooEarly('periodStart') }),
    ...(isBefore(fieldworkEnd, fieldworkStart) && { fieldworkEnd: fieldErrors.tooEarly('fieldworkStart') }),
    ...(isBefore(reportDueDate, fieldworkEnd) && { reportDueDate: fieldErrors.tooEarly('fieldworkEnd') }),
  };
}

const hour = 3_600_000;

/**
 * @returns the earliest day on which a paper may have been signed. That is the day of sending in the time zone twelve hours west of UTC,
 * because a copy printed before sending is only a draft
 */
export function earliestSigningDay(sentAt: string): string {
  return `${new Date(Date.parse(sentAt) - 12 * hour).toISOString().slice(0, 10)}T00:00:00.000Z`;
}
