/** Web pages of other origins: who may call (CORS), and that no foreign page changes anything with a session it found (CSRF). */
import cors from 'cors';
import type { RequestHandler } from 'express';
import { RefusalError, refusal } from '../platform/refusals/refusal.ts';

/** What has no credential that a foreign page could find: pages of trust portals are served anywhere (spec/conventions, 1). */
const isForVisitors = (path: string) => path.startsWith('/v1/trust-access/') && !path.startsWith('/v1/trust-access/admin/');

/** @param allowed origins, lower-case, with `:*` for any port @param own addresses that this service itself is reached at */
export function originRules(allowed: readonly string[], own: readonly string[]): RequestHandler[] {
  const exact = new Set([...allowed, ...own.map((address) => new URL(address).origin)]);
  const anyPort = allowed.filter((origin) => origin.endsWith(':*')).map((origin) => origin.slice(0, -1));
  const isTrusted = (origin: string) =>
    exact.has(origin) ||
    anyPort.some((start) => origin.startsWith(start) && /^\d+$/.test(origin.slice(start.length))) ||
    exact.has(`${origin}:*`) ||
    anyPort.includes(`${origin}:`);
  return [
    (_req, res, next) => {
      // Also when no origin was sent: a cache must not answer a page with what it kept for a program.
      res.vary('Origin, Access-Control-Request-Headers, Access-Control-Request-Method');
      next();
    },
    cors({
      origin: (origin, answer) => answer(null, origin !== undefined && isTrusted(origin.toLowerCase())),
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      allowedHeaders: ['Content-Type', 'Authorization', 'X-API-Key', 'X-Organization-Id', 'Idempotency-Key', 'If-Match', 'If-None-Match'],
      exposedHeaders: [
        'Content-Disposition',
        'Deprecation',
        'ETag',
        'Link',
        'Location',
        'RateLimit',
        'RateLimit-Policy',
        'Retry-After',
        'Sunset',
        'WWW-Authenticate',
        'X-Question-Count',
        'X-Request-Id',
      ],
      maxAge: 600,
    }),
    (req, _res, next) => {
      const origin = req.get('origin')?.toLowerCase();
      const changes = !['GET', 'HEAD', 'OPTIONS'].includes(req.method) && !isForVisitors(req.path);
      if (changes && origin !== undefined && !isTrusted(origin) && origin !== `${req.protocol}://${req.get('host')}`.toLowerCase())
        throw new RefusalError(refusal('origin_not_allowed'));
      next();
    },
  ];
}
