/** Lists, updates and deletes connections. */
import { invalid } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { changeConnection, findConnection, lockConnection, labelOf, listConnections, detailOf } from '../queries/connections.ts';
import { reschedule } from '../queries/due.ts';
import { endConnection, updateTasksWithoutConnection } from '../queries/ending.ts';
import { connectionNotFound } from '../refusals.ts';
import { validateCadence } from '../rules/schedule.ts';

type Operations = 'listIntegrationConnections' | 'getIntegrationConnection' | 'updateIntegrationConnection' | 'deleteIntegrationConnection';

export const connections: Pick<Handlers<'integrations'>, Operations> = {
  async listIntegrationConnections({ query, page, db }) {
    return { status: 200, page: await listConnections(db, query, page) };
  },

  async getIntegrationConnection({ path, db }) {
    const connection = await findConnection(db, path.connectionId);
    return connection ? { status: 200, body: detailOf(connection) } : connectionNotFound();
  },

  async updateIntegrationConnection({ path, body: { metadata, syncCadence }, db, audit }) {
    const connection = await lockConnection(db, path.connectionId);
    if (!connection) return connectionNotFound();
    const cadenceError = typeof syncCadence === 'string' ? validateCadence(syncCadence) : undefined;
    if (cadenceError !== undefined) return invalid({ syncCadence: cadenceError });
    const metadataEntries = Object.entries({ ...connection.metadata, ...metadata }).flatMap(([name, value]) =>
      value === null ? [] : [[name, value] as const],
    );
    const newMetadata = Object.fromEntries(metadataEntries);
    const changedConnection = await changeConnection(db, path.connectionId, {
      ...(metadata && { metadata: JSON.stringify(newMetadata), label: labelOf(path.connectionId, newMetadata) }),
      ...(syncCadence !== undefined && { sync_cadence: syncCadence }),
    });
    const after = detailOf(syncCadence === undefined ? changedConnection : await reschedule(db, changedConnection));
    audit.changed(detailOf(connection), after, { fields: ['metadata', 'syncCadence'] });
    return { status: 200, body: after };
  },

  async deleteIntegrationConnection({ path, db, ports, audit, afterCommit }) {
    const connection = await findConnection(db, path.connectionId);
    if (!connection) return connectionNotFound();
    const revoke = await endConnection(db, ports, connection);
    await changeConnection(db, path.connectionId, {
      deleted_at: new Date().toISOString(),
      error_message: null,
      checks_due_at: null,
      sync_due_at: null,
      devices_due_at: null,
      scan_due_at: null,
    });
    await updateTasksWithoutConnection({ db, ports, audit }, connection.id);
    afterCommit(revoke);
    return { status: 204 };
  },
};
