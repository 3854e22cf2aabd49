/** Reads where to move the clock: to a time, or by a duration such as `P30D`. */
import { isObject } from '#platform/json-object';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, RefusalError } from '#platform/refusals/refusal';

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;
const durationPattern =
  /^P(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/;

/** @param body of the request @returns the new time @throws RefusalError 400 */
export function newTimeFrom(body: unknown, now: Date): Date {
  const { now: target, advance, ...others } = isObject(body) ? body : {};
  if (Object.keys(others).length || (target === undefined) === (advance === undefined))
    throw refuse('now', 'the body is {"now": a date and time} or {"advance": a duration such as "P30D"}');
  if (target !== undefined) {
    const time = typeof target === 'string' && timePattern.test(target) ? new Date(target) : undefined;
    if (!time || Number.isNaN(time.getTime())) throw refuse('now', 'must be a date and time such as 2027-01-31T09:00:00Z');
    return time;
  }
  const parts = typeof advance === 'string' && advance.length > 2 && !advance.endsWith('T') ? durationPattern.exec(advance) : null;
  if (!parts) throw refuse('advance', 'must be a duration such as P30D, P1M or PT12H');
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  const moved = addMonths(now, 12 * years + months);
  return new Date(moved.getTime() + 1000 * (seconds + 60 * (minutes + 60 * (hours + 24 * (days + 7 * weeks)))));
}

/** Adds calendar months. A month that is too short ends on its last day. */
function addMonths(from: Date, months: number): Date {
  const moved = new Date(from);
  moved.setUTCMonth(from.getUTCMonth() + months);
  if (moved.getUTCDate() !== from.getUTCDate()) moved.setUTCDate(0);
  return moved;
}

/** @param field of the body */
export function refuse(field: 'now' | 'advance', message: string): RefusalError {
  return new RefusalError(invalid({ [field]: fieldErrors.notAllowed(message) }));
}
