/** Moments that criteria compare. */

const units = { m: 60_000, h: 3_600_000, d: 24 * 3_600_000 } as const;
const iso = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;
/** Numbers from here on are milliseconds, and smaller ones seconds. */
const milliseconds = 100_000_000_000;
/** The greatest distance from 1970 that a date can have. */
const furthest = 8_640_000_000_000_000;

/** @returns the moment (ms since 1970) that an ISO 8601 text names, in UTC unless it names a zone; undefined for another text */
export function momentOf(text: string): number | undefined {
  const [, day, minute = '00:00', second = '00', fraction = '0', zone = 'Z'] = iso.exec(text) ?? [];
  if (day === undefined) return undefined;
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const time = Date.parse(`${day}T${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`);
  return Number.isNaN(time) ? undefined : time;
}

/** @returns the moment that a value of a document is; undefined when it is none */
export function momentIn(value: unknown): number | undefined {
  if (typeof value === 'string') return momentOf(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const time = Math.abs(value) >= milliseconds ? value : value * 1_000;
  return Math.abs(time) <= furthest ? time : undefined;
}

/**
 * @param text ISO 8601, `now`, or a time from now such as `-24h`
 * @param now ms since 1970
 * @returns the moment that a criterion compares with; undefined for another text
 */
export function momentFrom(text: string, now: number): number | undefined {
  if (text === 'now') return now;
  const [, sign, count, unit] = /^([+-])(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (sign === undefined) return momentOf(text);
  const distance = Number(count) * (unit === 'm' ? units.m : unit === 'h' ? units.h : units.d);
  return sign === '-' ? now - distance : now + distance;
}
