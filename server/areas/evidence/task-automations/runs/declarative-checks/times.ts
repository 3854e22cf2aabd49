/** Parses the times in documents and in criteria. */

/** The length of the units of relative times, in milliseconds. */
const unitMs = { m: 60_000, h: 3_600_000, d: 24 * 3_600_000 } as const;
const iso = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;
/** Numbers of at least this size are milliseconds; smaller numbers are seconds. */
const minMillisecondsValue = 100_000_000_000;
/** Maximum distance of a `Date` from 1970, in milliseconds. */
const maxTime = 8_640_000_000_000_000;

/** @returns the time of an ISO 8601 text in milliseconds since 1970; undefined for any other text. Times without an offset are UTC. */
export function parseTime(text: string): number | undefined {
  const [, day, minute = '00:00', second = '00', fraction = '0', zone = 'Z'] = iso.exec(text) ?? [];
  if (day === undefined) return undefined;
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const time = Date.parse(`${day}T${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`);
  return Number.isNaN(time) ? undefined : time;
}

/** @returns the time in a value of a document, in milliseconds since 1970; undefined if the value is not a time */
export function timeInValue(value: unknown): number | undefined {
  if (typeof value === 'string') return parseTime(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const time = Math.abs(value) >= minMillisecondsValue ? value : value * 1_000;
  return Math.abs(time) <= maxTime ? time : undefined;
}

/**
 * @param text ISO 8601, `now`, or an offset from now such as `-24h`
 * @param now the current time in milliseconds since 1970
 * @returns the time in milliseconds since 1970; undefined for any other text
 */
export function parseRelativeTime(text: string, now: number): number | undefined {
  if (text === 'now') return now;
  const [, sign, count, unit] = /^([+-])(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (sign === undefined) return parseTime(text);
  const distance = Number(count) * (unit === 'm' ? unitMs.m : unit === 'h' ? unitMs.h : unitMs.d);
  return sign === '-' ? now - distance : now + distance;
}
