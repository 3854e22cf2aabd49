/** Images, told by their bytes and not by what they are called (spec/conventions, 9). */
import path from 'node:path';
import { isSvg, textOf } from '../files/svg.ts';
import { misfitOf } from '../../platform/files/content.ts';
import { safeName } from '../../platform/ports/files.ts';
import { startLength } from '../../platform/ports/measure.ts';

/** Each type with the extensions of its files, the usual one first. */
const extensions = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
  'image/gif': ['.gif'],
  'image/svg+xml': ['.svg'],
  'image/x-icon': ['.ico'],
  'image/vnd.microsoft.icon': ['.ico'],
} as const;
export type ImageType = keyof typeof extensions;

/** The types of an icon file: the one that browsers use, and the one that was registered for it. */
const icons: readonly string[] = ['image/x-icon', 'image/vnd.microsoft.icon'];

/** A safe name with an extension of the type: what the store serves the file as goes by its name. */
export function imageFileName(fileName: string, type: ImageType): string {
  const name = safeName(fileName.trim());
  const known: readonly string[] = extensions[type];
  return known.includes(path.extname(name).toLowerCase()) ? name : `${name}${known[0]}`;
}

/** Pictures are told by their first bytes, and drawings, which have no signature, by their outermost element. @returns whether the bytes are of the type */
export function isOfType(bytes: Uint8Array, type: ImageType): boolean {
  if (type === 'image/svg+xml') return isSvg(bytes);
  const start = Buffer.from(bytes.subarray(0, startLength));
  if (icons.includes(type)) return start.toString('hex', 0, 4) === '00000100';
  return misfitOf(start, type) === undefined;
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
