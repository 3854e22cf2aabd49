/**
 * The access token of a connection, fetched by one and used by all (spec/areas/integrations, credential storage 4): whoever needs a new one takes
 * a lease on the connection, and others wait for what it stores.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import type { Attempt } from '../../platform/jobs/job-handlers.ts';
import { fetchToken } from './access-token.ts';
import { findCredentials, type Opened, openCredentials, sealCredentials, type Stored, storeCredentials } from './credentials.ts';
import { CredentialsRefused, UnexpectedAnswer } from './failures.ts';
import type { OAuth2 } from './manifest.ts';
import type { AccessTokens } from './source.ts';

const leaseSeconds = 180;
const looks = 20;
const everyMs = 300;
/** A token that ends within this time (ms) is not begun with; a short-lived one is used for half its life. */
const margin = 5 * 60_000;

/** @param attempt of the run that uses the connection @param opened credentials as they were when the run began */
export function leasedTokens(
  { ports: { http, vault }, step, signal }: Attempt,
  connectionId: string,
  oauth: OAuth2,
  opened: Opened,
): AccessTokens {
  let held = opened;
  let renewAt = renewalOf(opened.expiresAt);
  const isGood = ({ token }: Opened, refused: string | undefined) =>
    token !== undefined && token !== refused && performance.now() < renewAt;

  async function renewed(refused: string | undefined): Promise<string> {
    const lease = randomUUID();
    for (let look = 0; look < looks; look += 1) {
      const { mine, stored } = await step((db) => takeLease(db, connectionId, lease, held.credentialId));
      if (!stored) throw new CredentialsRefused('The connection has no credentials');
      if (stored.id !== held.credentialId) {
        held = await openCredentials(vault, connectionId, stored);
        renewAt = renewalOf(held.expiresAt);
        if (held.token !== undefined && isGood(held, refused)) return held.token;
      } else if (mine) {
        return fetched(lease);
      }
      await wait(everyMs, undefined, { signal });
    }
    throw new UnexpectedAnswer('Another process has been fetching an access token for too long');
  }

  async function fetched(lease: string): Promise<string> {
    try {
      const token = await fetchToken(http, oauth, held.fields, signal);
      const sealed = await sealCredentials(vault, connectionId, held.fields, token);
      const stored = await step(async (db) => {
        const { id } = await db
          .selectFrom('integration_connection')
          .select('credential_id as id')
          .where('id', '=', connectionId)
          .forUpdate()
          .executeTakeFirstOrThrow();
        // What was replaced in the meantime is not brought back.
        if (id === held.credentialId) await storeCredentials(db, connectionId, sealed);
        await dropLease(db, connectionId, lease);
        return findCredentials(db, connectionId);
      });
      if (stored) held = { ...held, credentialId: stored.id, token: token.token };
      renewAt = renewalOf(token.expiresAt ?? null, true);
      return token.token;
    } catch (error) {
      await step((db) => dropLease(db, connectionId, lease));
      throw error;
    }
  }

  return { token: async (refused) => (held.token !== undefined && isGood(held, refused) ? held.token : renewed(refused)) };
}

/**
 * From when on another token is to be fetched, by the clock that nobody sets (ms).
 * @param expiresAt by the time of day, which is looked at here once @param isNew whether it was given out just now
 */
export function renewalOf(expiresAt: string | null, isNew = false): number {
  if (expiresAt === null) return Infinity;
  const left = Date.parse(expiresAt) - Date.now();
  return performance.now() + left - (isNew && left > 0 ? Math.min(margin, left / 2) : margin);
}

/** @param known the credentials that the caller has: only while they are in force somebody has to fetch */
async function takeLease(
  db: OrganizationDatabase,
  connectionId: string,
  lease: string,
  known: string,
): Promise<{ readonly mine: boolean; readonly stored: Stored | undefined }> {
  const taken = await db
    .updateTable('integration_connection')
    .set({ refresh_lease: lease, refresh_lease_until: sql<string>`clock_timestamp() + make_interval(secs => ${leaseSeconds})` })
    .where('id', '=', connectionId)
    .where('credential_id', '=', known)
    // Further ahead than a lease goes, it is of a clock that has been set back since.
    .where(
      sql<boolean>`(refresh_lease_until between clock_timestamp() and clock_timestamp() + make_interval(secs => ${leaseSeconds})) is not true`,
      '=',
      true,
    )
    .returning('id')
    .executeTakeFirst();
  return { mine: taken !== undefined, stored: await findCredentials(db, connectionId) };
}

async function dropLease(db: OrganizationDatabase, connectionId: string, lease: string): Promise<void> {
  await db
    .updateTable('integration_connection')
    .set({ refresh_lease: null, refresh_lease_until: null })
    .where('id', '=', connectionId)
    .where('refresh_lease', '=', lease)
    .execute();
}
