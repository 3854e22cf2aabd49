/** Extracts base64 files from a JSON body while it is still arriving, so that no file is ever held in memory. The rest is ordinary JSON. */
import type { Content } from '#platform/ports/files';
import { Base64 } from './base64.ts';
import { RefusalError, refusal } from '#platform/refusals/refusal';
import { MalformedJson } from './json.ts';

const [quote, backslash, colon, slash] = [0x22, 0x5c, 0x3a, 0x2f];
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d]);
/** Limit in bytes for the rest of the body. */
const maxTextBytes = 1_048_576;
const maxFiles = 100;
const maxInvalidEscapes = 60;
const chunkLength = 65_536;
/** Longer than any field's name. */
const maxNameLength = 256;
/** Takes the place of a draft's name when a file has invalid base64. No draft has this name. */
const notBase64 = '!';

/**
 * @param fields names of the fields that contain files @param keep stores a file and returns the name that replaces it
 * @returns the body with those names. An empty string stays empty. @throws RefusalError 413, MalformedJson
 */
export async function extractFiles(
  body: AsyncIterable<Uint8Array>,
  fields: readonly string[],
  keep: (content: Content) => Promise<string>,
): Promise<Buffer> {
  const input = new Input(body);
  const text = new Text();
  let files = 0;
  /** `name` is the string being read, `before` the previous one, which is a field's name if a colon follows. */
  let name: number[] | undefined;
  let before = '';
  let named = false;
  let escaped = false;
  while (input.hasMore || (await input.fill())) {
    const byte = input.take();
    text.add(byte);
    if (name) {
      if (byte === quote && !escaped) {
        before = nameOf(name);
        name = undefined;
        named = false;
      } else if (name.length < maxNameLength) name.push(byte);
      escaped = byte === backslash && !escaped;
    } else if (byte === quote && named && fields.includes(before)) {
      files += 1;
      if (files > maxFiles) throw new MalformedJson(`holds more than ${maxFiles} files`);
      text.addAll(Buffer.from(`${await readFile(input, keep)}"`));
      named = false;
    } else if (byte === quote) name = [];
    else if (byte === colon) named = true;
    else if (!blanks.has(byte)) named = false;
  }
  return text.all();
}

/** @returns the name of the file in the string at this position; an empty string for an empty file */
async function readFile(input: Input, keep: (content: Content) => Promise<string>): Promise<string> {
  const decoder = new Base64();
  const chunks = decodedChunks(input, decoder);
  const first = await chunks.next();
  const name = first.done ? '' : await keep(withFirst(first.value, chunks));
  // Invalid characters stay in the text, so that the JSON parser reports them with their field.
  const invalidEscapes = input.takeOddities();
  return decoder.isValid ? name : notBase64 + invalidEscapes;
}

async function* withFirst(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

async function* decodedChunks(input: Input, decoder: Base64): AsyncGenerator<Uint8Array> {
  for (let part = await input.piece(); part; part = await input.piece()) {
    const bytes = decoder.decode(part);
    if (bytes.length) yield bytes;
  }
  decoder.end();
}

/** Reads the body byte by byte or, within a string, in chunks. */
class Input {
  readonly #parts: AsyncIterator<Uint8Array>;
  #part: Buffer = Buffer.alloc(0);
  #at = 0;
  /** Position of the next quote, as far as it is known. */
  #quoteAt = -1;
  #isAtEnd = false;
  readonly #piece = Buffer.allocUnsafe(chunkLength);
  #oddities = '';
  constructor(body: AsyncIterable<Uint8Array>) {
    this.#parts = body[Symbol.asyncIterator]();
  }

  get hasMore(): boolean {
    return this.#at < this.#part.length;
  }
  /** Reads the next chunk if needed. @returns whether any bytes are left */
  async fill(): Promise<boolean> {
    while (!this.hasMore) {
      const { done, value } = await this.#parts.next();
      if (done) return false;
      this.#part = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      this.#at = 0;
      this.#quoteAt = -1;
    }
    return true;
  }
  /** Returns the next byte. Call `fill` first. */
  take(): number {
    const byte = this.#part[this.#at] ?? 0;
    this.#at += 1;
    return byte;
  }

  /**
   * Returns the next part of a string whose opening quote was read, with escapes resolved. The buffer is reused by the next call. @returns undefined once
   * the closing quote was read
   */
  async piece(): Promise<Buffer | undefined> {
    const piece = this.#piece;
    let length = 0;
    while (!this.#isAtEnd && length < chunkLength) {
      if (!this.hasMore) await this.#need();
      if (this.#quoteAt < this.#at) this.#quoteAt = indexOrEnd(this.#part, quote, this.#at);
      const end = Math.min(this.#quoteAt, indexOrEnd(this.#part, backslash, this.#at), this.#at + chunkLength - length);
      length += this.#part.copy(piece, length, this.#at, end);
      this.#at = end;
      if (!this.hasMore || length === chunkLength) continue;
      if (this.take() === quote) this.#isAtEnd = true;
      else piece[length++] = await this.#escaped();
    }
    if (length > 0) return piece.subarray(0, length);
    this.#isAtEnd = false;
    return undefined;
  }

  /** Some programs escape the slash, the only base64 character with a JSON escape of its own. */
  async #escaped(): Promise<number> {
    await this.#need();
    const kind = this.take();
    if (kind !== 0x75) return kind === slash ? slash : quote;
    let digits = '';
    for (; digits.length < 4; digits += String.fromCharCode(this.take())) await this.#need();
    if (!/^[0-9a-f]{4}$/i.test(digits)) throw notJson();
    const code = Number.parseInt(digits, 16);
    if (code > 0 && code < 0x80) return code;
    if (this.#oddities.length < maxInvalidEscapes) this.#oddities += `\\u${digits}`;
    return quote;
  }

  /** Returns the first escapes in the last string that are not base64 characters, and clears them. */
  takeOddities(): string {
    const invalidEscapes = this.#oddities;
    this.#oddities = '';
    return invalidEscapes;
  }

  async #need() {
    if (!this.hasMore && !(await this.fill())) throw notJson();
  }
}

const notJson = () => new MalformedJson('the body is not valid JSON');

function indexOrEnd(bytes: Buffer, byte: number, from: number): number {
  const place = bytes.indexOf(byte, from);
  return place < 0 ? bytes.length : place;
}

/** The rest of the body. */
class Text {
  #bytes = Buffer.alloc(4096);
  #size = 0;

  add(byte: number) {
    if (this.#size === maxTextBytes) throw new RefusalError(refusal('body_too_large'));
    if (this.#size === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], this.#size * 2);
    this.#bytes[this.#size] = byte;
    this.#size += 1;
  }
  addAll(bytes: Uint8Array) {
    for (const byte of bytes) this.add(byte);
  }
  all(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }
}

/** Decodes the bytes between the quotes of a string. */
function nameOf(bytes: readonly number[]): string {
  try {
    return String(JSON.parse(`"${Buffer.from(bytes).toString()}"`));
  } catch {
    return '';
  }
}
