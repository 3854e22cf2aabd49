/** Validation of exceptions, which needs no database. */

const minCharacters = 20;

/** @returns a validation error, or undefined if the reason is valid */
export function validateReason(reason: string): string | undefined {
  return reason.replaceAll(/\s/g, '').length < minCharacters
    ? `must have at least ${minCharacters} characters that are not blank`
    : undefined;
}

/** @param given a date, which stands for its end in UTC, or a date and time with an offset @returns ISO 8601, or a validation error */
export function parseExpiry(given: string, now: Date): { readonly at: string } | { readonly fault: string } {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(given);
  if (!isDate && !/(?:[zZ]|[+-]\d\d:\d\d)$/.test(given)) return { fault: 'must have an offset, such as Z' };
  const time = new Date(isDate ? `${given}T23:59:59.999Z` : given);
  if (Number.isNaN(time.getTime())) return { fault: 'must be a date that there is' };
  // JavaScript rolls a day that a month does not have over into the next month.
  if (isDate && time.toISOString().slice(0, 10) !== given) return { fault: 'must be a date that there is' };
  return time > now ? { at: time.toISOString() } : { fault: 'must be in the future' };
}
