/**
 * What the page of the reference documentation may do: nothing beyond its own origin. Redoc needs its inline styles
 * (it makes its style sheets at run time), its icons in `data:` addresses, and a worker of its own making, in which it searches.
 */
export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  'worker-src blob:',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
