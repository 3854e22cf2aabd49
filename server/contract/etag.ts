/** Computes the version of a record, which is a hash of its GET's answer, and evaluates preconditions. */
import { hash } from 'node:crypto';
import type { Request } from 'express';
import { withoutSignature } from '#platform/ports/file-links';
import { jsonOf } from './json-of.ts';

export function etagOf(body: unknown): string {
  // Signed links differ in every answer although the record is the same.
  return `"${hash('sha256', withoutSignature(jsonOf(body)), 'base64url').slice(0, 22)}"`;
}

export function hasPrecondition(req: Request): boolean {
  return req.headers['if-match'] !== undefined || req.headers['if-none-match'] !== undefined;
}

/**
 * Evaluates the preconditions of a request (RFC 9110, 13.2.2).
 * @param etag of the current record @returns 412, or 304 for a GET; undefined when the request may proceed
 */
export function preconditionOf(req: Request, etag: string): 304 | 412 | undefined {
  const [ifMatch, ifNoneMatch] = [req.get('if-match'), req.get('if-none-match')];
  if (ifMatch !== undefined && !matches(ifMatch, etag, false)) return 412;
  if (ifNoneMatch === undefined || !matches(ifNoneMatch, etag, true)) return undefined;
  return req.method === 'GET' ? 304 : 412;
}

/**
 * Returns whether a precondition names this ETag.
 * @param headerValue the header: `*`, or ETags separated by commas
 * @param allowsWeak whether weak ETags match: yes for `If-None-Match`, never for `If-Match`
 */
function matches(headerValue: string, etag: string, allowsWeak: boolean): boolean {
  return headerValue
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag === etag || (allowsWeak && tag === `W/${etag}`));
}
