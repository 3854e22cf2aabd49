/** What the answers say of rate limits (IETF draft of `RateLimit`, spec/conventions, 6). */
import type { Response } from 'express';
import { RefusalError } from '../platform/refusals/refusal.ts';
import type { Limiter, Standing } from './rate-limit.ts';

export type Told = readonly (readonly [Limiter, Standing])[];

/** Each policy, and where the client stands with it. */
export function tell(res: Response, told: Told): void {
  if (told.length === 0) return;
  res.set({
    'RateLimit-Policy': told.map(([{ name, limit, window }]) => `"${name}";q=${limit};w=${window}`).join(', '),
    RateLimit: told.map(([{ name }, { remaining, resetsIn }]) => `"${name}";r=${remaining};t=${resetsIn}`).join(', '),
  });
}

/** @throws RefusalError 429, which says how long to wait */
export function refuse(res: Response, told: Told): never {
  tell(res, told);
  res.set('Retry-After', String(Math.max(...told.filter(([, { allowed }]) => !allowed).map(([, { resetsIn }]) => resetsIn))));
  throw new RefusalError(429);
}
