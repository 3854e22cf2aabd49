/** Checks of user-entered paths, which must stay below the address that the credentials were entered for. */
import { MissingValue } from './failures.ts';

/** A path with more layers of encoding is refused. */
const maxDecodings = 8;

/** Whether a path stays below any base address, however a server decodes it. */
export function isPathBelow(path: string): boolean {
  let text = toAscii(/^[^?#]*/.exec(path)?.[0] ?? '');
  for (let count = 0; count <= maxDecodings; count += 1) {
    if (controlCharacter.test(text) || hasParent(text)) return false;
    const decoded = toAscii(decode(text));
    if (decoded === text) return true;
    text = decoded;
  }
  return false;
}

/** URL parsers drop some of them, and some servers end a path at the first. */
const controlCharacter = /\p{Cc}/u;

/** Some servers treat `..;a=b` as `..`, and some drop blanks. */
function hasParent(path: string): boolean {
  return path.split(/[/\\]/).some((segment) => /^\.\.(?:;|$)/.test(segment.replaceAll(/\s/g, '')));
}

/** Some servers replace full-width and similar characters with the ASCII characters that they look like. */
function toAscii(text: string): string {
  return text.normalize('NFKC').replaceAll(/[。｡]/g, '.').replaceAll(/[∕⁄]/g, '/').replaceAll('∖', '\\');
}

/** Removes one layer of encoding: `%uXXXX`, and bytes of UTF-8, even where a character has more bytes than it needs. */
function decode(text: string): string {
  const wide = text.replaceAll(/%u([\da-f]{4})/gi, (_escape, digits: string) => String.fromCharCode(parseInt(digits, 16)));
  return wide.replaceAll(/%[c-f][\da-f](?:%[89ab][\da-f]){1,5}|%[\da-f]{2}/gi, (escape) =>
    decodeBytes(Buffer.from(escape.replaceAll('%', ''), 'hex')),
  );
}

/** @param bytes a single byte, or a first byte and all continuation bytes after it */
function decodeBytes(bytes: Buffer): string {
  const [first = 0] = bytes;
  const continuations = first < 0xc0 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf8 ? 3 : first < 0xfc ? 4 : 5;
  if (first < 0x80) return String.fromCharCode(first);
  if (continuations === 0 || bytes.length <= continuations) return '\ufffd'.repeat(bytes.length);
  const used = bytes.subarray(1, continuations + 1);
  const code = used.reduce((sum, byte) => sum * 64 + (byte & 0x3f), first & (0x3f >> continuations));
  const rest = '\ufffd'.repeat(bytes.length - continuations - 1);
  return (code <= 0x10_ffff ? String.fromCodePoint(code) : '\ufffd') + rest;
}

export function isAddressBelow(base: URL, address: URL): boolean {
  const isBelow = address.origin === base.origin && `${address.pathname}/`.startsWith(base.pathname.replace(/\/?$/, '/'));
  return isBelow && isPathBelow(address.pathname);
}

/** @param base an address without a trailing slash @throws Incomplete for a path that leaves it */
export function resolveBelow(base: string, path: string): URL {
  const [from, to] = [new URL(base), new URL(`${base}${path.startsWith('/') ? '' : '/'}${path}`)];
  if (!isAddressBelow(from, to) || !isPathBelow(path)) throw new MissingValue('A path must be below the address of the connection');
  return to;
}
