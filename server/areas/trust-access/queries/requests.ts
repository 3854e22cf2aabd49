/** Queries about requests for confidential documents. */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import type { FilterOf } from '../../../contract/types.ts';
import type { Client } from '../../../platform/context.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import { anyOf, contains } from '../../../platform/database/filters.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { findGrantOf } from './grants.ts';
import { memberIn } from './members.ts';
import { grantStatus, ndaStatus } from './states.ts';

type Schemas = components['schemas'];
type Request = Schemas['TrustAccessRequest'];
type Item = Schemas['TrustAccessRequestListItem'];
export type RequestOrder = 'createdAt' | 'reviewedAt';

function rowsIn(db: QueryCreator<TenantTables>) {
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
      ),
      'reviewer.name as reviewerName',
      'reviewer.email as reviewerEmail',
      'granted.id as grantId',
      'granted.expires_at as grantExpiresAt',
      grantStatus('granted').as('grantStatus'),
      ndaStatus('nda').as('ndaStatus'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsIn>['executeTakeFirstOrThrow']>>;

function itemOf({ reviewerName, reviewerEmail, grantId, grantStatus: status, grantExpiresAt: expiresAt, ...row }: Row): Item {
  return {
    ...row,
    reviewer: memberIn({ id: row.reviewerMemberId, name: reviewerName, email: reviewerEmail }),
    grant: grantId === null || expiresAt === null ? null : { id: grantId, status, expiresAt },
  };
}

/** Those without a decision count as the earliest; there is an index for each order. */
const places = {
  createdAt: sql<string>`request.created_at`,
  reviewedAt: sql<string>`coalesce(request.reviewed_at, '0001-01-01 00:00:00+00')`,
};
const listedBy = (order: RequestOrder) =>
  PagedList.of((db) => rowsIn(db).select(places[order].as('place')))
    .filteredBy<FilterOf<'listTrustAccessRequests'>>({
      status: anyOf('request.status'),
      search: contains('request.name', 'request.email', 'request.company'),
    })
    .within((query, db) => db.selectFrom(query.as('listed')).selectAll('listed'));
const listed = { createdAt: listedBy('createdAt'), reviewedAt: listedBy('reviewedAt') } as const;

export async function listRequests(
  db: OrganizationDatabase,
  filter: FilterOf<'listTrustAccessRequests'>,
  page: PageRequest<RequestOrder>,
): Promise<Page<Item>> {
  const found = await listed[page.sortBy].page(db, filter, { by: 'listed.place', id: 'listed.id' }, page);
  return mapPage(found, ({ place: _place, ...row }) => itemOf(row));
}

export async function findRequest(db: OrganizationDatabase, id: string): Promise<Request | undefined> {
  const [row, grant] = await Promise.all([rowsIn(db).where('request.id', '=', id).executeTakeFirst(), findGrantOf(db, id)]);
  return row && { ...itemOf(row), grant: grant ?? null };
}

/** @returns the request, held until the transaction ends: whoever decides on it does so after the others */
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

/** @returns the id of the request; undefined when another one of the address is under review */
export async function insertRequest(
  db: OrganizationDatabase,
  { jobTitle, requestedDurationDays, ...asked }: NewRequest,
  { ipAddress, userAgent }: Client,
): Promise<string | undefined> {
  const row = await db
    .insertInto('trust_access_request')
    .values({
      id: newId('tar'),
      ...asked,
      job_title: jobTitle,
      requested_duration_days: requestedDurationDays,
      ip_address: ipAddress,
      user_agent: userAgent,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'email'])
        .where(sql<boolean>`status = 'under_review'`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export interface Decision {
  readonly status: 'approved' | 'denied' | 'cancelled';
  readonly days?: number;
  readonly reason?: string | null;
}

/** Writes what was decided, and by whom. The request is held. */
export async function decide(
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
