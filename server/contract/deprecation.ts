/** Adds deprecation headers to every answer of a deprecated operation. */
import type { RequestHandler } from 'express';
import type { Operation } from '#generated/operations';
import { matchedOf } from './request-state.ts';

/** Runs before the other admission middleware, so that refusals carry the headers too. */
export const announceDeprecation: RequestHandler = (req, res, next) => {
  const { leaving } = matchedOf(req).operation;
  if (leaving) res.set(deprecationHeaders(leaving));
  next();
};

/** Returns `Deprecation` (RFC 9745, a date in seconds) and `Sunset` (RFC 8594, an HTTP date), each from the start of its day in UTC. */
export function deprecationHeaders({ since, until }: NonNullable<Operation['leaving']>) {
  return { Deprecation: `@${Date.parse(since) / 1000}`, Sunset: new Date(until).toUTCString() };
}
