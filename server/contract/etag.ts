/** Computes the ETag of a record, `"<version>.<hash of its GET's answer>"`, and evaluates preconditions. */
import { hash } from 'node:crypto';
import type { Request } from 'express';
import { matchesTag } from '#platform/entity-tags';
import { withoutSignature } from '#platform/ports/file-links';
import { matchesVersion } from './entity-tags.ts';
import { jsonOf } from './json-of.ts';
import { versionIn } from './record-version.ts';

/**
 * @param body the answer of the record's GET
 * @param versionMember the member with the version, from the registry; without one, the ETag is the hash alone
 */
export function etagOf(body: unknown, versionMember: string | undefined): string {
  // Signed links differ in every answer although the record is the same.
  const digest = hash('sha256', withoutSignature(jsonOf(body)), 'base64url').slice(0, 22);
  const version = versionIn(body, versionMember);
  return version === undefined ? `"${digest}"` : `"${version}.${digest}"`;
}

export function hasPrecondition(req: Request): boolean {
  return req.headers['if-match'] !== undefined || req.headers['if-none-match'] !== undefined;
}

/**
 * Evaluates the preconditions of a request (RFC 9110, 13.2.2). `If-None-Match` compares whole ETags, `If-Match` only versions: a change of
 * what is embedded in the record is no conflict.
 * @param etag of the current record @returns 412, or 304 for a GET; undefined when the request may proceed
 */
export function preconditionOf(req: Request, etag: string): 304 | 412 | undefined {
  const [ifMatch, ifNoneMatch] = [req.get('if-match'), req.get('if-none-match')];
  if (ifMatch !== undefined && !matchesVersion(ifMatch, etag)) return 412;
  if (ifNoneMatch === undefined || !matchesTag(ifNoneMatch, etag)) return undefined;
  return req.method === 'GET' ? 304 : 412;
}
