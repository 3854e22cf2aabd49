/**
 * Handles requests from web pages of other origins: allows the configured origins (CORS), and keeps all other pages from making changes
 * with a user's session (CSRF).
 */
import cors from 'cors';
import type { Request, RequestHandler } from 'express';
import { RefusalError, refusal } from '#platform/refusals/refusal';

/**
 * Trust portal operations and signed links use no credential that a foreign page could exploit, and portals are served on any origin
 * (spec/conventions, 1).
 */
function isPublicPath({ baseUrl, path }: Request): boolean {
  return baseUrl === '/files' || (path.startsWith('/v1/trust-access/') && !path.startsWith('/v1/trust-access/admin/'));
}

const corsOptions = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  // The service ignores `Prefer`. Pages that ask the mock or the sandbox for an error send it, and should work here, too.
  allowedHeaders: [
    'Authorization',
    'Content-Encoding',
    'Content-Type',
    'Idempotency-Key',
    'If-Match',
    'If-None-Match',
    'If-Range',
    'Prefer',
    'Range',
    'Traceparent',
    'Tracestate',
    'X-API-Key',
    'X-Organization-Id',
    'X-Request-Id',
  ],
  exposedHeaders: [
    'Accept-Ranges',
    'Allow',
    'Content-Disposition',
    'Content-Range',
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

/** @returns the host of an HTTPS origin on the default port; only such hosts can be portal domains */
function hostOf(origin = ''): string | undefined {
  return /^https:\/\/([a-z0-9.-]+)$/.exec(origin)?.[1];
}

interface Origins {
  /** Allowed origins in lower case; `:*` at the end stands for any port. */
  readonly allowed: readonly string[];
  /** URLs of this service itself. */
  readonly own: readonly string[];
  /** Returns whether a host serves a trust portal. */
  readonly isPortal: (host: string) => Promise<boolean>;
}

/** @returns middleware that checks the origin of each request */
export function originRules({ allowed, own: ownUrls, isPortal }: Origins): RequestHandler[] {
  const exactOrigins = new Set([...allowed, ...ownUrls.map((url) => new URL(url).origin)]);
  const anyPortPrefixes = allowed.filter((origin) => origin.endsWith(':*')).map((origin) => origin.slice(0, -1));
  const isTrusted = (origin: string) =>
    exactOrigins.has(origin) ||
    anyPortPrefixes.some((prefix) => origin.startsWith(prefix) && /^\d+$/.test(origin.slice(prefix.length))) ||
    exactOrigins.has(`${origin}:*`) ||
    anyPortPrefixes.includes(`${origin}:`);
  const corsForPages = cors((req: Request, answer) => {
    const origin = req.get('origin')?.toLowerCase();
    const isKnown = origin !== undefined && isTrusted(origin);
    const host = isKnown || !isPublicPath(req) ? undefined : hostOf(origin);
    // A portal's page may read public data, but without the credentials of a session.
    Promise.resolve(host !== undefined && isPortal(host)).then(
      (isPage) => answer(null, { ...corsOptions, origin: isKnown || isPage, credentials: isKnown }),
      answer,
    );
  });
  return [
    (req, res, next) => {
      // The header is set even without an origin, because a cache must not answer a page with a response stored for a program.
      res.setHeader('Vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method');
      if (req.headers.origin === undefined && req.method !== 'OPTIONS') next();
      else corsForPages(req, res, next);
    },
    (req, _res, next) => {
      const origin = req.get('origin')?.toLowerCase();
      const isChange = !['GET', 'HEAD', 'OPTIONS'].includes(req.method) && !isPublicPath(req);
      if (isChange && origin !== undefined && !isTrusted(origin) && origin !== `${req.protocol}://${req.get('host')}`.toLowerCase())
        throw new RefusalError(refusal('origin_not_allowed'));
      next();
    },
  ];
}
