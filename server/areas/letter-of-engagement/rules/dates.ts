/** Days of letters. */

/** `March 12, 2026`, in UTC. @param time a day or a moment */
export function dateInWords(time: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));
}

interface Days {
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  readonly fieldworkStart: string | null;
  readonly fieldworkEnd: string | null;
  readonly reportDueDate: string | null;
}

/** @returns what is wrong with the order of the days, by field */
export function disorderIn({ periodStart, periodEnd, fieldworkStart, fieldworkEnd, reportDueDate }: Days): Record<string, string> {
  const isBefore = (one: string | null, other: string | null) => one !== null && other !== null && one < other;
  return {
    ...(isBefore(periodEnd, periodStart) && { periodEnd: 'must not be before periodStart' }),
    ...(isBefore(fieldworkEnd, fieldworkStart) && { fieldworkEnd: 'must not be before fieldworkStart' }),
    ...(isBefore(reportDueDate, fieldworkEnd) && { reportDueDate: 'must not be before fieldworkEnd' }),
  };
}

const hour = 3_600_000;

/** @returns the earliest moment at which a paper may have been signed: what was printed before the letter was sent is a draft, and the day of its sending begins twelve hours west of UTC */
export function firstDayOf(sentAt: string): string {
  return `${new Date(Date.parse(sentAt) - 12 * hour).toISOString().slice(0, 10)}T00:00:00.000Z`;
}
