/** Checks that paths from users stay below the URL for which the credentials were entered. */
import { MissingValue } from './failures.ts';

/** Paths that are encoded more often than this are rejected. */
const maxDecodings = 8;

/** @returns whether a path stays below any base URL, however a server decodes it */
export function isPathBelow(path: string): boolean {
  let text = toAscii(/^[^?#]*/.exec(path)?.[0] ?? '');
  for (let decodings = 0; decodings <= maxDecodings; decodings += 1) {
    if (controlCharacter.test(text) || hasParent(text)) return false;
    const decoded = toAscii(decode(text));
    if (decoded === text) return true;
    text = decoded;
  }
  return false;
}

/** Control characters. URL parsers drop some of them, and some servers end a path at the first control character. */
const controlCharacter = /\p{Cc}/u;

/** @returns whether a segment may mean the parent. Some servers treat `..;a=b` as `..`, and some drop blanks. */
function hasParent(path: string): boolean {
  return path.split(/[/\\]/).some((segment) => /^\.\.(?:;|$)/.test(segment.replaceAll(/\s/g, '')));
}

/** Replaces full-width and similar characters with the ASCII characters that some servers convert them to. */
function toAscii(text: string): string {
  return text.normalize('NFKC').replaceAll(/[。｡]/g, '.').replaceAll(/[∕⁄]/g, '/').replaceAll('∖', '\\');
}

/** Removes one layer of encoding: `%uXXXX`, and bytes of UTF-8, even if a character is encoded with more bytes than it needs. */
function decode(text: string): string {
  const withoutWideEscapes = text.replaceAll(/%u([\da-f]{4})/gi, (_escape, digits: string) => String.fromCharCode(parseInt(digits, 16)));
  return withoutWideEscapes.replaceAll(/%[c-f][\da-f](?:%[89ab][\da-f]){1,5}|%[\da-f]{2}/gi, (escape) =>
    decodeBytes(Buffer.from(escape.replaceAll('%', ''), 'hex')),
  );
}

/** @param bytes a single byte, or a first byte with all continuation bytes that follow it */
function decodeBytes(bytes: Buffer): string {
  const [firstByte = 0] = bytes;
  const continuations =
    firstByte < 0xc0 ? 0 : firstByte < 0xe0 ? 1 : firstByte < 0xf0 ? 2 : firstByte < 0xf8 ? 3 : firstByte < 0xfc ? 4 : 5;
  if (firstByte < 0x80) return String.fromCharCode(firstByte);
  if (continuations === 0 || bytes.length <= continuations) return '\ufffd'.repeat(bytes.length);
  const usedBytes = bytes.subarray(1, continuations + 1);
  const code = usedBytes.reduce((sum, byte) => sum * 64 + (byte & 0x3f), firstByte & (0x3f >> continuations));
  const replacements = '\ufffd'.repeat(bytes.length - continuations - 1);
  return (code <= 0x10_ffff ? String.fromCodePoint(code) : '\ufffd') + replacements;
}

export function isAddressBelow(base: URL, address: URL): boolean {
  const isBelow = address.origin === base.origin && `${address.pathname}/`.startsWith(base.pathname.replace(/\/?$/, '/'));
  return isBelow && isPathBelow(address.pathname);
}

/** @param base a URL without a slash at the end @throws MissingValue if the path leads out of it */
export function resolveBelow(base: string, path: string): URL {
  const [baseUrl, url] = [new URL(base), new URL(`${base}${path.startsWith('/') ? '' : '/'}${path}`)];
  if (!isAddressBelow(baseUrl, url) || !isPathBelow(path)) throw new MissingValue('A path must be below the address of the connection');
  return url;
}
