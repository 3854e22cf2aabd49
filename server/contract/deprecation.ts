/** A deprecated operation announces its removal in each of its answers. */
import type { RequestHandler } from 'express';
import type { Operation } from '../../generated/operations.ts';
import { matchedOf } from './request-state.ts';

/** Goes first among what admits a request, so that refusals say it too. */
export const announceDeprecation: RequestHandler = (req, res, next) => {
  const { leaving } = matchedOf(req).operation;
  if (leaving) res.set(deprecationHeaders(leaving));
  next();
};

/** @returns since when (RFC 9745: a date as seconds) and until when (RFC 8594: a date as of HTTP), each from the first moment of its day in UTC */
export function deprecationHeaders({ since, until }: NonNullable<Operation['leaving']>) {
  return { Deprecation: `@${Date.parse(since) / 1000}`, Sunset: new Date(until).toUTCString() };
}
