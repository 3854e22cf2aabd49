/** Which files may be a logo (spec/areas/organization, rule 13), told by their bytes and not by what they are called (spec/conventions, 9). */
import path from 'node:path';
import { misfitOf } from '../../../platform/files/content.ts';
import { safeName } from '../../../platform/ports/files.ts';
import { startLength } from '../../../platform/ports/measure.ts';

/** Each type with the extensions of its files, the usual one first. */
const extensions = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
  'image/gif': ['.gif'],
  'image/svg+xml': ['.svg'],
} as const;
export type LogoType = keyof typeof extensions;

export function isLogoType(type: string): type is LogoType {
  return Object.hasOwn(extensions, type);
}

/** A safe name with an extension of the type: what the store serves the file as goes by its name. */
export function logoFileName(fileName: string, type: LogoType): string {
  const name = safeName(fileName.trim());
  const known: readonly string[] = extensions[type];
  return known.includes(path.extname(name).toLowerCase()) ? name : `${name}${known[0]}`;
}

/** Pictures are told by their first bytes, and drawings, which have no signature, by their outermost element. */
export function isOfType(bytes: Uint8Array, type: LogoType): boolean {
  return type === 'image/svg+xml'
    ? rootOf(textOf(bytes)) === 'svg'
    : misfitOf(Buffer.from(bytes.subarray(0, startLength)), type) === undefined;
}

/**
 * Whether an SVG image could do something: scripts, foreign documents, links that run, event handlers (spec/conventions, 9).
 * The store serves it in a sandbox all the same.
 */
export function unsafeInSvg(bytes: Uint8Array): boolean {
  const text = textOf(bytes);
  return (
    /<(?:[\w-]+:)?(?:script|iframe|object|embed)\b/i.test(text) ||
    /(?:java|vb)script:/i.test(text) ||
    /[\s"'/]on[a-z]+\s*=\s*["']/i.test(text)
  );
}

/** Empty when it is not UTF-8. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
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
