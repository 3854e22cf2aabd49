/** Detects images by their content and not by their names (spec/conventions, 9). */
import path from 'node:path';
import { isSvg, textOf } from '../files/svg.ts';
import { findContentMismatch } from '#platform/files/content';
import { safeName } from '#platform/ports/files';
import { startLength } from '#platform/ports/measure';

/** The file extensions of each type, the usual one first. */
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

/** The media types of icon files: the one that browsers use, and the registered one. */
const icons: readonly string[] = ['image/x-icon', 'image/vnd.microsoft.icon'];

/** A safe name with an extension of the type: the store derives the served content type from the name. */
export function imageFileName(fileName: string, type: ImageType): string {
  const name = safeName(fileName);
  const known: readonly string[] = extensions[type];
  return known.includes(path.extname(name).toLowerCase()) ? name : `${name}${known[0]}`;
}

/** @returns whether the bytes are of the type: SVG, which has no signature, by its root element, other types by their first bytes */
export function isOfType(bytes: Uint8Array, type: ImageType): boolean {
  if (type === 'image/svg+xml') return isSvg(bytes);
  const start = Buffer.from(bytes.subarray(0, startLength));
  if (icons.includes(type)) return start.toString('hex', 0, 4) === '00000100';
  return findContentMismatch(start, type) === undefined;
}

/**
 * Whether an SVG image has active content: scripts, foreign documents, script links or event handlers (spec/conventions, 9). The store serves it
 * in a sandbox in any case.
 */
export function hasActiveContent(bytes: Uint8Array): boolean {
  const text = textOf(bytes);
  return (
    /<(?:[\w-]+:)?(?:script|iframe|object|embed)\b/i.test(text) ||
    /(?:java|vb)script:/i.test(text) ||
    /[\s"'/]on[a-z]+\s*=\s*["']/i.test(text)
  );
}
