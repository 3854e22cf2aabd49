/**
 * JSON in which whole files stand as base64. The files are taken out while the body is still coming in, so that none of them is ever in
 * memory; what is left is JSON like any other.
 */
import type { Content } from '../platform/ports/files.ts';
import { Base64 } from './base64.ts';
import { RefusalError, refusal } from '../platform/refusals/refusal.ts';
import { MalformedJson } from './json.ts';

const [quote, backslash, colon, slash] = [0x22, 0x5c, 0x3a, 0x2f];
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d]);
/** Bytes that the rest of the body may have. */
const mostText = 1_048_576;
const mostFiles = 100;
const mostOddities = 60;
const pieceLength = 65_536;
/** No name of a field is longer. */
const longestName = 256;
/** What stands for a file whose base64 is none. It is the name of no draft. */
const notBase64 = '!';

/**
 * @param fields names of the fields that hold files @param keep takes a file in, and gives the name that is to stand in its place
 * @returns the body, with those names in it. An empty text stays one. @throws RefusalError 413, MalformedJson
 */
export async function withoutFiles(
  body: AsyncIterable<Uint8Array>,
  fields: readonly string[],
  keep: (content: Content) => Promise<string>,
): Promise<Buffer> {
  const input = new Input(body);
  const text = new Text();
  let files = 0;
  /** Of the text that is being read, and of the one before; the latter is a name once a colon has followed. */
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
      } else if (name.length < longestName) name.push(byte);
      escaped = byte === backslash && !escaped;
    } else if (byte === quote && named && fields.includes(before)) {
      files += 1;
      if (files > mostFiles) throw new MalformedJson(`holds more than ${mostFiles} files`);
      text.addAll(Buffer.from(`${await fileIn(input, keep)}"`));
      named = false;
    } else if (byte === quote) name = [];
    else if (byte === colon) named = true;
    else if (!blanks.has(byte)) named = false;
  }
  return text.all();
}

/** @returns the name of the file that the text at this place holds; nothing for an empty one */
async function fileIn(input: Input, keep: (content: Content) => Promise<string>): Promise<string> {
  const decoder = new Base64();
  const pieces = decodedIn(input, decoder);
  const first = await pieces.next();
  const name = first.done ? '' : await keep(following(first.value, pieces));
  // An invalid text is reported, with its place, by the parser of the rest.
  const odd = input.takeOddities();
  return decoder.isWhole ? name : notBase64 + odd;
}

async function* following(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

async function* decodedIn(input: Input, decoder: Base64): AsyncGenerator<Uint8Array> {
  for (let part = await input.piece(); part; part = await input.piece()) {
    const bytes = decoder.decode(part);
    if (bytes.length) yield bytes;
  }
  decoder.end();
}

/** The body, byte by byte or, within a text, in pieces. */
class Input {
  readonly #parts: AsyncIterator<Uint8Array>;
  #part: Buffer = Buffer.alloc(0);
  #at = 0;
  /** Of the next quote, as far as it is known. */
  #quoteAt = -1;
  #isAtEnd = false;
  readonly #piece = Buffer.allocUnsafe(pieceLength);
  #oddities = '';
  constructor(body: AsyncIterable<Uint8Array>) {
    this.#parts = body[Symbol.asyncIterator]();
  }

  get hasMore(): boolean {
    return this.#at < this.#part.length;
  }
  /** @returns whether there is more */
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
  /** The next byte, when there is more. */
  take(): number {
    const byte = this.#part[this.#at] ?? 0;
    this.#at += 1;
    return byte;
  }

  /** More of a text whose opening quote was read, without escapes, until the next is asked for. @returns undefined once its closing quote was read */
  async piece(): Promise<Buffer | undefined> {
    const piece = this.#piece;
    let length = 0;
    while (!this.#isAtEnd && length < pieceLength) {
      if (!this.hasMore) await this.#need();
      if (this.#quoteAt < this.#at) this.#quoteAt = placeOf(this.#part, quote, this.#at);
      const end = Math.min(this.#quoteAt, placeOf(this.#part, backslash, this.#at), this.#at + pieceLength - length);
      length += this.#part.copy(piece, length, this.#at, end);
      this.#at = end;
      if (!this.hasMore || length === pieceLength) continue;
      if (this.take() === quote) this.#isAtEnd = true;
      else piece[length++] = await this.#escaped();
    }
    if (length > 0) return piece.subarray(0, length);
    this.#isAtEnd = false;
    return undefined;
  }

  /** Some programs escape the slash, which is the one character of base64 that JSON has an escape of its own for. */
  async #escaped(): Promise<number> {
    await this.#need();
    const kind = this.take();
    if (kind !== 0x75) return kind === slash ? slash : quote;
    let digits = '';
    for (; digits.length < 4; digits += String.fromCharCode(this.take())) await this.#need();
    if (!/^[0-9a-f]{4}$/i.test(digits)) throw notJson();
    const code = Number.parseInt(digits, 16);
    if (code > 0 && code < 0x80) return code;
    if (this.#oddities.length < mostOddities) this.#oddities += `\\u${digits}`;
    return quote;
  }

  /** The escapes in the last text that stand for no character of base64: the first of them. */
  takeOddities(): string {
    const odd = this.#oddities;
    this.#oddities = '';
    return odd;
  }

  async #need() {
    if (!this.hasMore && !(await this.fill())) throw notJson();
  }
}

const notJson = () => new MalformedJson('the body is not valid JSON');

function placeOf(bytes: Buffer, byte: number, from: number): number {
  const place = bytes.indexOf(byte, from);
  return place < 0 ? bytes.length : place;
}

/** What is left of the body. */
class Text {
  #bytes = Buffer.alloc(4096);
  #size = 0;

  add(byte: number) {
    if (this.#size === mostText) throw new RefusalError(refusal('body_too_large'));
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

/** The bytes between the quotes as a text. */
function nameOf(bytes: readonly number[]): string {
  try {
    return String(JSON.parse(`"${Buffer.from(bytes).toString()}"`));
  } catch {
    return '';
  }
}
