/** What passes on its way into or out of a file is counted and hashed. */
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Content, Measure } from './files.ts';

/** How much of the beginning is kept. */
export const startLength = 8192;

export class Meter {
  readonly #hash = createHash('sha256');
  readonly #starts: Uint8Array[] = [];
  #size = 0;

  /** The same content, measured as it is read. */
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

  /** Once all of it has passed. */
  measured(): Measure & { readonly start: Buffer } {
    return { size: this.#size, sha256: this.#hash.digest('hex'), start: Buffer.concat(this.#starts) };
  }
}

/** The content, cut off one byte after this limit, so that a reader who measures it sees that it is too long. */
export async function* upTo(maxBytes: number, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of content) {
    const rest = maxBytes + 1 - size;
    yield part.subarray(0, rest);
    size += part.length;
    if (size > maxBytes) return;
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export class Damaged extends Error {
  constructor(key: string) {
    super(`the file ${key} is not as it was put`);
  }
}

/** Lets bytes pass, but the last of them only when all together have this hash. Who counts the bytes sees that some are missing. */
export function checked(key: string, sha256: string): Transform {
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part);
      const ready = held;
      held = part;
      if (ready) done(null, ready);
      else done();
    },
    flush(done) {
      if (hash.digest('hex') !== sha256) return done(new Damaged(key));
      done(null, held);
    },
  });
}
