/** What the answers say of rate limits (IETF draft of `RateLimit`, spec/conventions, 6). */
import type { Response } from 'express';
import { RefusalError, refusal } from '../platform/refusals/refusal.ts';
import type { Limiter, Standing } from './rate-limit.ts';

export type Standings = readonly (readonly [Limiter, Standing])[];

/** Each policy, and where the client stands with it. */
export function tell(res: Response, standings: Standings): void {
  if (standings.length === 0) return;
  res.set({
    'RateLimit-Policy': standings.map(([{ name, limit, window }]) => `"${name}";q=${limit};w=${window}`).join(', '),
    RateLimit: standings.map(([{ name }, { remaining, resetsIn }]) => `"${name}";r=${remaining};t=${resetsIn}`).join(', '),
  });
}

/** @throws RefusalError 429, which says how long to wait */
export function refuse(res: Response, standings: Standings): never {
  tell(res, standings);
  res.set('Retry-After', String(Math.max(...standings.filter(([, { allowed }]) => !allowed).map(([, { resetsIn }]) => resetsIn))));
  throw new RefusalError(refusal('rate_limited'));
}
