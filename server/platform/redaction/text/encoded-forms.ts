/**
 * Lists the forms in which a system may repeat a secret that it received, with nested encodings. Outer escapes are decoded
 * (`decoded-views.ts`). Base64 and hexadecimal forms are computed here for each inner encoding.
 */

/** Forms to look for, each of at most `maxFormLength` characters. */
export interface SecretForms {
  readonly plain: readonly string[];
  /** In the standard alphabet, without characters that depend on adjacent bytes. */
  readonly base64: readonly string[];
  /** In lower case. */
  readonly hex: readonly string[];
}

/** Shorter secrets are not hidden, because they occur in many unrelated texts and protect nothing. */
export const minSecretLength = 4;
/** Limits the length of patterns, so that the search takes time proportional to the text. */
const maxFormLength = 64;

/** Encodings that may occur within Base64 or hexadecimal digits. */
const innerEncodings: readonly ((text: string) => string[])[] = [
  (text) => [text.toWellFormed()],
  (text) => bytesOf(text).flatMap((bytes) => [bytes.toString('hex'), bytes.toString('hex').toUpperCase()]),
  (text) => bytesOf(text).flatMap(base64Of),
  (text) =>
    bytesOf(text)
      .flatMap(base64Of)
      .map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  (text) => [percentEncoded(text), percentEncoded(text).replaceAll(/%../g, (escape) => escape.toLowerCase())],
  (text) => [Buffer.from(text).toString('hex').replaceAll(/../g, '%$&')],
  (text) => [new URLSearchParams({ '': text.toWellFormed() }).toString().slice(1)],
  (text) => [JSON.stringify(text).slice(1, -1), JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/')],
  (text) => [htmlEncoded(text), htmlEncoded(text).replaceAll("'", '&#39;'), htmlEncoded(text).replaceAll("'", '&apos;')],
];

export function createSecretForms(secrets: readonly string[]): SecretForms {
  const texts = secrets.flatMap((secret) => [secret, secret.trim()]).filter((secret) => secret.length >= minSecretLength);
  const bytes = [...new Set(texts.flatMap((text) => innerEncodings.flatMap((encode) => encode(text))))].flatMap(bytesOf);
  const utf16Bytes = texts.flatMap(utf16Of);
  return {
    plain: distinctPieces([
      ...texts,
      ...texts.map(mistakenForLatin1),
      ...texts.map((text) => text.toWellFormed()),
      ...texts.flatMap((text) => [text.replaceAll(/[\r\n]+[ \t]*/g, ''), text.replaceAll(/[\r\n]+/g, '')]),
      // HTML forms encode a space as a plus sign.
      ...texts.map((text) => text.replaceAll(' ', '+')),
    ]),
    base64: distinctPieces([...bytes, ...utf16Bytes].flatMap(base64Of)),
    hex: distinctPieces([...bytes, ...utf16Bytes].map((formBytes) => formBytes.toString('hex'))),
  };
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function htmlEncoded(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Some systems encode each character of a header as one byte. */
function bytesOf(text: string): Buffer[] {
  const utf8 = Buffer.from(text);
  return /^[\0-\xff]*$/.test(text) && utf8.length !== text.length ? [utf8, Buffer.from(text, 'latin1')] : [utf8];
}

/** Windows encodes texts as UTF-16, in either byte order. */
function utf16Of(text: string): Buffer[] {
  const littleEndian = Buffer.from(text, 'utf16le');
  return [littleEndian, Buffer.from(littleEndian).swap16()];
}

/** Returns a text whose UTF-8 bytes were decoded as Latin-1. */
function mistakenForLatin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/**
 * Base64 has three alignments, depending on the length of the preceding text (`Bearer `, a user name). The first and last characters also
 * encode adjacent bytes and are left out.
 */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const start = offset === 0 ? 0 : offset + 1;
    return text.slice(start, Math.floor(((offset + bytes.length) * 8) / 6));
  });
}

function distinctPieces(forms: readonly string[]): string[] {
  return [...new Set(forms.filter((form) => form.length >= minSecretLength).flatMap(piecesOf))];
}

/** A long secret is found by its pieces, of which the last overlaps the piece before it. */
function piecesOf(form: string): string[] {
  if (form.length <= maxFormLength) return [form];
  const starts = Array.from({ length: Math.floor(form.length / maxFormLength) }, (_, index) => index * maxFormLength);
  return [...starts, form.length - maxFormLength].map((start) => form.slice(start, start + maxFormLength));
}
