/** Inserts rows for the access of visitors, without the requests that would create them. */
import { createHash } from 'node:crypto';
import type { components } from '#generated/api';
import type { Caller } from './app.ts';
import type { Database } from '#platform/database/open';
import { newId } from '#platform/database/ids';
import { hashOf } from '#platform/identity/keys';

/**
 * Tests share a database, and no two links may have the same token: a token must come from here, or be random.
 *
 * @returns the token of an organization's link of this kind: as long as a real one, and always the same
 */
export function linkTokenOf(organizationId: string, kind: 'access' | 'access of another reader' | 'nda'): string {
  return createHash('sha256').update(`${kind} ${organizationId}`).digest('base64url').slice(0, 32);
}

/** Inserts a grant with its request. @returns its id */
export async function insertGrant(
  { system }: Database,
  organization_id: string,
  token: string,
  fields: { readonly expires_at?: string; readonly revoked_at?: string } = {},
): Promise<string> {
  const [request, id] = [newId('tar'), newId('tag')];
  const email = 'reader@example.org';
  await system
    .insertInto('trust_access_request')
    .values({ id: request, organization_id, name: 'Rita Reader', email, status: 'approved', reviewed_at: '2026-01-01T00:00:00.000Z' })
    .execute();
  await system
    .insertInto('trust_access_grant')
    .values({
      id,
      organization_id,
      access_request_id: request,
      subject_email: email,
      token_hash: hashOf(token),
      expires_at: '2099-01-01T00:00:00.000Z',
      ...fields,
    })
    .execute();
  return id;
}

/** Inserts an NDA that waits for its signature. @returns its id and the id of its request */
export async function insertAgreement({ system }: Database, organization_id: string, token: string) {
  const [request, id] = [newId('tar'), newId('tna')];
  await system
    .insertInto('trust_access_request')
    .values({
      id: request,
      organization_id,
      name: 'Simon Signer',
      email: 'signer@example.org',
      status: 'approved',
      reviewed_at: '2026-01-01T00:00:00.000Z',
    })
    .execute();
  await system
    .insertInto('trust_nda_agreement')
    .values({
      id,
      organization_id,
      access_request_id: request,
      token_hash: hashOf(token),
      sign_token_expires_at: '2099-01-01T00:00:00.000Z',
    })
    .execute();
  return { id, requestId: request };
}

/** Sends a request for access without credentials. @returns its id, which is visible to the organization only */
export async function requestAccess(
  ask: Caller['call'],
  { call }: Pick<Caller, 'call'>,
  address: string,
  person: components['schemas']['TrustAccessRequestCreate'],
): Promise<string> {
  const { status, text } = await ask('POST', `/v1/trust-access/${address}/requests`, { body: person });
  if (status !== 201) throw new Error(text);
  const { body } = await call('GET', `/v1/trust-access/admin/requests?search=${encodeURIComponent(person.email)}&limit=1`);
  return body.data[0].id;
}

/** Creates a visitor who has signed the NDA. @returns the token of the personal link */
export async function signedVisitor(
  app: { readonly call: Caller['call']; readonly database: Database },
  caller: Pick<Caller, 'call' | 'organization'>,
  address: string,
  email: string,
): Promise<string> {
  const id = await requestAccess(app.call, caller, address, { name: 'Ines Harbor', email });
  await caller.call('POST', `/v1/trust-access/admin/requests/${id}/approve`, { body: {} });
  const token = await tokenMailedTo(app.database, caller, email, 'nda');
  await app.call('POST', `/v1/trust-access/nda/${token}/sign`, { body: { name: 'Ines Harbor', email, accept: true } });
  return tokenMailedTo(app.database, caller, email, 'access');
}

/** Publishes the trust portal of the caller's organization. @returns its friendly URL */
export async function publishPortal(
  { call }: Pick<Caller, 'call'>,
  settings: object = { contactEmail: 'trust@example.com' },
): Promise<string> {
  await call('PATCH', '/v1/trust-portal/settings', { body: settings });
  return (await call('PUT', '/v1/trust-portal/settings/toggle', { body: { enabled: true } })).body.friendlyUrl;
}

/** @returns the e-mails of an organization, newest first */
export function mailsOf({ system }: Database, { organization }: Pick<Caller, 'organization'>) {
  return system
    .selectFrom('mail')
    .select(['recipient', 'subject', 'text'])
    .where('organization_id', '=', organization.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Finds the last link in the e-mails to an address. @returns its token */
export async function tokenMailedTo(
  database: Database,
  caller: Pick<Caller, 'organization'>,
  email: string,
  kind: 'access' | 'nda',
): Promise<string> {
  for (const { recipient, text } of await mailsOf(database, caller)) {
    const token = new RegExp(`/${kind}/([\\w-]{32})(?![\\w-])`).exec(text)?.[1];
    if (recipient === email && token !== undefined) return token;
  }
  throw new Error(`no link of the kind ${kind} was mailed to ${email}`);
}

/** Inserts a finished run that a visitor has started. @returns its id */
export async function insertRunOf({ system }: Database, organization_id: string, grantId: string): Promise<string> {
  const [id, time] = [newId('run'), new Date().toISOString()];
  const actor = JSON.stringify({ credential: 'grant', id: grantId });
  await system
    .insertInto('run')
    .values({ id, organization_id, kind: 'answer_and_export', status: 'completed', actor, started_at: time, finished_at: time })
    .execute();
  return id;
}

/** Inserts a questionnaire from a visitor, whose answers are not released yet. @returns its id */
export async function insertVisitorQuestionnaire(
  { system }: Database,
  organization_id: string,
  { grantId, runId }: { readonly grantId: string; readonly runId: string },
): Promise<string> {
  const [id, questionnaire_id] = [newId('tvq'), newId('qst')];
  await system
    .insertInto('questionnaire')
    .values({ id: questionnaire_id, organization_id, file_name: 'a.csv', file_type: 'text/csv', file_size: 1, source: 'external' })
    .execute();
  await system
    .insertInto('visitor_questionnaire')
    .values({ id, organization_id, questionnaire_id, grant_id: grantId, run_id: runId, status: 'waiting' })
    .execute();
  return id;
}
