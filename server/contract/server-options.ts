import type { RequestHandler } from 'express';

/** Answers `OPTIONS *`, which asks about the server as a whole and not about a path (RFC 9110, 9.3.7). */
export const answerServerOptions: RequestHandler = (req, res, next) => {
  if (req.method !== 'OPTIONS' || req.url !== '*') return next();
  res.set('Allow', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS').status(204).end();
};
