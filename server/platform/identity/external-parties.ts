/** Identifies external parties: holders of a link, and visitors of a public page (trust-access, rules 1 and 7). */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { SystemDatabase } from '../database/handle.ts';
import type { Actor } from './actor.ts';
import { hashOf } from './keys.ts';

/** Access to confidential documents. `isActive` is false if it was revoked or has expired. */
export interface Grant {
  readonly actor: Actor;
  readonly isActive: boolean;
}

/** Identifies the actor behind a page or a link. Handlers decide what it may be used for. */
export interface ExternalParties {
  /**
   * @param address of a page: its friendly URL, or the organization's id
   * @returns a visitor of the page; undefined when no page is published there
   */
  visitorOf(address: string): Promise<Actor | undefined>;
  /** @param token of a personal link */
  grantOf(token: string): Promise<Grant | undefined>;
  /** @param token of a link to a letter of engagement @returns the link's holder, identified by the link's id; the link may have expired */
  letterLinkOf(token: string): Promise<Actor | undefined>;
  /** @param token of a signing link @returns its holder, identified by the agreement's id */
  signerOf(token: string): Promise<Actor | undefined>;
}

export function createExternalParties(db: SystemDatabase): ExternalParties {
  return {
    async visitorOf(address) {
      const row = await db
        .selectFrom('trust_portal')
        .select('organization_id')
        .where('status', '=', 'published')
        .where((eb) => eb.or([eb('friendly_url', '=', address), eb('organization_id', '=', address)]))
        .orderBy((eb) => eb('friendly_url', '=', address), 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && externalParty(row.organization_id, 'visitor', 'visitor', 'the trust portal');
    },
    grantOf: (token) => findGrant(db, { hash: hashOf(token) }),
    async letterLinkOf(token) {
      const row = await db
        .selectFrom('engagement_letter_link as link')
        .leftJoin('engagement_letter_signature as signature', (join) =>
          join
            .onRef('signature.organization_id', '=', 'link.organization_id')
            .onRef('signature.letter_id', '=', 'link.letter_id')
            .onRef('signature.party', '=', 'link.party'),
        )
        .select(['link.id', 'link.organization_id'])
        .select((eb) => eb.fn.coalesce('signature.named_email', 'signature.signer_email').as('email'))
        .where('link.token_hash', '=', hashOf(token))
        .executeTakeFirst();
      return row && externalParty(row.organization_id, 'visitor', row.id, `signing link of ${row.email ?? 'a reopened letter'}`);
    },
    async signerOf(token) {
      const row = await db
        .selectFrom('trust_nda_agreement as nda')
        .innerJoin('trust_access_request as request', (join) =>
          join.onRef('request.organization_id', '=', 'nda.organization_id').onRef('request.id', '=', 'nda.access_request_id'),
        )
        .select(['nda.id', 'nda.organization_id', 'request.email'])
        .where('nda.token_hash', '=', hashOf(token))
        .executeTakeFirst();
      return row && externalParty(row.organization_id, 'visitor', row.id, `the signing link of ${row.email}`);
    },
  };
}

/** @param lookup the hash of its token, or its id @returns the grant with its holder; undefined when there is none */
export async function findGrant(
  db: SystemDatabase,
  lookup: { readonly hash: string } | { readonly id: string; readonly organizationId: string },
): Promise<Grant | undefined> {
  const row = await db
    .selectFrom('trust_access_grant')
    .select(['id', 'organization_id', 'subject_email', 'revoked_at', sql<boolean>`expires_at <= now()`.as('isOver')])
    .where((eb) =>
      'hash' in lookup
        ? eb('token_hash', '=', lookup.hash)
        : eb.and([eb('id', '=', lookup.id), eb('organization_id', '=', lookup.organizationId)]),
    )
    .executeTakeFirst();
  return (
    row && {
      actor: externalParty(row.organization_id, 'grant', row.id, `the personal link of ${row.subject_email}`),
      isActive: row.revoked_at === null && !row.isOver,
    }
  );
}

function externalParty(organizationId: string, credential: 'grant' | 'visitor', id: string, via: string): Actor {
  return {
    organizationId,
    credential,
    id,
    permissions: new Set(),
    user: undefined,
    memberId: undefined,
    roles: [],
    via,
    restrictedTo: undefined,
  };
}

/** @returns a new token of 32 characters for a link to a letter of engagement, stored as its hash */
export function newSigningToken(): string {
  return randomBytes(24).toString('base64url');
}
