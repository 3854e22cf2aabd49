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
