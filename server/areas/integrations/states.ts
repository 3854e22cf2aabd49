/** From one state of a connection to another, by hand. */
import type { Handlers } from '../../contract/types.ts';
import { changeConnection, findConnection, wholeOf } from './connection.ts';
import { reschedule } from './due.ts';
import { endConnection } from './ending.ts';
import { connectionNotFound, disconnected, noCredentials } from './refusals.ts';

type States = 'pauseIntegrationConnection' | 'resumeIntegrationConnection' | 'disconnectIntegrationConnection';

export const states: Pick<Handlers<'integrations'>, States> = {
  async pauseIntegrationConnection({ path, db, audit }) {
    const connection = await findConnection(db, path.id, true);
    if (!connection) return connectionNotFound();
    if (connection.status === 'disconnected') return disconnected();
    if (connection.status === 'paused') return { status: 200, body: wholeOf(connection) };
    audit({ description: 'Paused integration', changes: { status: { previous: connection.status, current: 'paused' } } });
    return { status: 200, body: wholeOf(await reschedule(db, await changeConnection(db, path.id, { status: 'paused', error_message: null }))) };
  },

  async resumeIntegrationConnection({ path, db, audit }) {
    const connection = await findConnection(db, path.id, true);
    if (!connection) return connectionNotFound();
    if (connection.status === 'disconnected') return disconnected();
    if (!connection.hasCredentials) return noCredentials();
    if (connection.status !== 'paused') return { status: 200, body: wholeOf(connection) };
    audit({ description: 'Resumed integration', changes: { status: { previous: 'paused', current: 'active' } } });
    return { status: 200, body: wholeOf(await reschedule(db, await changeConnection(db, path.id, { status: 'active', error_message: null }))) };
  },

  async disconnectIntegrationConnection({ path, db, outside, audit, settled }) {
    const connection = await findConnection(db, path.id);
    if (!connection) return connectionNotFound();
    if (connection.status === 'disconnected') return { status: 200, body: wholeOf(connection) };
    settled(await endConnection(db, outside, connection));
    audit({ description: 'Disconnected integration', changes: { status: { previous: connection.status, current: 'disconnected' } } });
    return { status: 200, body: wholeOf(await reschedule(db, await changeConnection(db, path.id, { status: 'disconnected', error_message: null }))) };
  },
};
