/** Evaluates what a request asks of a file: one part of it (RFC 9110, 14), or the file unless the client has it (13.1.2). */
import type { Request } from 'express';
import { matchesTag } from '../entity-tags.ts';
import type { ByteRange, FileVersion } from '../ports/files.ts';

/**
 * Returns the part that `Range` asks for. Several parts are answered with the whole file, like units other than bytes.
 * @returns undefined for the whole file, `outside` if the file has no such part
 */
export function requestedPart(req: Request, { size, etag }: FileVersion): ByteRange | 'outside' | undefined {
  const { range = '', 'if-range': condition = etag } = req.headers;
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  if (condition !== etag || (first === '' && last === '')) return undefined;
  const isSuffix = first === '';
  if (!isSuffix && last !== '' && Number(last) < Number(first)) return undefined;
  const start = isSuffix ? Math.max(size - Number(last), 0) : Number(first);
  const end = isSuffix || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start < size ? { start, end } : 'outside';
}

/** Returns whether the client has this version of the file. */
export function hasVersion(req: Request, { etag }: FileVersion): boolean {
  return matchesTag(req.headers['if-none-match'] ?? '', etag);
}
