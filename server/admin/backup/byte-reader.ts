/** Reads lines and bytes from a stream and hashes what it has read. */
import { createHash } from 'node:crypto';
import { Failure } from '../command.ts';

/** Maximum bytes of a line. */
const maxLineBytes = 2 ** 24;

export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  #buffer: Buffer = Buffer.alloc(0);
  /** Bytes read so far. */
  size = 0;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Returns the SHA-256 of the bytes read so far, in hex. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Reads a line with its line feed. @returns undefined at the end of the stream @throws Failure when the stream ends within a line */
  async line(): Promise<Buffer | undefined> {
    let searched = 0;
    for (;;) {
      const end = this.#buffer.indexOf(10, searched);
      if (end >= 0) return this.#consume(end + 1);
      searched = this.#buffer.length;
      if (searched > maxLineBytes) throw new Failure('the backup was changed or is damaged: it has a line without an end');
      if (await this.#readMore()) continue;
      if (searched) throw new Failure('the file is no backup, or is cut off');
      return undefined;
    }
  }

  /** Reads exactly `count` bytes. @throws Failure when the stream has fewer */
  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let remaining = count; remaining > 0;) {
      if (!this.#buffer.length && !(await this.#readMore())) throw new Failure('the backup is cut off');
      const part = this.#consume(Math.min(remaining, this.#buffer.length));
      parts.push(part);
      remaining -= part.length;
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }

  #consume(count: number): Buffer {
    const part = this.#buffer.subarray(0, count);
    this.#buffer = this.#buffer.subarray(count);
    this.#hash.update(part);
    this.size += count;
    return part;
  }

  async #readMore(): Promise<boolean> {
    const { value, done } = await this.#source.next();
    if (done) return false;
    this.#buffer = this.#buffer.length ? Buffer.concat([this.#buffer, value]) : value;
    return true;
  }
}
