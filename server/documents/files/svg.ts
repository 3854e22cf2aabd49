/** Detects SVG by its root element, because SVG has no signature (spec/conventions, 9). */

/** @param bytes the bytes of a file or of its beginning */
export function isSvg(bytes: Uint8Array): boolean {
  return rootOf(decodeUtf8(bytes)) === 'svg';
}

/** @returns the text of a file or its beginning; empty if the file is not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    // The last character may be incomplete.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return '';
  }
}

/** @returns the name of the root element of an XML document, without its prefix; undefined if there is none */
function rootOf(text: string): string | undefined {
  const prolog = /\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>/isy;
  let start = 0;
  while (prolog.test(text)) start = prolog.lastIndex;
  return /^<(?:[\w-]+:)?([\w-]+)[\s/>]/.exec(text.slice(start, start + 200))?.[1];
}
