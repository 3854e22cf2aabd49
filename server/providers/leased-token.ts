/**
 * Shares the access token of a connection among all its runs (spec/areas/integrations/integrations, credential storage 4). A run that needs
 * a new token takes a lease on the connection, and other runs wait for the token that it stores.
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
/** A token is renewed this long before it expires. A token with a short lifetime is renewed after half of it. */
const marginMs = 5 * 60_000;

/** @param attempt the run that uses the connection @param initialCredentials its credentials when the run started */
export function createLeasedTokens(
  { ports: { http, vault }, step, signal }: Attempt,
  connectionId: string,
  oauth: OAuth2,
  initialCredentials: OpenedCredentials,
): AccessTokens {
  let currentCredentials = initialCredentials;
  let renewAt = renewalTimeOf(initialCredentials.expiresAt);
  const isUsable = ({ token }: OpenedCredentials, rejectedToken: string | undefined) =>
    token !== undefined && token !== rejectedToken && performance.now() < renewAt;

  async function renewToken(rejectedToken: string | undefined): Promise<string> {
    const lease = randomUUID();
    for (let poll = 0; poll < maxPolls; poll += 1) {
      const { hasLease, stored } = await step((db) => takeLease(db, connectionId, lease, currentCredentials.credentialId));
      if (!stored) throw new CredentialsRefused('The connection has no credentials');
      if (stored.id !== currentCredentials.credentialId) {
        currentCredentials = await openCredentials(vault, connectionId, stored);
        renewAt = renewalTimeOf(currentCredentials.expiresAt);
        if (currentCredentials.token !== undefined && isUsable(currentCredentials, rejectedToken)) return currentCredentials.token;
      } else if (hasLease) {
        return fetchAndStore(lease);
      }
      await wait(pollIntervalMs, undefined, { signal });
    }
    throw new UnexpectedAnswer('Another process has been fetching an access token for too long');
  }

  async function fetchAndStore(lease: string): Promise<string> {
    try {
      const token = await fetchToken(http, oauth, currentCredentials.fields, signal);
      const sealed = await sealCredentials(vault, connectionId, currentCredentials.fields, token);
      const stored = await step(async (db) => {
        const { id } = await db
          .selectFrom('integration_connection')
          .select('credential_id as id')
          .where('id', '=', connectionId)
          .forUpdate()
          .executeTakeFirstOrThrow();
        // If the credentials were replaced in the meantime, they must not be overwritten with the old credentials.
        if (id === currentCredentials.credentialId) await storeCredentials(db, connectionId, sealed);
        await releaseLease(db, connectionId, lease);
        return findCredentials(db, connectionId);
      });
      if (stored) currentCredentials = { ...currentCredentials, credentialId: stored.id, token: token.token };
      renewAt = renewalTimeOf(token.expiresAt ?? null, true);
      return token.token;
    } catch (error) {
      await step((db) => releaseLease(db, connectionId, lease));
      throw error;
    }
  }

  return {
    token: async (rejectedToken) =>
      currentCredentials.token !== undefined && isUsable(currentCredentials, rejectedToken)
        ? currentCredentials.token
        : renewToken(rejectedToken),
  };
}

/**
 * Computes when to renew a token, in milliseconds on the monotonic clock.
 * @param expiresAt wall-clock time, read only once, so that later clock changes have no effect @param isNew whether it was just issued
 */
export function renewalTimeOf(expiresAt: string | null, isNew = false): number {
  if (expiresAt === null) return Infinity;
  const remaining = Date.parse(expiresAt) - Date.now();
  return performance.now() + remaining - (isNew && remaining > 0 ? Math.min(marginMs, remaining / 2) : marginMs);
}

/** @param credentialId the credentials that the caller has; the lease is only given while they are current */
async function takeLease(
  db: OrganizationDatabase,
  connectionId: string,
  lease: string,
  credentialId: string,
): Promise<{ readonly hasLease: boolean; readonly stored: StoredCredentials | undefined }> {
  const leasedRow = await db
    .updateTable('integration_connection')
    .set({ refresh_lease: lease, refresh_lease_until: sql<string>`clock_timestamp() + make_interval(secs => ${leaseSeconds})` })
    .where('id', '=', connectionId)
    .where('credential_id', '=', credentialId)
    // A lease that ends more than the full duration from now was taken before the clock was set back, and is ignored.
    .where(
      sql<boolean>`(refresh_lease_until between clock_timestamp() and clock_timestamp() + make_interval(secs => ${leaseSeconds})) is not true`,
      '=',
      true,
    )
    .returning('id')
    .executeTakeFirst();
  return { hasLease: leasedRow !== undefined, stored: await findCredentials(db, connectionId) };
}

async function releaseLease(db: OrganizationDatabase, connectionId: string, lease: string): Promise<void> {
  await db
    .updateTable('integration_connection')
    .set({ refresh_lease: null, refresh_lease_until: null })
    .where('id', '=', connectionId)
    .where('refresh_lease', '=', lease)
    .execute();
}
