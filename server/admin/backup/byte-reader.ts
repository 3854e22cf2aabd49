/** Reads lines and bytes from a stream and hashes what it has read. */
import { createHash } from 'node:crypto';
import { Failure } from '../command.ts';

/** Maximum bytes of a line. */
const maxLineBytes = 2 ** 24;

export class ByteReader {
  readonly #from: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  #held: Buffer = Buffer.alloc(0);
  /** Bytes read so far. */
  size = 0;

  constructor(from: AsyncIterable<Buffer>) {
    this.#from = from[Symbol.asyncIterator]();
  }

  /** Returns the SHA-256 of the bytes read so far, in hex. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Reads a line with its line feed. @returns undefined at the end @throws Failure when the stream ends within a line */
  async line(): Promise<Buffer | undefined> {
    let searched = 0;
    for (;;) {
      const end = this.#held.indexOf(10, searched);
      if (end >= 0) return this.#taken(end + 1);
      searched = this.#held.length;
      if (searched > maxLineBytes) throw new Failure('the backup was changed or is damaged: it has a line without an end');
      if (await this.#more()) continue;
      if (searched) throw new Failure('the file is no backup, or is cut off');
      return undefined;
    }
  }

  /** Reads exactly `count` bytes. @throws Failure when there are fewer */
  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = count; left > 0;) {
      if (!this.#held.length && !(await this.#more())) throw new Failure('the backup is cut off');
      const part = this.#taken(Math.min(left, this.#held.length));
      parts.push(part);
      left -= part.length;
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }

  #taken(count: number): Buffer {
    const part = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    this.#hash.update(part);
    this.size += count;
    return part;
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#from.next();
    if (done) return false;
    this.#held = this.#held.length ? Buffer.concat([this.#held, value]) : value;
    return true;
  }
}
