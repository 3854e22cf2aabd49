/**
 * The access token of a connection, shared by all its runs (spec/areas/integrations/integrations, credential storage 4). A run that needs a new token
 * takes a lease on the connection; others wait for the token that it stores.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Attempt } from '#platform/jobs/job-handlers';
import { fetchToken } from './access-token.ts';
import {
  findCredentials,
  type OpenedCredentials,
  openCredentials,
  sealCredentials,
  type StoredCredentials,
  storeCredentials,
} from './credentials.ts';
import { CredentialsRefused, UnexpectedAnswer } from './failures.ts';
import type { OAuth2 } from './manifest.ts';
import type { AccessTokens } from './source.ts';

const leaseSeconds = 180;
const maxPolls = 20;
const pollIntervalMs = 300;
/** A token that expires within this time (ms) is renewed before use; a short-lived one is used for half of its lifetime. */
const marginMs = 5 * 60_000;

/** @param attempt of the run that uses the connection @param opened credentials as of the start of the run */
export function createLeasedTokens(
  { ports: { http, vault }, step, signal }: Attempt,
  connectionId: string,
  oauth: OAuth2,
  opened: OpenedCredentials,
): AccessTokens {
  let current = opened;
  let renewAt = renewalOf(opened.expiresAt);
  const isUsable = ({ token }: OpenedCredentials, refused: string | undefined) =>
    token !== undefined && token !== refused && performance.now() < renewAt;

  async function renewToken(refused: string | undefined): Promise<string> {
    const lease = randomUUID();
    for (let poll = 0; poll < maxPolls; poll += 1) {
      const { mine, stored } = await step((db) => takeLease(db, connectionId, lease, current.credentialId));
      if (!stored) throw new CredentialsRefused('The connection has no credentials');
      if (stored.id !== current.credentialId) {
        current = await openCredentials(vault, connectionId, stored);
        renewAt = renewalOf(current.expiresAt);
        if (current.token !== undefined && isUsable(current, refused)) return current.token;
      } else if (mine) {
        return fetchAndStore(lease);
      }
      await wait(pollIntervalMs, undefined, { signal });
    }
    throw new UnexpectedAnswer('Another process has been fetching an access token for too long');
  }

  async function fetchAndStore(lease: string): Promise<string> {
    try {
      const token = await fetchToken(http, oauth, current.fields, signal);
      const sealed = await sealCredentials(vault, connectionId, current.fields, token);
      const stored = await step(async (db) => {
        const { id } = await db
          .selectFrom('integration_connection')
          .select('credential_id as id')
          .where('id', '=', connectionId)
          .forUpdate()
          .executeTakeFirstOrThrow();
        // Credentials that were replaced in the meantime must not be restored.
        if (id === current.credentialId) await storeCredentials(db, connectionId, sealed);
        await releaseLease(db, connectionId, lease);
        return findCredentials(db, connectionId);
      });
      if (stored) current = { ...current, credentialId: stored.id, token: token.token };
      renewAt = renewalOf(token.expiresAt ?? null, true);
      return token.token;
    } catch (error) {
      await step((db) => releaseLease(db, connectionId, lease));
      throw error;
    }
  }

  return { token: async (refused) => (current.token !== undefined && isUsable(current, refused) ? current.token : renewToken(refused)) };
}

/**
 * When to renew a token, on the monotonic clock (ms).
 * @param expiresAt in wall-clock time, which is compared with the current time only once @param isNew whether it was issued just now
 */
export function renewalOf(expiresAt: string | null, isNew = false): number {
  if (expiresAt === null) return Infinity;
  const left = Date.parse(expiresAt) - Date.now();
  return performance.now() + left - (isNew && left > 0 ? Math.min(marginMs, left / 2) : marginMs);
}

/** @param known the credentials that the caller has; a new token is needed only while they are current */
async function takeLease(
  db: OrganizationDatabase,
  connectionId: string,
  lease: string,
  known: string,
): Promise<{ readonly mine: boolean; readonly stored: StoredCredentials | undefined }> {
  const taken = await db
    .updateTable('integration_connection')
    .set({ refresh_lease: lease, refresh_lease_until: sql<string>`clock_timestamp() + make_interval(secs => ${leaseSeconds})` })
    .where('id', '=', connectionId)
    .where('credential_id', '=', known)
    // A lease that ends later than a full lease from now was taken before the clock was set back, and does not count.
    .where(
      sql<boolean>`(refresh_lease_until between clock_timestamp() and clock_timestamp() + make_interval(secs => ${leaseSeconds})) is not true`,
      '=',
      true,
    )
    .returning('id')
    .executeTakeFirst();
  return { mine: taken !== undefined, stored: await findCredentials(db, connectionId) };
}

async function releaseLease(db: OrganizationDatabase, connectionId: string, lease: string): Promise<void> {
  await db
    .updateTable('integration_connection')
    .set({ refresh_lease: null, refresh_lease_until: null })
    .where('id', '=', connectionId)
    .where('refresh_lease', '=', lease)
    .execute();
}
