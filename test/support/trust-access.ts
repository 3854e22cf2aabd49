/** Access of outsiders that a test arranges without the steps that lead to it. */
import { createHash } from 'node:crypto';
import type { Caller } from './app.ts';
import type { Database } from '../../server/platform/database/open.ts';
import { newId } from '../../server/platform/database/ids.ts';
import { hashOf } from '../../server/platform/identity/keys.ts';

/** @returns the token of an organization's link of a kind: as long as a real one, and always the same */
export function linkTokenOf(organizationId: string, kind: 'access' | 'nda'): string {
  return createHash('sha256').update(`${kind} ${organizationId}`).digest('base64url').slice(0, 32);
}

/** A grant with the request that it was made for. @returns its id */
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

/** An agreement that waits for its signature. @returns its id and that of its request */
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

/** A published page of the organization of a caller. @returns its address */
export async function published({ call }: Pick<Caller, 'call'>, settings: object = { contactEmail: 'trust@example.com' }): Promise<string> {
  await call('PATCH', '/v1/trust-portal/settings', { body: settings });
  return (await call('PUT', '/v1/trust-portal/settings/toggle', { body: { enabled: true } })).body.friendlyUrl;
}

/** The mails of an organization, the last one first. */
export function mailsOf({ system }: Database, { organization }: Pick<Caller, 'organization'>) {
  return system
    .selectFrom('mail')
    .select(['recipient', 'subject', 'text'])
    .where('organization_id', '=', organization.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The last link in the mails to an address. @returns its token */
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

/** A finished run that an access has started. @returns its id */
export async function insertRunOf({ system }: Database, organization_id: string, grantId: string): Promise<string> {
  const [id, at] = [newId('run'), new Date().toISOString()];
  const actor = JSON.stringify({ credential: 'grant', id: grantId });
  await system
    .insertInto('run')
    .values({ id, organization_id, kind: 'answer_and_export', status: 'completed', actor, started_at: at, finished_at: at })
    .execute();
  return id;
}
