/** The version of a record: a hash of what its GET answers. */
import { hash } from 'node:crypto';
import type { Request } from 'express';
import { withoutSignature } from '../platform/ports/file-links.ts';
import { jsonOf } from './json-of.ts';

export function etagOf(body: unknown): string {
  // A signed link is another one in every answer; the record is not.
  return `"${hash('sha256', withoutSignature(jsonOf(body)), 'base64url').slice(0, 22)}"`;
}

export function hasPrecondition(req: Request): boolean {
  return req.headers['if-match'] !== undefined || req.headers['if-none-match'] !== undefined;
}

/**
 * What becomes of a request because of its preconditions (RFC 9110, 13.2.2).
 * @param etag of the record as it is @returns 412, for a GET also 304; undefined when it goes on
 */
export function preconditionOf(req: Request, etag: string): 304 | 412 | undefined {
  const [ifMatch, ifNoneMatch] = [req.get('if-match'), req.get('if-none-match')];
  if (ifMatch !== undefined && !names(ifMatch, etag, false)) return 412;
  if (ifNoneMatch === undefined || !names(ifNoneMatch, etag, true)) return undefined;
  return req.method === 'GET' ? 304 : 412;
}

/**
 * Whether this ETag is one of those that a precondition names.
 * @param named the header: `*`, or ETags separated by commas
 * @param weak whether weak ones will do: they do for `If-None-Match`, never for `If-Match`
 */
function names(named: string, etag: string, weak: boolean): boolean {
  return named
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || one === etag || (weak && one === `W/${etag}`));
}
