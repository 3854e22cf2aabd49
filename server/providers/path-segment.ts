import { MissingValue } from './failures.ts';

/**
 * Encodes a text as one segment of a URL path. URLs resolve `.` and `..` even if they are encoded, so encoding cannot make them safe.
 * @throws MissingValue if the text is `.`, `..` or empty
 */
export function pathSegment(text: string): string {
  if (/^\.{0,2}$/.test(text)) throw new MissingValue(`${JSON.stringify(text)} is no name that a call can be made with`);
  return encodeURIComponent(text.toWellFormed());
}
