/** A file that does not change while the server runs, served with an ETag and in the best compression that the client accepts. */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { type ContentEncoding, chooseEncoding, compress } from '#platform/compression';

export class StaticFile {
  readonly #make: () => string;
  #made: { readonly content: Buffer; readonly etag: string } | undefined;
  readonly #compressed = new Map<ContentEncoding, Promise<Buffer>>();

  /** @param make creates the text on the first request; it is sent as UTF-8 */
  constructor(make: () => string) {
    this.#make = make;
  }

  /** Sends the file, or 304. The caller has set the content type. */
  async send(req: Request, res: Response): Promise<void> {
    const { content, etag } = (this.#made ??= withEtag(this.#make()));
    const coding = chooseEncoding(req, res, content.length);
    res.set('ETag', `"${etag}${coding === undefined ? '' : `-${coding}`}"`);
    if (coding) res.set('Content-Encoding', coding);
    // JSON has no charset parameter (RFC 8259, 11), but Express adds one.
    if (res.get('Content-Type')?.startsWith('application/json')) res.setHeader('Content-Type', 'application/json');
    res.send(coding ? await this.#as(content, coding) : content);
  }

  /** The compressed content, created on first use and cached. */
  #as(content: Buffer, coding: ContentEncoding): Promise<Buffer> {
    const compressed = this.#compressed.get(coding) ?? compress(content, coding, 'well');
    this.#compressed.set(coding, compressed);
    return compressed;
  }
}

function withEtag(text: string) {
  const content = Buffer.from(text);
  return { content, etag: createHash('sha256').update(content).digest('base64url') };
}
