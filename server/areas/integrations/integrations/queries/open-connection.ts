/** Opens connections for background jobs. */
import { isObject } from '#platform/json-object';
import type { OrganizationDatabase } from '#platform/database/handle';
import { TokenRefused } from '#providers/access-token';
import { findCredentials, openCredentials } from '#providers/credentials';
import { secretsOf } from '#providers/destinations';
import { reasonOf } from '#providers/failures';
import { createLeasedTokens } from '#providers/leased-token';
import type { Source } from '#providers/manifest';
import { type AccessTokens, createSource } from '#providers/source';
import { effectiveVariables } from '#providers/variables';
import { UnreadableCredentials } from '#platform/ports/vault';
import { type Attempt, RunFailed } from '#platform/jobs/job-handlers';
import { changeConnection, findConnection, lockConnection } from './connections.ts';
import { type Connection } from '../rules/connection.ts';
import { reschedule } from './due.ts';
import { credentialsWithDefaults } from '../rules/connections.ts';

export interface OpenConnection {
  readonly connection: Connection;
  /** The secrets to remove from texts before they are stored. Tokens that are fetched later are added. */
  readonly secrets: readonly string[];
  sourceFor(signal: AbortSignal): Source;
}

const noTokens: AccessTokens = { token: () => Promise.reject(new Error('only OAuth 2 has access tokens')) };

/** @throws RunFailed if the connection can no longer be used */
export async function openConnection(attempt: Attempt, id: string): Promise<OpenConnection> {
  const { ports, read, actor } = attempt;
  const { connection, storedCredentials } = await read(async (db) => ({
    connection: await findConnection(db, id),
    storedCredentials: await findCredentials(db, id),
  }));
  if (!connection) throw new RunFailed('Connection not found');
  if (connection.status !== 'active') throw new RunFailed('Connection is not active');
  if (!storedCredentials) throw new RunFailed('Connection has no credentials');
  const openedCredentials = await openCredentials(ports.vault, id, storedCredentials).catch((error: unknown) => {
    throw error instanceof UnreadableCredentials ? new RunFailed(error.message) : error;
  });
  const { manifest, variables } = connection;
  const tokens = manifest.auth.type === 'oauth2' ? createLeasedTokens(attempt, id, manifest.auth, openedCredentials) : noTokens;
  const accountInput = {
    credentials: credentialsWithDefaults(manifest, openedCredentials.fields),
    variables: effectiveVariables(manifest, variables),
    organizationId: actor.organizationId,
  };
  const secrets = [
    ...secretsOf(manifest, openedCredentials.fields, accountInput.variables),
    ...(openedCredentials.token === undefined ? [] : [openedCredentials.token]),
  ];
  return {
    connection,
    secrets,
    sourceFor: (signal) => createSource(manifest, accountInput, ports, tokens, signal, secrets),
  };
}

/** If a token was refused, sets the connection to an error that says what to do. The schedule then skips the connection. */
export async function saveTokenRefusal(db: OrganizationDatabase, { connection, secrets }: OpenConnection, error: unknown): Promise<void> {
  if (!(error instanceof TokenRefused)) return;
  const current = await lockConnection(db, connection.id);
  if (current?.status !== 'active') return;
  await reschedule(
    db,
    await changeConnection(db, current.id, {
      status: 'error',
      error_message: `${reasonOf(error, secrets).message}. Replace the credentials to connect again.`,
    }),
  );
}

/** Records that the connection was used now. */
export async function saveLastUse(db: OrganizationDatabase, id: string): Promise<void> {
  await db.updateTable('integration_connection').set({ last_sync_at: new Date().toISOString() }).where('id', '=', id).execute();
}

/** @returns the id of the connection in the input of a run @throws Error if the input has none */
export function connectionIdIn(input: unknown): string {
  const { connectionId }: { readonly connectionId?: unknown } = isObject(input) ? input : {};
  if (typeof connectionId !== 'string') throw new Error('the input of the run has no connectionId');
  return connectionId;
}
