/** Extracts base64 files from a JSON body while it is still arriving, so that no file is ever held in memory. The remaining body is ordinary JSON. */
import type { Content } from '#platform/ports/files';
import { Base64 } from './base64.ts';
import { RefusalError, refusal } from '#platform/refusals/refusal';
import { fieldErrors } from '#platform/refusals/field-errors';
import { MalformedJson } from './json.ts';

const [quote, backslash, colon, slash] = [0x22, 0x5c, 0x3a, 0x2f];
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d]);
/** Maximum bytes of the body without its files. */
const maxTextBytes = 1_048_576;
const maxFiles = 100;
const maxInvalidEscapes = 60;
const chunkLength = 65_536;
/** Maximum bytes of a string that are collected, in case it is a name: more than any field's name has. */
const maxNameLength = 256;
/** Takes the place of a draft's name when a file has invalid base64. No draft has this name. */
const notBase64 = '!';

/**
 * @param fields names of the fields that contain files @param storeDraft stores a file and returns the name that replaces it
 * @returns the body with names instead of files. An empty string stays empty.
 * @throws RefusalError 413 if the body without its files is too large, or MalformedJson
 */
export async function extractFiles(
  body: AsyncIterable<Uint8Array>,
  fields: readonly string[],
  storeDraft: (content: Content) => Promise<string>,
): Promise<Buffer> {
  const input = new Input(body);
  const text = new Text();
  let fileCount = 0;
  /** `currentString` is being read. `previousString` is the string before it, which is a field's name if a colon follows. */
  let currentString: number[] | undefined;
  let previousString = '';
  let isAfterColon = false;
  let isEscaped = false;
  while (input.hasMore || (await input.fill())) {
    const byte = input.readByte();
    text.add(byte);
    if (currentString) {
      if (byte === quote && !isEscaped) {
        previousString = nameOf(currentString);
        currentString = undefined;
        isAfterColon = false;
      } else if (currentString.length < maxNameLength) currentString.push(byte);
      isEscaped = byte === backslash && !isEscaped;
    } else if (byte === quote && isAfterColon && fields.includes(previousString)) {
      fileCount += 1;
      if (fileCount > maxFiles)
        throw new MalformedJson({ code: 'too_many', message: `holds more than ${maxFiles} files`, params: { maximum: maxFiles } });
      text.addAll(Buffer.from(`${await readFile(input, storeDraft)}"`));
      isAfterColon = false;
    } else if (byte === quote) currentString = [];
    else if (byte === colon) isAfterColon = true;
    else if (!blanks.has(byte)) isAfterColon = false;
  }
  return text.contents();
}

/** @returns the name of the file in the string at this position; an empty string for an empty file */
async function readFile(input: Input, storeDraft: (content: Content) => Promise<string>): Promise<string> {
  const decoder = new Base64();
  const chunks = decodedChunks(input, decoder);
  const firstChunk = await chunks.next();
  const name = firstChunk.done ? '' : await storeDraft(prepend(firstChunk.value, chunks));
  // Invalid characters stay in the text, so that the JSON parser reports them with their field.
  const invalidEscapes = input.takeInvalidEscapes();
  return decoder.isValid ? name : notBase64 + invalidEscapes;
}

async function* prepend(firstChunk: Uint8Array, otherChunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield firstChunk;
  yield* otherChunks;
}

async function* decodedChunks(input: Input, decoder: Base64): AsyncGenerator<Uint8Array> {
  for (let part = await input.readChunk(); part; part = await input.readChunk()) {
    const bytes = decoder.decode(part);
    if (bytes.length) yield bytes;
  }
  decoder.end();
}

/** Reads the body byte by byte or, within a string, in chunks. */
class Input {
  readonly #parts: AsyncIterator<Uint8Array>;
  #part: Buffer = Buffer.alloc(0);
  #position = 0;
  /** Position of the next quote, as far as it is known. */
  #nextQuote = -1;
  #isAtEnd = false;
  readonly #chunk = Buffer.allocUnsafe(chunkLength);
  #invalidEscapes = '';
  constructor(body: AsyncIterable<Uint8Array>) {
    this.#parts = body[Symbol.asyncIterator]();
  }

  get hasMore(): boolean {
    return this.#position < this.#part.length;
  }
  /** Reads the next chunk if needed. @returns whether any bytes are left */
  async fill(): Promise<boolean> {
    while (!this.hasMore) {
      const { done, value } = await this.#parts.next();
      if (done) return false;
      this.#part = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      this.#position = 0;
      this.#nextQuote = -1;
    }
    return true;
  }
  /** Returns the next byte. Call `fill` first. */
  readByte(): number {
    const byte = this.#part[this.#position] ?? 0;
    this.#position += 1;
    return byte;
  }

  /**
   * Returns the next part of a string whose opening quote was read, with escapes resolved. The buffer is reused by the next call. @returns undefined once
   * the closing quote was read
   */
  async readChunk(): Promise<Buffer | undefined> {
    const chunk = this.#chunk;
    let length = 0;
    while (!this.#isAtEnd && length < chunkLength) {
      if (!this.hasMore) await this.#requireByte();
      if (this.#nextQuote < this.#position) this.#nextQuote = indexOrEnd(this.#part, quote, this.#position);
      const end = Math.min(this.#nextQuote, indexOrEnd(this.#part, backslash, this.#position), this.#position + chunkLength - length);
      length += this.#part.copy(chunk, length, this.#position, end);
      this.#position = end;
      if (!this.hasMore || length === chunkLength) continue;
      if (this.readByte() === quote) this.#isAtEnd = true;
      else chunk[length++] = await this.#readEscape();
    }
    if (length > 0) return chunk.subarray(0, length);
    this.#isAtEnd = false;
    return undefined;
  }

  /**
   * Returns the character of an escape if it can be base64, and otherwise a quote, which makes the base64 invalid. Some programs escape the
   * slash, the only base64 character with a JSON escape of its own.
   */
  async #readEscape(): Promise<number> {
    await this.#requireByte();
    const kind = this.readByte();
    if (kind !== 0x75) return kind === slash ? slash : quote;
    let digits = '';
    for (; digits.length < 4; digits += String.fromCharCode(this.readByte())) await this.#requireByte();
    if (!/^[0-9a-f]{4}$/i.test(digits)) throw notJsonError();
    const code = Number.parseInt(digits, 16);
    if (code > 0 && code < 0x80) return code;
    if (this.#invalidEscapes.length < maxInvalidEscapes) this.#invalidEscapes += `\\u${digits}`;
    return quote;
  }

  /** Returns the first escapes in the last string that are not base64 characters, and clears them. */
  takeInvalidEscapes(): string {
    const invalidEscapes = this.#invalidEscapes;
    this.#invalidEscapes = '';
    return invalidEscapes;
  }

  async #requireByte() {
    if (!this.hasMore && !(await this.fill())) throw notJsonError();
  }
}

const notJsonError = () => new MalformedJson(fieldErrors.unreadable('the body is not valid JSON'));

function indexOrEnd(bytes: Buffer, byte: number, start: number): number {
  const index = bytes.indexOf(byte, start);
  return index < 0 ? bytes.length : index;
}

/** Collects the body without its files. */
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
  contents(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }
}

/** Decodes the bytes between the quotes of a string; an empty string if they are not valid. */
function nameOf(bytes: readonly number[]): string {
  try {
    return String(JSON.parse(`"${Buffer.from(bytes).toString()}"`));
  } catch {
    return '';
  }
}
