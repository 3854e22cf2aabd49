/** Counts and hashes content on its way into or out of a file. */
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Content, SizeAndHash } from './files.ts';

/** Number of bytes that a meter keeps from the beginning of the content. */
export const startLength = 8192;

export class Meter {
  readonly #hash = createHash('sha256');
  readonly #starts: Uint8Array[] = [];
  #size = 0;

  /** Yields the content unchanged, and adds it to the size and the hash. */
  async *through(content: Content): AsyncGenerator<Uint8Array> {
    for await (const part of content instanceof Uint8Array ? [content] : content) {
      this.add(part);
      yield part;
    }
  }

  add(part: Uint8Array) {
    if (this.#size < startLength) this.#starts.push(Uint8Array.prototype.slice.call(part, 0, startLength - this.#size));
    this.#size += part.length;
    this.#hash.update(part);
  }

  /** Returns the size, the hash and the first bytes. Call it once all content has passed. */
  measured(): SizeAndHash & { readonly start: Buffer } {
    return { size: this.#size, sha256: this.#hash.digest('hex'), start: Buffer.concat(this.#starts) };
  }
}

/** Cuts the content one byte above the limit, so that a reader who measures it notices that it is too long. */
export async function* truncateAbove(maxBytes: number, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of content) {
    const remainingBytes = maxBytes + 1 - size;
    yield part.subarray(0, remainingBytes);
    size += part.length;
    if (size > maxBytes) return;
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export class DamagedFile extends Error {
  constructor(key: string) {
    super(`the file ${key} is not as it was put`);
  }
}

/** Passes bytes through, but withholds the last chunk unless the whole content has this hash. A reader who counts bytes notices the missing bytes. */
export function verifyHash(key: string, sha256: string): Transform {
  const hash = createHash('sha256');
  let withheldPart: Buffer | undefined;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part);
      const previousPart = withheldPart;
      withheldPart = part;
      if (previousPart) done(null, previousPart);
      else done();
    },
    flush(done) {
      if (hash.digest('hex') !== sha256) return done(new DamagedFile(key));
      done(null, withheldPart);
    },
  });
}
