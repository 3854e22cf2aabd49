/** What an exception may say: decisions that need no database. */

const least = 20;

/** @returns what is wrong with a reason */
export function reasonFault(reason: string): string | undefined {
  return reason.replaceAll(/\s/g, '').length < least ? `must have at least ${least} characters that are not blank` : undefined;
}

/** @param given a date, whose end in UTC is meant, or a date and time with an offset @returns ISO 8601, or what is wrong with it */
export function expiryOf(given: string, now: Date): { readonly at: string } | { readonly fault: string } {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(given);
  if (!isDate && !/(?:[zZ]|[+-]\d\d:\d\d)$/.test(given)) return { fault: 'must have an offset, such as Z' };
  const time = new Date(isDate ? `${given}T23:59:59.999Z` : given);
  if (Number.isNaN(time.getTime())) return { fault: 'must be a date that there is' };
  // A day that a month does not have becomes one of the next month.
  if (isDate && time.toISOString().slice(0, 10) !== given) return { fault: 'must be a date that there is' };
  return time > now ? { at: time.toISOString() } : { fault: 'must be in the future' };
}
