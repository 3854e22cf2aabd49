/** Queries about the access grants of external parties. */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf, contains, onOrAfter, onOrBefore } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { missingLast } from '#platform/database/sort-keys';
import type { Author } from '#platform/identity/author';
import type { StoredToken, Token } from '#domain/trust/access/tokens';
import { memberFromRow } from './members.ts';
import { grantStatus } from './statuses.ts';

type Grant = components['schemas']['TrustAccessGrant'];

function selectRows(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('trust_access_grant as granted')
    .innerJoin('trust_access_request as request', 'request.id', 'granted.access_request_id')
    .leftJoin('member as issuer', 'issuer.id', 'granted.issued_by_member_id')
    .leftJoin('member as revoker', 'revoker.id', 'granted.revoked_by_member_id')
    .leftJoin('trust_nda_agreement as nda', 'nda.grant_id', 'granted.id')
    .select([
      ...columnsOf(
        'trust_access_grant as granted',
        'id',
        'accessRequestId',
        'subjectEmail',
        'expiresAt',
        'issuedByMemberId',
        'issuedVia',
        'revokedAt',
        'revokedByMemberId',
        'revokedVia',
        'revokeReason',
        'createdAt',
        'updatedAt',
        'version',
      ),
      grantStatus('granted').as('status'),
      sql<boolean>`nda.id is null`.as('ndaBypassed'),
      'issuer.name as issuerName',
      'issuer.email as issuerEmail',
      'revoker.name as revokerName',
      'revoker.email as revokerEmail',
      'request.name as requestName',
      'request.email as requestEmail',
      'request.company as requestCompany',
      'request.purpose as requestPurpose',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

function grantFromRow({
  issuerName,
  issuerEmail,
  revokerName,
  revokerEmail,
  requestName,
  requestEmail,
  requestCompany,
  requestPurpose,
  ...row
}: Row): Grant {
  return {
    ...row,
    accessTokenExpiresAt: row.expiresAt,
    issuedBy: memberFromRow({ id: row.issuedByMemberId, name: issuerName, email: issuerEmail }),
    revokedBy: memberFromRow({ id: row.revokedByMemberId, name: revokerName, email: revokerEmail }),
    accessRequest: { name: requestName, email: requestEmail, company: requestCompany, purpose: requestPurpose },
  };
}

const pagedList = PagedList.of((db) => selectRows(db)).filteredBy<FilterOf<'listTrustAccessGrants'>>({
  status: (eb, statuses) => eb(grantStatus('granted'), '=', eb.fn.any(statuses)),
  search: contains('granted.subject_email'),
  expiresAtAfter: onOrAfter('granted.expires_at'),
  expiresAtBefore: onOrBefore('granted.expires_at'),
  ids: anyOf('granted.id'),
});
const orders = {
  createdAt: 'granted.created_at',
  updatedAt: 'granted.updated_at',
  subjectEmail: 'granted.subject_email',
  expiresAt: 'granted.expires_at',
  revokedAt: missingLast('granted.revoked_at'),
} as const;

/** @returns a page of the grants that match the filter */
export async function listGrants(
  db: OrganizationDatabase,
  filter: FilterOf<'listTrustAccessGrants'>,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<Grant>> {
  return mapPage(await pagedList.page(db, filter, { by: orders[page.sortBy], id: 'granted.id' }, page), grantFromRow);
}

export async function findGrant(db: OrganizationDatabase, id: string): Promise<Grant | undefined> {
  const row = await selectRows(db).where('granted.id', '=', id).executeTakeFirst();
  return row && grantFromRow(row);
}

/** @returns the grant that resulted from a request, if any */
export async function findGrantOfRequest(db: OrganizationDatabase, requestId: string): Promise<Grant | undefined> {
  const row = await selectRows(db).where('granted.access_request_id', '=', requestId).executeTakeFirst();
  return row && grantFromRow(row);
}

export type LockedGrant = Grant & StoredToken;

/** Finds a grant with its stored token, and locks it until the transaction ends. */
export async function lockGrant(db: OrganizationDatabase, id: string): Promise<LockedGrant | undefined> {
  const token = await db
    .selectFrom('trust_access_grant')
    .select(columnsOf('trust_access_grant', 'tokenHash', 'tokenCounter'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const grant = await findGrant(db, id);
  return token && grant && { ...grant, ...token };
}

/** @returns the id of the active grant of an address; if there are several, the id of the grant that expires last */
export async function findActiveGrantId(db: OrganizationDatabase, email: string): Promise<string | undefined> {
  const grant = await db
    .selectFrom('trust_access_grant')
    .select('id')
    .where('subject_email', '=', email)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('expires_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return grant?.id;
}

interface NewGrant {
  readonly id: string;
  readonly accessRequestId: string;
  readonly subjectEmail: string;
  readonly days: number;
  readonly issuedBy: Pick<Author, 'memberId' | 'via'>;
}

export async function insertGrant(
  db: OrganizationDatabase,
  { id, accessRequestId, subjectEmail, days, issuedBy }: NewGrant,
  { tokenHash, tokenCounter }: Token,
): Promise<void> {
  await db
    .insertInto('trust_access_grant')
    .values({
      id,
      access_request_id: accessRequestId,
      subject_email: subjectEmail,
      expires_at: sql<string>`now() + make_interval(days => ${days})`,
      issued_by_member_id: issuedBy.memberId,
      issued_via: issuedBy.via,
      token_hash: tokenHash,
      token_counter: tokenCounter,
    })
    .execute();
}

/** Revokes a grant. The hash of its token is kept, so that its link is reported as expired instead of unknown. */
export async function revokeGrant(db: OrganizationDatabase, id: string, { memberId, via }: Author, reason: string): Promise<void> {
  await db
    .updateTable('trust_access_grant')
    .set((eb) => ({
      revoked_at: sql<string>`now()`,
      revoked_by_member_id: memberId,
      revoked_via: via,
      revoke_reason: reason,
      token_counter: eb('token_counter', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** @returns whether the access is active now; it may have ended during a long operation */
export async function isStillActive(db: OrganizationDatabase, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('trust_access_grant as granted')
    .select(grantStatus('granted').as('status'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.status === 'active';
}
