/** Which connection stands for a provider that has several. */
import type { components } from '../../../../generated/api.d.ts';
import type { Connection } from '../queries/connections.ts';

type Times = Pick<components['schemas']['SyncProviderStatus'], 'connectionId' | 'lastSyncAt' | 'nextSyncAt'>;

/** Chooses the active connection, or else the newest. @param connections newest first */
export function foremost(connections: readonly Connection[]): Connection | undefined {
  return connections.find(({ status }) => status === 'active') ?? connections[0];
}

export function timesOf(connection: Connection | undefined): Times {
  return connection
    ? { connectionId: connection.id, lastSyncAt: connection.shown.lastSyncAt, nextSyncAt: connection.shown.nextSyncAt }
    : {};
}
