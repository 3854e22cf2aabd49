/** Detects images by their content rather than their names (spec/conventions, 9). */
import path from 'node:path';
import { isSvg, decodeUtf8 } from '../files/svg.ts';
import { findContentMismatch } from '#platform/files/content';
import { safeName } from '#platform/ports/files';
import { startLength } from '#platform/ports/measure';

/** The file extensions of each type. The first extension is the default. */
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

/** The media types of icon files: the type that browsers use, and the registered type. */
const icons: readonly string[] = ['image/x-icon', 'image/vnd.microsoft.icon'];

/** @returns a safe name with an extension of the type, because the file store derives the served content type from the name */
export function imageFileName(fileName: string, type: ImageType): string {
  const name = safeName(fileName);
  const allowed: readonly string[] = extensions[type];
  return allowed.includes(path.extname(name).toLowerCase()) ? name : `${name}${allowed[0]}`;
}

/** @returns whether the bytes are of the type. SVG is detected by its root element, other types by their first bytes. */
export function isOfType(bytes: Uint8Array, type: ImageType): boolean {
  if (type === 'image/svg+xml') return isSvg(bytes);
  const start = Buffer.from(bytes.subarray(0, startLength));
  if (icons.includes(type)) return start.toString('hex', 0, 4) === '00000100';
  return findContentMismatch(start, type) === undefined;
}

/**
 * Whether an SVG image has active content: scripts, foreign documents, script links or event handlers (spec/conventions, 9). The file store
 * always serves SVG in a sandbox.
 */
export function hasActiveContent(bytes: Uint8Array): boolean {
  const text = decodeUtf8(bytes);
  return (
    /<(?:[\w-]+:)?(?:script|iframe|object|embed)\b/i.test(text) ||
    /(?:java|vb)script:/i.test(text) ||
    /[\s"'/]on[a-z]+\s*=\s*["']/i.test(text)
  );
}
