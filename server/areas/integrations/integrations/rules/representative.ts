/** Selects the connection that represents a provider with several connections. */
import type { components } from '#generated/api';
import type { Connection } from './connection.ts';

type Times = Pick<components['schemas']['SyncProviderStatus'], 'connectionId' | 'lastSyncAt' | 'nextSyncAt'>;

/** @returns the newest active connection, or the newest connection if none is active @param connections sorted newest first */
export function findRepresentative(connections: readonly Connection[]): Connection | undefined {
  return connections.find(({ status }) => status === 'active') ?? connections[0];
}

export function toSyncTimes(connection: Connection | undefined): Times {
  return connection
    ? { connectionId: connection.id, lastSyncAt: connection.listItem.lastSyncAt, nextSyncAt: connection.listItem.nextSyncAt }
    : {};
}
