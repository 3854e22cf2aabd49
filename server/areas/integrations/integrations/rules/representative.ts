/** Selects the connection that represents a provider with several. */
import type { components } from '#generated/api';
import type { Connection } from '../queries/connections.ts';

type Times = Pick<components['schemas']['SyncProviderStatus'], 'connectionId' | 'lastSyncAt' | 'nextSyncAt'>;

/** Prefers an active connection, then the newest. @param connections newest first */
export function representativeOf(connections: readonly Connection[]): Connection | undefined {
  return connections.find(({ status }) => status === 'active') ?? connections[0];
}

export function timesOf(connection: Connection | undefined): Times {
  return connection
    ? { connectionId: connection.id, lastSyncAt: connection.shown.lastSyncAt, nextSyncAt: connection.shown.nextSyncAt }
    : {};
}
