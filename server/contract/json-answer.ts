/**
 * Replaces `res.json`: no ETag, which operations set themselves; no `charset`, which JSON does not have (RFC 8259, 11); one write for headers and body; and
 * compression where it is worthwhile.
 */
import type { Express, Response } from 'express';
import { chooseEncoding, compress } from '#platform/compression';
import { jsonOf } from './json-of.ts';

export function installJsonResponse(app: Express) {
  app.response.json = function json(this: Response, body: unknown) {
    const text = jsonOf(body);
    const [type = ''] = String(this.getHeader('Content-Type') ?? 'application/json').split(';', 1);
    this.setHeader('Content-Type', type);
    const size = Buffer.byteLength(text);
    const encoding = chooseEncoding(this.req, this, size);
    if (encoding === undefined) {
      this.setHeader('Content-Length', size);
      return this.end(text);
    }
    compress(Buffer.from(text), encoding, 'quickly').then(
      (bytes) => {
        this.setHeader('Content-Encoding', encoding);
        this.setHeader('Content-Length', bytes.length);
        this.end(bytes);
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return this;
  };
}
