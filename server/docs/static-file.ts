/** A file that does not change while the server runs, served with an ETag and in the best compression that the client accepts. */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { type ContentEncoding, chooseEncoding, compress } from '#platform/compression';

export class StaticFile {
  readonly #createText: () => string;
  #created: { readonly content: Buffer; readonly etag: string } | undefined;
  readonly #compressed = new Map<ContentEncoding, Promise<Buffer>>();

  /** @param createText creates the text on the first request; it is sent as UTF-8 */
  constructor(createText: () => string) {
    this.#createText = createText;
  }

  /** Sends the file, or 304. The caller has set the content type. */
  async send(req: Request, res: Response): Promise<void> {
    const { content, etag } = (this.#created ??= withEtag(this.#createText()));
    const encoding = chooseEncoding(req, res, content.length);
    res.set('ETag', `"${etag}${encoding === undefined ? '' : `-${encoding}`}"`);
    if (encoding) res.set('Content-Encoding', encoding);
    // JSON has no charset parameter (RFC 8259, 11), but Express adds one.
    if (res.get('Content-Type')?.startsWith('application/json')) res.setHeader('Content-Type', 'application/json');
    res.send(encoding ? await this.#compress(content, encoding) : content);
  }

  /** Returns the compressed content, which is created on first use and cached. */
  #compress(content: Buffer, encoding: ContentEncoding): Promise<Buffer> {
    const compressed = this.#compressed.get(encoding) ?? compress(content, encoding, 'well');
    this.#compressed.set(encoding, compressed);
    return compressed;
  }
}

function withEtag(text: string) {
  const content = Buffer.from(text);
  return { content, etag: createHash('sha256').update(content).digest('base64url') };
}
