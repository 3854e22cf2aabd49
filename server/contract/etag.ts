/** The version of a record: a hash of what its GET answers. */
import { hash } from 'node:crypto';
import { withoutSignature } from '../platform/ports/file-links.ts';

export function etagOf(body: unknown): string {
  // A signed link is another one in every answer; the record is not.
  return `"${hash('sha256', withoutSignature(JSON.stringify(body)), 'base64url').slice(0, 22)}"`;
}

/**
 * Whether a record with this ETag is one of those that a precondition names (RFC 9110, 13.1).
 * @param named the header: `*`, or ETags separated by commas
 * @param weak whether weak ones will do: they do for `If-None-Match`, never for `If-Match`
 */
export function names(named: string, etag: string, weak: boolean): boolean {
  return named
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || one === etag || (weak && one === `W/${etag}`));
}
