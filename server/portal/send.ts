/** Sends a page with a content security policy that allows only its own style and what `Policy` names. */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { chooseEncoding, compress } from '#platform/compression';

/** Allowed sources of a page's pictures, and targets of its forms. */
export interface Policy {
  readonly pictures: `'self'` | 'data:';
  readonly forms: `'none'` | `'self'`;
}

/** @param style content of the page's style element */
export async function sendHtml(req: Request, res: Response, page: string, style: string, { pictures, forms }: Policy): Promise<void> {
  const bytes = Buffer.from(page);
  const hash = createHash('sha256').update(style).digest('base64');
  res.set({
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      `img-src ${pictures}`,
      "base-uri 'none'",
      `form-action ${forms}`,
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'X-Frame-Options': 'DENY',
  });
  const encoding = chooseEncoding(req, res, bytes.length);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}${encoding === undefined ? '' : `-${encoding}`}"`;
  res.set('ETag', etag);
  if (res.statusCode === 200 && req.fresh) return void res.status(304).end();
  if (encoding) res.set('Content-Encoding', encoding);
  res.type('html').send(encoding ? await compress(bytes, encoding, 'quickly') : bytes);
}
