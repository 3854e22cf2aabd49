/**
 * What a page of the reference documentation may do: nothing beyond its own origin. Redoc needs its inline styles
 * (it makes its style sheets at run time) and its icons in `data:` addresses.
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
