/**
 * Requests of external parties in every state, and access that is active, revoked, or waiting for a signature. Their tokens are unknown.
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

type Data = (typeof requests)[number];
type Tables = {
  readonly request: Insertable<SystemTables['trust_access_request']>;
  readonly grant?: Insertable<SystemTables['trust_access_grant']>;
  readonly agreement?: Insertable<SystemTables['trust_nda_agreement']>;
};

/** The member who decides. */
const reviewer = 'noor';
const day = 24 * 3_600_000;
const later = (time: string, days: number) => new Date(Date.parse(time) + days * day).toISOString();

export async function insertTrustAccess(db: Transaction<SystemTables>, demo: DemoContext, members: Members, store: Store): Promise<void> {
  const key = `${demo.organizationId}/trust-access/nda/${newId('tna').slice(4)}-NDA.pdf`;
  const { sha256 } = await store.put(key, await files.agreement.make());
  const all = requests.map((data) => rowsOf(demo, members, data, { key, sha256 }));
  await db
    .insertInto('trust_access_request')
    .values(all.map(({ request }) => request))
    .execute();
  await db
    .insertInto('trust_access_grant')
    .values(all.flatMap(({ grant }) => grant ?? []))
    .execute();
  await db
    .insertInto('trust_nda_agreement')
    .values(all.flatMap(({ agreement }) => agreement ?? []))
    .execute();
}

function rowsOf(
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
  data: Data,
  pdf: { readonly key: string; readonly sha256: string },
): Tables {
  const [by, id] = [members.of(reviewer), newId('tar')];
  const { name, email, company, job_title, purpose } = data;
  const asked = calendar.ago(data.asked, email);
  const decided = 'decided' in data ? calendar.ago(data.decided, email) : undefined;
  const request = {
    id,
    organization_id,
    name,
    email,
    company,
    job_title,
    purpose,
    requested_duration_days: 'days' in data ? data.days : 'wanted' in data ? data.wanted : null,
    status: data.status,
    reviewer_member_id: decided === undefined ? null : by.id,
    reviewed_at: decided ?? null,
    decision_reason: 'reason' in data ? data.reason : null,
    ip_address: '203.0.113.18',
    user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:139.0) Gecko/20100101 Firefox/139.0',
    created_at: asked,
    updated_at: decided ?? asked,
  };
  if (decided === undefined) return { request };
  const decision = changesOnCreate({ status: data.status });
  if (data.status === 'denied') {
    log.write(decided, by, 'denyTrustAccessRequest', { path: { id } }, { description: 'Denied access request', changes: decision });
    return { request };
  }
  log.write(decided, by, 'approveTrustAccessRequest', { path: { id } }, { description: 'Approved access request', changes: decision });
  const signed = 'signed' in data ? calendar.ago(data.signed, email) : undefined;
  const bypasses = 'revoked' in data;
  const begins = signed ?? decided;
  const grant = {
    id: newId('tag'),
    organization_id,
    access_request_id: id,
    subject_email: email,
    token_hash: hashOf(newKey()),
    expires_at: later(begins, 'days' in data ? data.days : 30),
    issued_by_member_id: by.id,
    created_at: begins,
    updated_at: begins,
  };
  if (bypasses) {
    const revoked = calendar.ago(data.revoked, email);
    const reason = 'The audit is finished.';
    log.write(
      revoked,
      by,
      'revokeTrustAccessGrant',
      { path: { id: grant.id } },
      { description: 'Revoked access', changes: changesOnCreate({ revokeReason: reason }) },
    );
    return { request, grant: { ...grant, revoked_at: revoked, revoked_by_member_id: by.id, revoke_reason: reason, updated_at: revoked } };
  }
  const agreement = {
    id: newId('tna'),
    organization_id,
    access_request_id: id,
    token_hash: hashOf(newKey()),
    sign_token_expires_at: later(decided, 7),
    created_at: decided,
    updated_at: begins,
  };
  if (signed === undefined) return { request, agreement };
  return {
    request,
    grant,
    agreement: {
      ...agreement,
      status: 'signed',
      grant_id: grant.id,
      signer_name: name,
      signer_email: email,
      signed_at: signed,
      ip_address: request.ip_address,
      user_agent: request.user_agent,
      pdf_key: pdf.key,
      pdf_sha256: pdf.sha256,
    },
  };
}
