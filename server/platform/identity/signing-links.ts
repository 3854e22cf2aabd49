/** Links that letters of engagement are signed by without an account (spec/areas/letter-of-engagement, rule 14). They are kept as hashes. */
import { randomBytes } from 'node:crypto';
import type { SystemDatabase } from '../database/handle.ts';
import { hashOf } from './keys.ts';

export interface SigningLink {
  readonly id: string;
  /** Whose letter it leads to. */
  readonly organizationId: string;
}

export interface SigningLinks {
  /** @returns the link, also one that works no more; undefined when there was never one with this token */
  find(token: string): Promise<SigningLink | undefined>;
}

export function signingLinksOn(db: SystemDatabase): SigningLinks {
  return {
    find: (token) =>
      db
        .selectFrom('engagement_letter_link')
        .select(['id', 'organization_id as organizationId'])
        .where('token_hash', '=', hashOf(token))
        .executeTakeFirst(),
  };
}

/** A new token of 32 characters that an address may have. */
export function newSigningToken(): string {
  return randomBytes(24).toString('base64url');
}
