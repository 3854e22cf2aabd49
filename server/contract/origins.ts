/** Web pages of other origins: who may call (CORS), and that no foreign page changes anything with a session it found (CSRF). */
import cors from 'cors';
import type { Request, RequestHandler } from 'express';
import { RefusalError, refusal } from '../platform/refusals/refusal.ts';

/** What has no credential that a foreign page could find: pages of trust portals are served anywhere (spec/conventions, 1). */
const isForVisitors = (path: string) => path.startsWith('/v1/trust-access/') && !path.startsWith('/v1/trust-access/admin/');

const rules = {
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
};

/** @returns the host of an origin that is reached by TLS at its usual port, as the domains of portals are */
function hostOf(origin = ''): string | undefined {
  return /^https:\/\/([a-z0-9.-]+)$/.exec(origin)?.[1];
}

interface Origins {
  /** In lower case, with `:*` for any port. */
  readonly allowed: readonly string[];
  /** Addresses that this service itself is reached at. */
  readonly own: readonly string[];
  /** Whether a host serves the page of a trust portal. */
  readonly isPortal: (host: string) => Promise<boolean>;
}

/** @returns what asks each request where the page comes from that sends it */
export function originRules({ allowed, own, isPortal }: Origins): RequestHandler[] {
  const exact = new Set([...allowed, ...own.map((address) => new URL(address).origin)]);
  const anyPort = allowed.filter((origin) => origin.endsWith(':*')).map((origin) => origin.slice(0, -1));
  const isTrusted = (origin: string) =>
    exact.has(origin) ||
    anyPort.some((start) => origin.startsWith(start) && /^\d+$/.test(origin.slice(start.length))) ||
    exact.has(`${origin}:*`) ||
    anyPort.includes(`${origin}:`);
  const forPages = cors((req: Request, answer) => {
    const origin = req.get('origin')?.toLowerCase();
    const isKnown = origin !== undefined && isTrusted(origin);
    const host = isKnown || !isForVisitors(req.path) ? undefined : hostOf(origin);
    // The page of an organization gets what anybody may read, and nothing by a session that it found.
    Promise.resolve(host !== undefined && isPortal(host)).then(
      (isPage) => answer(null, { ...rules, origin: isKnown || isPage, credentials: isKnown }),
      answer,
    );
  });
  return [
    (req, res, next) => {
      // Also when no origin was sent: a cache must not answer a page with what it kept for a program.
      res.setHeader('Vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method');
      if (req.headers.origin === undefined && req.method !== 'OPTIONS') next();
      else forPages(req, res, next);
    },
    (req, _res, next) => {
      const origin = req.get('origin')?.toLowerCase();
      const changes = !['GET', 'HEAD', 'OPTIONS'].includes(req.method) && !isForVisitors(req.path);
      if (changes && origin !== undefined && !isTrusted(origin) && origin !== `${req.protocol}://${req.get('host')}`.toLowerCase())
        throw new RefusalError(refusal('origin_not_allowed'));
      next();
    },
  ];
}
