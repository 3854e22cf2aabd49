/** Queries about non-disclosure agreements. */
import type { Agreement } from '../rules/agreement.ts';
import { sql } from 'kysely';
import type { Client } from '#platform/context';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Token } from '#domain/trust/access/tokens';
import { ndaStatus } from './statuses.ts';

/** The number of days until a signing link expires. */
const linkDays = 7;
const linkEnd = sql<string>`now() + make_interval(days => ${linkDays}::integer)`;

function selectRows(db: OrganizationDatabase) {
  return db
    .selectFrom('trust_nda_agreement as nda')
    .select([
      ...columnsOf(
        'trust_nda_agreement as nda',
        'id',
        'organizationId',
        'accessRequestId',
        'grantId',
        'status',
        'signTokenExpiresAt',
        'signerName',
        'signerEmail',
        'signedAt',
        'ipAddress',
        'userAgent',
        'pdfSha256',
        'createdAt',
        'updatedAt',
        'version',
        'pdfKey',
        'tokenHash',
        'tokenCounter',
      ),
      ndaStatus('nda').as('linkStatus'),
      sql<boolean>`nda.sign_token_expires_at <= now()`.as('isLinkExpired'),
    ]);
}

export function findAgreement(db: OrganizationDatabase, id: string): Promise<Agreement | undefined> {
  return selectRows(db).where('nda.id', '=', id).executeTakeFirst();
}

export function findAgreementOfRequest(db: OrganizationDatabase, requestId: string): Promise<Agreement | undefined> {
  return selectRows(db).where('nda.access_request_id', '=', requestId).executeTakeFirst();
}

/** Finds an agreement and locks it until the transaction ends, so that a second signature sees the first one. */
export async function lockAgreement(db: OrganizationDatabase, id: string): Promise<Agreement | undefined> {
  await db.selectFrom('trust_nda_agreement').select('id').where('id', '=', id).forUpdate().execute();
  return findAgreement(db, id);
}

export async function insertAgreement(
  db: OrganizationDatabase,
  id: string,
  requestId: string,
  { tokenHash, tokenCounter }: Token,
): Promise<void> {
  await db
    .insertInto('trust_nda_agreement')
    .values({ id, access_request_id: requestId, token_hash: tokenHash, token_counter: tokenCounter, sign_token_expires_at: linkEnd })
    .execute();
}

/** Extends the signing link to its full duration again. */
export async function extendLink(db: OrganizationDatabase, id: string, { tokenHash, tokenCounter }: Token): Promise<void> {
  await db
    .updateTable('trust_nda_agreement')
    .set({ sign_token_expires_at: linkEnd, token_hash: tokenHash, token_counter: tokenCounter })
    .where('id', '=', id)
    .execute();
}

/** Voids the agreement of a request, if it has one. */
export async function voidAgreement(db: OrganizationDatabase, requestId: string): Promise<void> {
  await db.updateTable('trust_nda_agreement').set({ status: 'void' }).where('access_request_id', '=', requestId).execute();
}

export interface Signature extends Client {
  readonly grantId: string;
  readonly signerName: string;
  readonly signerEmail: string;
  readonly signedAt: string;
  readonly pdfKey: string;
  readonly pdfSha256: string;
}

export async function signAgreement(db: OrganizationDatabase, id: string, signature: Signature): Promise<void> {
  await db
    .updateTable('trust_nda_agreement')
    .set({
      status: 'signed',
      grant_id: signature.grantId,
      signer_name: signature.signerName,
      signer_email: signature.signerEmail,
      signed_at: signature.signedAt,
      ip_address: signature.ipAddress,
      user_agent: signature.userAgent,
      pdf_key: signature.pdfKey,
      pdf_sha256: signature.pdfSha256,
    })
    .where('id', '=', id)
    .execute();
}
