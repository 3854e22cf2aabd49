/** Who may go on to an operation: credential, rate limit, permission, and an answer that the client accepts. Before any body is read. */
import type { Request, RequestHandler, Response } from 'express';
import type { Identify } from '../identity/credentials.ts';
import { permits } from '../identity/permissions.ts';
import { coded, Refusal } from './errors.ts';
import { matchedOf } from './exchange.ts';
import type { Limiter } from './rate-limit.ts';

/** @param limiter undefined when there is no limit */
export function admission(identify: Identify, limiter: Limiter | undefined): RequestHandler {
  return async (req, res, next) => {
    const { id, operation } = matchedOf(req);
    const address = req.ip ?? '';
    const actor = await identify(req, operation).catch((error: unknown) => {
      if (error instanceof Refusal && error.status === 401) count(limiter, res, `${address} credentials`);
      throw error;
    });
    count(limiter, res, `${actor?.id ?? address} ${id}`);
    if (!actor && operation.scope === 'organization') throw new Refusal(401);
    if (actor) req.exchange.actor = actor;
    // An act of a person, whatever the key may do.
    if (operation.requiresSession && actor?.credential === 'key') throw coded('session_required');
    // The holder of a trust access token has no permissions; an operation that takes the token is what it may do.
    if (actor && actor.credential !== 'grant' && !permits(operation.permission, actor.permissions)) throw new Refusal(403);
    if (!acceptable(req, operation.produces)) throw new Refusal(406);
    next();
  };
}

function count(limiter: Limiter | undefined, res: Response, counter: string) {
  if (!limiter) return;
  const { allowed, remaining, resetsIn } = limiter.take(counter);
  res.set({ 'RateLimit-Policy': `"default";q=${limiter.limit};w=${limiter.window}`, RateLimit: `"default";r=${remaining};t=${resetsIn}` });
  if (allowed) return;
  res.set('Retry-After', String(resetsIn));
  throw new Refusal(429);
}

/** Who asks for problems only means errors: a success comes in its own type all the same. Of what type a file is, is not known yet. */
function acceptable(req: Request, produces: readonly string[]): boolean {
  return produces.length === 0 || produces.includes('*/*') || req.accepts([...produces, 'application/problem+json']) !== false;
}
