/** A file that stays as it is while the server runs: sent once to who keeps it, and as small as the client takes it. */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { type Coding, codingOf, compress } from '../platform/compression.ts';

export class StaticFile {
  readonly #content: Buffer;
  readonly #etag: string;
  readonly #compressed = new Map<Coding, Promise<Buffer>>();

  /** @param content text, which is sent as UTF-8 */
  constructor(content: string) {
    this.#content = Buffer.from(content);
    this.#etag = createHash('sha256').update(this.#content).digest('base64url');
  }

  /** Answers with it, or 304. The type has been set. */
  async send(req: Request, res: Response): Promise<void> {
    const coding = codingOf(req, res, this.#content.length);
    res.set('ETag', `"${this.#etag}${coding === undefined ? '' : `-${coding}`}"`);
    if (coding) res.set('Content-Encoding', coding);
    // JSON has no charset (RFC 8259, 11), though Express gives it one.
    if (res.get('Content-Type')?.startsWith('application/json')) res.setHeader('Content-Type', 'application/json');
    res.send(coding ? await this.#as(coding) : this.#content);
  }

  /** Made when it is first asked for, and kept. */
  #as(coding: Coding): Promise<Buffer> {
    const made = this.#compressed.get(coding) ?? compress(this.#content, coding, 'well');
    this.#compressed.set(coding, made);
    return made;
  }
}
