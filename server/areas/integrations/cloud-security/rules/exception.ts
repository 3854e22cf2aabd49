/** Validates exceptions, without the database. */
import { type FieldError, fieldErrors } from '#platform/refusals/field-errors';

const minCharacters = 20;

/** @returns a validation error, or undefined if the reason is valid */
export function validateReason(reason: string): FieldError | undefined {
  return reason.replaceAll(/\s/g, '').length < minCharacters
    ? {
        code: 'too_short',
        message: `must have at least ${minCharacters} characters that are not blank`,
        params: { minimum: minCharacters },
      }
    : undefined;
}

/** @param text a date, which means the end of that day in UTC, or a date and time with an offset @returns ISO 8601, or an error */
export function parseExpiry(text: string, now: Date): { readonly at: string } | { readonly fault: FieldError } {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text);
  if (!isDate && !/(?:[zZ]|[+-]\d\d:\d\d)$/.test(text))
    return { fault: { code: 'invalid_date_time', message: 'must have an offset, such as Z' } };
  const time = new Date(isDate ? `${text}T23:59:59.999Z` : text);
  if (Number.isNaN(time.getTime())) return { fault: { code: 'invalid_date', message: 'must be a date that there is' } };
  // JavaScript would convert a day that does not exist, such as February 30, to a day in the next month.
  if (isDate && time.toISOString().slice(0, 10) !== text)
    return { fault: { code: 'invalid_date', message: 'must be a date that there is' } };
  return time > now ? { at: time.toISOString() } : { fault: fieldErrors.inThePast() };
}
