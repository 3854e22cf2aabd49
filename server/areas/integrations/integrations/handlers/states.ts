/** Pauses, resumes and disconnects connections. */
import type { Audit } from '#platform/audit/audit';
import type { Handlers } from '#contract/types';
import { changeConnection, findConnection, lockConnection, detailOf } from '../queries/connections.ts';
import { type Connection } from '../rules/connection.ts';
import { reschedule } from '../queries/due.ts';
import { endConnection, updateTasksWithoutConnection } from '../queries/ending.ts';
import { connectionNotFound, disconnected, noCredentials } from '../refusals.ts';

type Operations = 'pauseIntegrationConnection' | 'resumeIntegrationConnection' | 'disconnectIntegrationConnection';

export const states: Pick<Handlers<'integrations'>, Operations> = {
  async pauseIntegrationConnection({ path, db, audit }) {
    const connection = await lockConnection(db, path.connectionId);
    if (!connection) return connectionNotFound();
    if (connection.status === 'disconnected') return disconnected();
    auditStatus(audit, 'Paused integration', connection, 'paused');
    if (connection.status === 'paused') return { status: 200, body: detailOf(connection) };
    return {
      status: 200,
      body: detailOf(await reschedule(db, await changeConnection(db, path.connectionId, { status: 'paused', error_message: null }))),
    };
  },

  async resumeIntegrationConnection({ path, db, audit }) {
    const connection = await lockConnection(db, path.connectionId);
    if (!connection) return connectionNotFound();
    if (connection.status === 'disconnected') return disconnected();
    if (!connection.hasCredentials && connection.mode === 'credentials') return noCredentials();
    const isPaused = connection.status === 'paused';
    auditStatus(audit, 'Resumed integration', connection, isPaused ? 'active' : connection.status);
    if (!isPaused) return { status: 200, body: detailOf(connection) };
    return {
      status: 200,
      body: detailOf(await reschedule(db, await changeConnection(db, path.connectionId, { status: 'active', error_message: null }))),
    };
  },

  async disconnectIntegrationConnection({ path, db, ports, audit, afterCommit }) {
    const connection = await findConnection(db, path.connectionId);
    if (!connection) return connectionNotFound();
    auditStatus(audit, 'Disconnected integration', connection, 'disconnected');
    if (connection.status === 'disconnected') return { status: 200, body: detailOf(connection) };
    afterCommit(await endConnection(db, ports, connection));
    const changedConnection = await changeConnection(db, path.connectionId, { status: 'disconnected', error_message: null });
    await updateTasksWithoutConnection({ db, ports, audit }, connection.id);
    return { status: 200, body: detailOf(await reschedule(db, changedConnection)) };
  },
};

function auditStatus(audit: Audit, description: string, { status }: Connection, current: Connection['status']): void {
  audit.changed({ status }, { status: current }, { description });
}
