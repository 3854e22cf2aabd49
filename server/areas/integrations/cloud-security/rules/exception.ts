/** Validates exceptions, without the database. */

const minCharacters = 20;

/** @returns a validation error, or undefined if the reason is valid */
export function validateReason(reason: string): string | undefined {
  return reason.replaceAll(/\s/g, '').length < minCharacters
    ? `must have at least ${minCharacters} characters that are not blank`
    : undefined;
}

/** @param text a date, which means the end of that day in UTC, or a date and time with an offset @returns ISO 8601, or an error */
export function parseExpiry(text: string, now: Date): { readonly at: string } | { readonly fault: string } {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text);
  if (!isDate && !/(?:[zZ]|[+-]\d\d:\d\d)$/.test(text)) return { fault: 'must have an offset, such as Z' };
  const time = new Date(isDate ? `${text}T23:59:59.999Z` : text);
  if (Number.isNaN(time.getTime())) return { fault: 'must be a date that there is' };
  // JavaScript would convert a day that does not exist, such as February 30, to a day in the next month.
  if (isDate && time.toISOString().slice(0, 10) !== text) return { fault: 'must be a date that there is' };
  return time > now ? { at: time.toISOString() } : { fault: 'must be in the future' };
}
