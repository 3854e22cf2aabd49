import { createHash } from 'node:crypto';
import { canonical } from '#platform/audit/entry';

/** @returns the SHA-256 of the canonical JSON (RFC 8785) of the content that is submitted for approval */
export function contentHash(content: object): string {
  return createHash('sha256').update(canonical(content)).digest('hex');
}
