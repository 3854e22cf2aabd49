/** Queries about requests for confidential documents. */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import type { Client } from '#platform/context';
import { columnsOf } from '#platform/database/columns';
import { anyOf, contains } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { missingTextLast, missingLast } from '#platform/database/sort-keys';
import type { Actor } from '#platform/identity/actor';
import { findGrantOfRequest } from './grants.ts';
import { memberFromRow } from './members.ts';
import { grantStatus, ndaStatus } from './statuses.ts';

type Schemas = components['schemas'];
type Request = Schemas['TrustAccessRequest'];
type Item = Schemas['TrustAccessRequestListItem'];

function selectRows(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('trust_access_request as request')
    .leftJoin('member as reviewer', 'reviewer.id', 'request.reviewer_member_id')
    .leftJoin('trust_access_grant as granted', 'granted.access_request_id', 'request.id')
    .leftJoin('trust_nda_agreement as nda', 'nda.access_request_id', 'request.id')
    .select([
      ...columnsOf(
        'trust_access_request as request',
        'id',
        'organizationId',
        'name',
        'email',
        'company',
        'jobTitle',
        'purpose',
        'requestedDurationDays',
        'status',
        'reviewerMemberId',
        'reviewedAt',
        'reviewedVia',
        'decisionReason',
        'ipAddress',
        'userAgent',
        'createdAt',
        'updatedAt',
        'version',
      ),
      'reviewer.name as reviewerName',
      'reviewer.email as reviewerEmail',
      'granted.id as grantId',
      'granted.expires_at as grantExpiresAt',
      grantStatus('granted').as('grantStatus'),
      ndaStatus('nda').as('ndaStatus'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

function itemFromRow({ reviewerName, reviewerEmail, grantId, grantStatus: status, grantExpiresAt: expiresAt, ...row }: Row): Item {
  return {
    ...row,
    reviewer: memberFromRow({ id: row.reviewerMemberId, name: reviewerName, email: reviewerEmail }),
    grant: grantId === null || expiresAt === null ? null : { id: grantId, status, expiresAt },
  };
}

const pagedList = PagedList.of((db) => selectRows(db)).filteredBy<FilterOf<'listTrustAccessRequests'>>({
  status: anyOf('request.status'),
  search: contains('request.name', 'request.email', 'request.company'),
  ids: anyOf('request.id'),
});
const orders = {
  createdAt: 'request.created_at',
  updatedAt: 'request.updated_at',
  name: 'request.name',
  email: 'request.email',
  company: missingTextLast('request.company'),
  reviewedAt: missingLast('request.reviewed_at'),
} as const;

export async function listRequests(
  db: OrganizationDatabase,
  filter: FilterOf<'listTrustAccessRequests'>,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<Item>> {
  return mapPage(await pagedList.page(db, filter, { by: orders[page.sortBy], id: 'request.id' }, page), itemFromRow);
}

export async function findRequest(db: OrganizationDatabase, id: string): Promise<Request | undefined> {
  const [row, grant] = await Promise.all([selectRows(db).where('request.id', '=', id).executeTakeFirst(), findGrantOfRequest(db, id)]);
  return row && { ...itemFromRow(row), grant: grant ?? null };
}

/** Finds a request and locks it until the transaction ends, so that decisions about it are made one after another. */
export async function lockRequest(db: OrganizationDatabase, id: string): Promise<Request | undefined> {
  await db.selectFrom('trust_access_request').select('id').where('id', '=', id).forUpdate().execute();
  return findRequest(db, id);
}

export interface NewRequest {
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  readonly jobTitle: string | null;
  readonly purpose: string | null;
  readonly requestedDurationDays: number | null;
}

interface InsertedRequest {
  readonly id: string;
  readonly isNew: boolean;
}

/**
 * @param shouldStore whether to store the request. The same statement runs in both cases, so that both take the same time.
 * @returns the new request, or the open request of the same address; undefined if there is neither
 */
export async function insertRequest(
  db: OrganizationDatabase,
  { name, email, company, jobTitle, purpose, requestedDurationDays }: NewRequest,
  { ipAddress, userAgent }: Client,
  shouldStore: boolean,
): Promise<InsertedRequest | undefined> {
  const requestTexts = [newId('tar'), name, email, company, jobTitle, purpose, ipAddress, userAgent].map((text) => sql`${text}::text`);
  return db
    .with('added', (within) =>
      within
        .insertInto('trust_access_request')
        .columns(['id', 'name', 'email', 'company', 'job_title', 'purpose', 'ip_address', 'user_agent', 'requested_duration_days'])
        .expression(sql`select ${sql.join(requestTexts)}, ${requestedDurationDays}::integer where ${shouldStore}::boolean`)
        .onConflict((conflict) =>
          conflict
            .columns(['organization_id', 'email'])
            .where(sql<boolean>`status = 'under_review'`)
            .doNothing(),
        )
        .returning('id'),
    )
    .selectFrom('added')
    .select(['id', sql<boolean>`true`.as('isNew')])
    .unionAll((eb) =>
      eb
        .selectFrom('trust_access_request')
        .select(['id', sql<boolean>`false`.as('isNew')])
        .where('email', '=', email)
        .where('status', '=', 'under_review'),
    )
    .executeTakeFirst();
}

export interface Decision {
  readonly status: 'approved' | 'rejected' | 'cancelled';
  readonly days?: number;
  readonly reason?: string | null;
}

/** Stores a decision and its reviewer. The caller must have locked the request. */
export async function storeDecision(
  db: OrganizationDatabase,
  id: string,
  { memberId, via }: Actor,
  { status, days, reason = null }: Decision,
): Promise<void> {
  await db
    .updateTable('trust_access_request')
    .set({
      status,
      reviewer_member_id: memberId ?? null,
      reviewed_at: sql<string>`now()`,
      reviewed_via: via ?? null,
      decision_reason: reason,
      ...(days !== undefined && { requested_duration_days: days }),
    })
    .where('id', '=', id)
    .execute();
}
