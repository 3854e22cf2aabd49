/**
 * Restricts pages of the reference documentation to their own origin. Redoc needs inline styles, because it creates its
 * style sheets at run time, and icons in `data:` URLs.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
