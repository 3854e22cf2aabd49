/** Pauses between the attempts of a call to another system. */

/** Longest pause (ms) accepted from another system. */
const maxPause = 30_000;

/**
 * Returns the milliseconds to wait before a retry.
 * @param repetition 0 for the first retry @param pause before the first retry @param retryAfter Retry-After of the other system, in seconds
 * or as a date
 */
export function pauseBefore(repetition: number, pause: number, retryAfter: string | undefined): number {
  const defaultPause = pause * 2 ** repetition;
  if (retryAfter === undefined) return defaultPause;
  const waitMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), maxPause) : defaultPause;
}
