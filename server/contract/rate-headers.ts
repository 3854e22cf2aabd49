/** Rate limit headers of answers (IETF draft of `RateLimit`, spec/conventions, 6). */
import type { Response } from 'express';
import { RefusalError, refusal } from '#platform/refusals/refusal';
import type { Limiter, LimiterStatus } from './rate-limit.ts';

export type LimiterStatuses = readonly (readonly [Limiter, LimiterStatus])[];

/** Sets the headers with each policy and the client's status under it. */
export function setRateHeaders(res: Response, statuses: LimiterStatuses): void {
  if (statuses.length === 0) return;
  res.set({
    'RateLimit-Policy': statuses.map(([{ name, limit, window }]) => `"${name}";q=${limit};w=${window}`).join(', '),
    RateLimit: statuses.map(([{ name }, { remaining, resetsIn }]) => `"${name}";r=${remaining};t=${resetsIn}`).join(', '),
  });
}

/** @throws RefusalError 429, which says how long to wait */
export function throwRateLimited(res: Response, statuses: LimiterStatuses): never {
  setRateHeaders(res, statuses);
  res.set('Retry-After', String(Math.max(...statuses.filter(([, { allowed }]) => !allowed).map(([, { resetsIn }]) => resetsIn))));
  throw new RefusalError(refusal('rate_limited'));
}
