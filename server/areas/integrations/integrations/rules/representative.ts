/** Selects the connection that represents a provider with several connections. */
import type { components } from '#generated/api';
import type { Connection } from '../queries/connections.ts';

type Times = Pick<components['schemas']['SyncProviderStatus'], 'connectionId' | 'lastSyncAt' | 'nextSyncAt'>;

/** @returns the newest active connection, or the newest connection if none is active @param connections sorted newest first */
export function representativeOf(connections: readonly Connection[]): Connection | undefined {
  return connections.find(({ status }) => status === 'active') ?? connections[0];
}

export function timesOf(connection: Connection | undefined): Times {
  return connection
    ? { connectionId: connection.id, lastSyncAt: connection.shown.lastSyncAt, nextSyncAt: connection.shown.nextSyncAt }
    : {};
}
