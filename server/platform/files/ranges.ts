/** Finds the part of a file that a request asks for (RFC 9110, 14). */
import type { Request } from 'express';
import type { ByteRange, FileVersion } from '../ports/files.ts';

/**
 * Returns the part that `Range` asks for. Several parts are answered with the whole file, like units other than bytes.
 * @returns undefined for the whole file, `outside` if the file has no such part
 */
export function requestedPart(req: Request, { size, etag }: FileVersion): ByteRange | 'outside' | undefined {
  const { range = '', 'if-range': condition = etag } = req.headers;
  if (!/^bytes=/i.test(range) || condition !== etag) return undefined;
  const ranges = req.range(size);
  if (ranges === -1) return 'outside';
  return Array.isArray(ranges) && ranges.length === 1 ? ranges[0] : undefined;
}
