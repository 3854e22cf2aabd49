/**
 * Creates access requests of external parties in every status, and access that is active, revoked, or waiting for a signature. Nobody
 * knows the tokens of the access links.
 */
import type { Insertable, Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { changesOnCreate } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import { hashOf, newKey } from '#platform/identity/keys';
import { requests } from './data/trust-access.ts';
import type { DemoContext } from './demo-context.ts';
import { files } from './files.ts';
import type { Store } from './store.ts';
import type { Members } from './member.ts';

type RequestData = (typeof requests)[number];
type Tables = {
  readonly request: Insertable<SystemTables['trust_access_request']>;
  readonly grant?: Insertable<SystemTables['trust_access_grant']>;
  readonly agreement?: Insertable<SystemTables['trust_nda_agreement']>;
};

/** The member who decides about the requests. */
const reviewer = 'noor';
const msPerDay = 24 * 3_600_000;
const addDays = (time: string, days: number) => new Date(Date.parse(time) + days * msPerDay).toISOString();

export async function insertTrustAccess(db: Transaction<SystemTables>, demo: DemoContext, members: Members, store: Store): Promise<void> {
  const key = `${demo.organizationId}/trust-access/nda/${newId('tna').slice(4)}-NDA.pdf`;
  const { sha256 } = await store.put(key, await files.agreement.make());
  const rowsOfRequests = requests.map((data) => createRows(demo, members, data, { key, sha256 }));
  await db
    .insertInto('trust_access_request')
    .values(rowsOfRequests.map(({ request }) => request))
    .execute();
  await db
    .insertInto('trust_access_grant')
    .values(rowsOfRequests.flatMap(({ grant }) => grant ?? []))
    .execute();
  await db
    .insertInto('trust_nda_agreement')
    .values(rowsOfRequests.flatMap(({ agreement }) => agreement ?? []))
    .execute();
}

function createRows(
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
  data: RequestData,
  pdf: { readonly key: string; readonly sha256: string },
): Tables {
  const [reviewerMember, id] = [members.of(reviewer), newId('tar')];
  const { name, email, company, job_title, purpose } = data;
  const requestedAt = calendar.ago(data.asked, email);
  const decidedAt = 'decided' in data ? calendar.ago(data.decided, email) : undefined;
  const request = {
    id,
    organization_id,
    name,
    email,
    company,
    job_title,
    purpose,
    // In a decided request, the granted number of days is also the requested number.
    requested_duration_days: 'days' in data ? data.days : 'wanted' in data ? data.wanted : null,
    status: data.status,
    reviewer_member_id: decidedAt === undefined ? null : reviewerMember.id,
    reviewed_at: decidedAt ?? null,
    decision_reason: 'reason' in data ? data.reason : null,
    ip_address: '203.0.113.18',
    user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:139.0) Gecko/20100101 Firefox/139.0',
    created_at: requestedAt,
    updated_at: decidedAt ?? requestedAt,
  };
  if (decidedAt === undefined) return { request };
  const decision = changesOnCreate({ status: data.status });
  if (data.status === 'rejected') {
    log.write(
      decidedAt,
      reviewerMember,
      'denyTrustAccessRequest',
      { path: { id } },
      { description: 'Denied access request', changes: decision },
    );
    return { request };
  }
  log.write(
    decidedAt,
    reviewerMember,
    'approveTrustAccessRequest',
    { path: { id } },
    { description: 'Approved access request', changes: decision },
  );
  const signedAt = 'signed' in data ? calendar.ago(data.signed, email) : undefined;
  const isRevoked = 'revoked' in data;
  const accessStart = signedAt ?? decidedAt;
  const grant = {
    id: newId('tag'),
    organization_id,
    access_request_id: id,
    subject_email: email,
    token_hash: hashOf(newKey()),
    expires_at: addDays(accessStart, 'days' in data ? data.days : 30),
    issued_by_member_id: reviewerMember.id,
    created_at: accessStart,
    updated_at: accessStart,
  };
  // In this demonstration, the access that was revoked had been granted without an NDA.
  if (isRevoked) {
    const revokedAt = calendar.ago(data.revoked, email);
    const reason = 'The audit is finished.';
    log.write(
      revokedAt,
      reviewerMember,
      'revokeTrustAccessGrant',
      { path: { id: grant.id } },
      { description: 'Revoked access', changes: changesOnCreate({ revokeReason: reason }) },
    );
    return {
      request,
      grant: { ...grant, revoked_at: revokedAt, revoked_by_member_id: reviewerMember.id, revoke_reason: reason, updated_at: revokedAt },
    };
  }
  const agreement = {
    id: newId('tna'),
    organization_id,
    access_request_id: id,
    token_hash: hashOf(newKey()),
    sign_token_expires_at: addDays(decidedAt, 7),
    created_at: decidedAt,
    updated_at: accessStart,
  };
  if (signedAt === undefined) return { request, agreement };
  return {
    request,
    grant,
    agreement: {
      ...agreement,
      status: 'signed',
      grant_id: grant.id,
      signer_name: name,
      signer_email: email,
      signed_at: signedAt,
      ip_address: request.ip_address,
      user_agent: request.user_agent,
      pdf_key: pdf.key,
      pdf_sha256: pdf.sha256,
    },
  };
}
