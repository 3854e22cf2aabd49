/** A connection as the work in the background uses it. */
import { isObject } from '../../../platform/json-object.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { TokenRefused } from '../../../domain/providers/access-token.ts';
import { findCredentials, openCredentials } from '../../../domain/providers/credentials.ts';
import { reasonOf } from '../../../domain/providers/failures.ts';
import { leasedTokens } from '../../../domain/providers/leased-token.ts';
import type { Source } from '../../../domain/providers/manifest.ts';
import { type AccessTokens, sourceOf } from '../../../domain/providers/source.ts';
import { effective } from '../../../domain/providers/variables.ts';
import { Unreadable } from '../../../platform/ports/vault.ts';
import { type Attempt, RunFailed } from '../../../platform/jobs/job-handlers.ts';
import { changeConnection, type Connection, findConnection, lockConnection } from './connections.ts';
import { reschedule } from './due.ts';
import { usable } from '../rules/connections.ts';

export interface OpenConnection {
  readonly connection: Connection;
  /** What is in no text that is stored. */
  readonly secrets: readonly string[];
  sourceFor(signal: AbortSignal): Source;
}

const noTokens: AccessTokens = { token: () => Promise.reject(new Error('only OAuth 2 has access tokens')) };

/** @throws RunFailed when it can no longer be used */
export async function openConnection(attempt: Attempt, id: string): Promise<OpenConnection> {
  const { ports, read, actor } = attempt;
  const { connection, stored } = await read(async (db) => ({
    connection: await findConnection(db, id),
    stored: await findCredentials(db, id),
  }));
  if (!connection) throw new RunFailed('Connection not found');
  if (connection.status !== 'active') throw new RunFailed('Connection is not active');
  if (!stored) throw new RunFailed('Connection has no credentials');
  const opened = await openCredentials(ports.vault, id, stored).catch((error: unknown) => {
    throw error instanceof Unreadable ? new RunFailed(error.message) : error;
  });
  const { manifest, variables } = connection;
  const tokens = manifest.auth.type === 'oauth2' ? leasedTokens(attempt, id, manifest.auth, opened) : noTokens;
  const connected = {
    credentials: usable(manifest, opened.fields),
    variables: effective(manifest, variables),
    organizationId: actor.organizationId,
  };
  return {
    connection,
    secrets: [...Object.values(opened.fields).flat(), ...(opened.token === undefined ? [] : [opened.token])],
    sourceFor: (signal) => sourceOf(manifest, connected, ports, tokens, signal),
  };
}

/** Sets a connection whose token was refused to an error that tells what to do. The schedule then skips it. */
export async function noteRefusal(db: OrganizationDatabase, { connection, secrets }: OpenConnection, error: unknown): Promise<void> {
  if (!(error instanceof TokenRefused)) return;
  const now = await lockConnection(db, connection.id);
  if (now?.status !== 'active') return;
  await reschedule(
    db,
    await changeConnection(db, now.id, {
      status: 'error',
      error_message: `${reasonOf(error, secrets).message}. Replace the credentials to connect again.`,
    }),
  );
}

/** It was used now. */
export async function noteUse(db: OrganizationDatabase, id: string): Promise<void> {
  await db.updateTable('integration_connection').set({ last_sync_at: new Date().toISOString() }).where('id', '=', id).execute();
}

/** Proves what a run of this area was given. */
export function connectionIdIn(input: unknown): string {
  const { connectionId }: { readonly connectionId?: unknown } = isObject(input) ? input : {};
  if (typeof connectionId !== 'string') throw new Error('a run without its connection');
  return connectionId;
}
