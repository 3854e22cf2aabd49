/** Validates formats as strictly as the database: days that exist, and years from 1 to 9999, also in UTC and rounded to the millisecond. */

import { normalizeEmail } from '#platform/identity/email-address';

const datePattern = /^(\d{4})-(\d\d)-(\d\d)$/;
const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
/** Offsets of RFC 3339 that PostgreSQL does not take. */
const longOffsetPattern = /[+-](?:1[6-9]|2[0-3]):[0-5]\d$/;

function isDate(text: string): boolean {
  const [, year, month, day] = datePattern.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined || year < 1 || month < 1 || month > 12 || day < 1) return false;
  const lastDay =
    month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : ([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0);
  return day <= lastDay;
}

function isDateTime(text: string): boolean {
  const parts = timePattern.exec(text.slice(11));
  if (!isDate(text.slice(0, 10)) || !/t/i.test(text.charAt(10)) || !parts) return false;
  const [, fraction = ''] = parts;
  const year = new Date(Date.parse(text.replace(fraction, '')) + Math.round(Number(`0${fraction}`) * 1000)).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** @returns a date-time in UTC if its offset is too long for the database; otherwise the text unchanged */
export function shortenOffset(text: string): string {
  if (!longOffsetPattern.test(text) || !isDateTime(text)) return text;
  const fraction = /\.\d+/.exec(text)?.[0] ?? '';
  return `${new Date(text.replace(fraction, '')).toISOString().slice(0, 19)}${fraction}Z`;
}

/** Also matches addresses stored before domains had to have two labels, so that they can still be returned. */
const storedEmail = /^[^\s@]+@[^\s@]+$/;

/** Formats for validating answers. */
export const answerFormats = {
  date: { type: 'string', validate: isDate },
  'date-time': { type: 'string', validate: isDateTime },
  email: { type: 'string', validate: (text: string) => storedEmail.test(text) },
} as const;

/** Formats for validating requests. */
export const formats = {
  ...answerFormats,
  email: { type: 'string', validate: (text: string) => normalizeEmail(text) !== undefined },
} as const;
