/** Rejects paths that a client, a proxy or a server could interpret as another path, instead of normalizing them. */
import type { Request, RequestHandler } from 'express';
import { RefusalError, refusal } from '#platform/refusals/refusal';

/**
 * Returns whether a path is unambiguous.
 * @param path as received, from its first slash @returns false for an empty or dot segment, or a slash or backslash in a segment
 */
export function isPlainPath(path: string): boolean {
  return path.split('/').slice(1).every(isPlainSegment);
}

/** @throws RefusalError 404 for an ambiguous path, including one with a trailing slash */
export function checkPlainPath(req: Request): void {
  if (hasBackslash(req) || !isPlainPath(req.path)) throw new RefusalError(refusal('not_found'));
}

/** Rejects ambiguous paths of pages and files, but allows a trailing slash. */
export const assertUnambiguousPath: RequestHandler = (req, _res, next) => {
  if (hasBackslash(req) || !isPlainPath(req.path.replace(/\/$/, ''))) throw new RefusalError(refusal('not_found'));
  next();
};

function isPlainSegment(segment: string): boolean {
  const value = /[%.]/.test(segment) ? decodeSegment(segment) : segment;
  return value !== '' && value !== '.' && value !== '..' && !/[/\\]/.test(value);
}

/** A segment that is not UTF-8 is rejected later with its own message. Here only its encoded ASCII characters are decoded. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment.replace(/%[0-7][\da-f]/gi, decodeURIComponent);
  }
}

/** Express reads a backslash in an absolute target as a slash, so the target is checked as it was sent. */
function hasBackslash({ url }: Request): boolean {
  return (url.split('?', 1)[0] ?? '').includes('\\');
}
