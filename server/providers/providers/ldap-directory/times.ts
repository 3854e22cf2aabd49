/** Parses the time formats of directories. */

/** Milliseconds between the years 1601 and 1970. */
const epochDifference = 11_644_473_600_000;

/** @param text 100-nanosecond units since 1601, as in Active Directory @returns milliseconds; undefined for "never" or invalid text */
export function parseFileTime(text: string): number | undefined {
  const time = /^\d{1,18}$/.test(text) ? Number(text) / 10_000 - epochDifference : 0;
  return time > 0 ? time : undefined;
}

/** @param text a time such as `20260518074500Z` (RFC 4517, 3.3.13) @returns milliseconds; undefined if the text is invalid */
export function parseGeneralizedTime(text: string): number | undefined {
  const [, year, month, day, hour, minute = '00', second = '00', zone = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)?(\d\d)?(?:[.,]\d+)?(Z|[+-]\d{4})$/.exec(text) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone.replace(/^(...)(..)$/, '$1:$2')}`);
  return Number.isNaN(time) ? undefined : time;
}
