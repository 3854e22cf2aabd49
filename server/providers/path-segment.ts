import { MissingValue } from './failures.ts';

/**
 * A text as one segment of a URL path. URLs resolve `.` and `..` even when encoded, so encoding cannot make them safe.
 * @throws Incomplete for those and for an empty text
 */
export function pathSegment(text: string): string {
  if (/^\.{0,2}$/.test(text)) throw new MissingValue(`${JSON.stringify(text)} is no name that a call can be made with`);
  return encodeURIComponent(text.toWellFormed());
}
