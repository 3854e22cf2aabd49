/** Drawings, which have no signature: they are told by their outermost element (spec/conventions, 9). */

/** @param bytes of a file, or the beginning of it */
export function isSvg(bytes: Uint8Array): boolean {
  return rootOf(textOf(bytes)) === 'svg';
}

/** @returns the text of a file, or the beginning of it; empty when it is not UTF-8 */
export function textOf(bytes: Uint8Array): string {
  try {
    // A character may be cut at the end of a beginning.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return '';
  }
}

/** The name of the outermost element of an XML document, without its prefix. */
function rootOf(text: string): string | undefined {
  const prolog = /\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>/isy;
  let start = 0;
  while (prolog.test(text)) start = prolog.lastIndex;
  return /^<(?:[\w-]+:)?([\w-]+)[\s/>]/.exec(text.slice(start, start + 200))?.[1];
}
