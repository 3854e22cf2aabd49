/** A file that stays as it is while the server runs: sent once to who keeps it, and as small as the client takes it. */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { type Coding, codingOf, compress } from '../platform/compression.ts';

export class StaticFile {
  readonly #make: () => string;
  #made: { readonly content: Buffer; readonly etag: string } | undefined;
  readonly #compressed = new Map<Coding, Promise<Buffer>>();

  /** @param make makes its text when it is first asked for, which is sent as UTF-8 */
  constructor(make: () => string) {
    this.#make = make;
  }

  /** Answers with it, or 304. The type has been set. */
  async send(req: Request, res: Response): Promise<void> {
    const { content, etag } = (this.#made ??= hashed(this.#make()));
    const coding = codingOf(req, res, content.length);
    res.set('ETag', `"${etag}${coding === undefined ? '' : `-${coding}`}"`);
    if (coding) res.set('Content-Encoding', coding);
    // JSON has no charset (RFC 8259, 11), though Express gives it one.
    if (res.get('Content-Type')?.startsWith('application/json')) res.setHeader('Content-Type', 'application/json');
    res.send(coding ? await this.#as(content, coding) : content);
  }

  /** Made when it is first asked for, and kept. */
  #as(content: Buffer, coding: Coding): Promise<Buffer> {
    const made = this.#compressed.get(coding) ?? compress(content, coding, 'well');
    this.#compressed.set(coding, made);
    return made;
  }
}

function hashed(text: string) {
  const content = Buffer.from(text);
  return { content, etag: createHash('sha256').update(content).digest('base64url') };
}
